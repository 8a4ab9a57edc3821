#include "app/report/run_report.hpp"

#include "app/report/kept_solutions.hpp"
#include "app/terminal/console.hpp"
#include "app/text/utf8.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace skerry {
namespace {

std::string stop_text(StopReason reason) {
  switch (reason) {
    case StopReason::generations:
      return "all generations done";
    case StopReason::evaluations:
      return "evaluations used up";
    case StopReason::seconds:
      return "time used up";
    case StopReason::target:
      return "target reached";
    case StopReason::interrupted:
      return "interrupted by a signal";
    case StopReason::requested:
      return "ended by a rule of the program's own";
    case StopReason::stagnation:
      break;
  }
  return "no new best for too long";
}

KeptSolutions kept_of(const SessionReport& report) {
  return kept_solutions(report.kept_set, report.outcome.solutions, report.direction, report.worst_fitness);
}

Score best_of(const SessionReport& report) {
  return score_of(report.outcome.best, report.direction);
}

}  // namespace

std::string score_text(Score score) {
  if (!has_fitness(score)) return "none";
  const std::string fitness = number_text(score.fitness);
  return score.violation > 0 ? fmt::format("{}, infeasible by {}", fitness, number_text(score.violation))
                             : fitness + ", feasible";
}

std::string target_text(Score score, Direction direction, double target) {
  const std::string text = number_text(target);
  if (!has_fitness(score)) return text + ", not reached";
  if (score.violation > 0) return text + ", out of reach of an infeasible solution";
  const double gap = key_of(score, direction).cost - key_of({0, target}, direction).cost;
  if (gap <= 0) return text + ", reached";
  return target == 0 ? fmt::format("{}, {} away", text, number_text(gap))
                     : fmt::format("{}, {:.3g} % away", text, 100 * gap / std::abs(target));
}

std::size_t broken_rules(const Assessment& assessment) {
  return static_cast<std::size_t>(std::ranges::count(assessment.verdicts, false, &Verdict::met));
}

std::string assessment_text(const Assessment& assessment, Direction direction, std::optional<double> target,
                            bool colour) {
  const Score score = assessment.score;
  const std::vector<Verdict>& verdicts = assessment.verdicts;
  // Where broken rules change only the fitness, every solution is feasible.
  const std::size_t broken = score.violation > 0 ? 0 : broken_rules(assessment);
  std::string text = broken > 0 ? fmt::format("fitness  {}, {} rule{} broken\n", number_text(score.fitness),
                                              broken, broken == 1 ? "" : "s")
                                : fmt::format("fitness  {}\n", score_text(score));
  if (target) text += fmt::format("target   {}\n", target_text(score, direction, *target));
  std::size_t width = 0;
  for (const Verdict& verdict : verdicts) width = std::max(width, characters_in(verdict.rule));
  for (const Verdict& verdict : verdicts) {
    const std::string mark =
        verdict.met ? coloured("met   ", Colour::green, colour) : coloured("BROKEN", Colour::red, colour);
    text += fmt::format("{}   {}{}  {}\n", mark, verdict.rule,
                        std::string(width - characters_in(verdict.rule), ' '), verdict.found);
  }
  return text;
}

std::string check_text(const Assessment& assessment, Direction direction, std::optional<double> target,
                       bool colour) {
  const std::string text = assessment_text(assessment, direction, target, colour);
  return assessment.explanation.empty() ? text : text + "\n" + assessment.explanation;
}

std::string report_text(const SessionReport& report, bool colour) {
  const Outcome& outcome = report.outcome;
  std::string text;
  if (!report.solution.empty()) {
    text += report.solution + (report.solution.ends_with('\n') ? "\n" : "\n\n");
  }
  text += assessment_text(report.assessment, report.direction, report.target, colour);
  const KeptSolutions kept = kept_of(report);
  text += kept_text(kept, 9);
  text += fmt::format("stopped  {}: {} generations in {} epochs on {} island{}, {} evaluations, {:.2f} s\n",
                      stop_text(outcome.reason), grouped(outcome.generations), grouped(outcome.epochs),
                      report.islands, report.islands == 1 ? "" : "s", grouped(outcome.evaluations),
                      outcome.elapsed_s);
  if (report.trace) text += fmt::format("trace    {}\n", report.trace->string());
  if (report.trace && kept.kind != SetKind::none)
    text += fmt::format("         {}\n", where_kept(kept, report.trace->string()));
  return text;
}

nlohmann::ordered_json report_json(const SessionReport& report) {
  const Outcome& outcome = report.outcome;
  const Score best = best_of(report);
  nlohmann::ordered_json json = {{"problem", report.problem},
                                 {"seed", report.seed},
                                 {"islands", report.islands},
                                 {"generations", outcome.generations},
                                 {"epochs", outcome.epochs},
                                 {"evaluations", outcome.evaluations},
                                 {"seconds", outcome.elapsed_s},
                                 {"best_fitness", best.fitness},
                                 {"violation", best.violation},
                                 {"target", nullptr},
                                 {"target_reached", report.target_reached},
                                 {"stop_reason", std::string(name_of(outcome.reason))},
                                 {"trace", nullptr},
                                 {"solution", nullptr}};
  if (report.target) json["target"] = *report.target;
  if (report.trace) json["trace"] = report.trace->string();
  if (report.kept && std::getenv(tells_kept) != nullptr) json["kept"] = true;
  if (!report.solution.empty()) json["solution"] = report.solution;
  add_kept(json, kept_of(report));
  return json;
}

std::string repeat_line(const SessionReport& report) {
  const KeptSolutions kept = kept_of(report);
  return fmt::format("seed {:<6} best {:<26} {}{}{} generations, {} evaluations, {:.2f} s{}{}\n", report.seed,
                     score_text(best_of(report)), kept_words(kept), kept.kind == SetKind::none ? "" : ", ",
                     grouped(report.outcome.generations), grouped(report.outcome.evaluations),
                     report.outcome.elapsed_s, report.target_reached ? ", target reached" : "",
                     report.kept ? ", kept" : "");
}

std::string repeat_summary(const std::vector<SessionReport>& reports) {
  std::vector<Key> keys;
  std::size_t reached = 0;
  double seconds = 0;
  for (const SessionReport& report : reports) {
    if (report.outcome.best.violation == 0) keys.push_back(report.outcome.best);
    reached += report.target_reached ? 1 : 0;
    seconds += report.outcome.elapsed_s;
  }
  std::string text = fmt::format("{} runs, {} of them with a feasible solution, {:.2f} s a run\n",
                                 reports.size(), keys.size(), seconds / static_cast<double>(reports.size()));
  if (!keys.empty()) {
    std::ranges::sort(keys);
    const auto count = static_cast<double>(keys.size());
    std::vector<double> fitness;
    for (const Key& key : keys) fitness.push_back(score_of(key, reports.front().direction).fitness);
    double mean = 0;
    for (const double value : fitness) mean += value / count;
    double variance = 0;
    for (const double value : fitness) variance += (value - mean) * (value - mean) / count;
    text += fmt::format("best {}, median {}, mean {}, worst {}, standard deviation {:.4g}\n",
                        number_text(fitness.front()), number_text(fitness[(fitness.size() - 1) / 2]),
                        number_text(mean), number_text(fitness.back()), std::sqrt(variance));
  }
  if (const auto target = reports.front().target) {
    text +=
        fmt::format("target {} reached in {} of {} runs\n", number_text(*target), reached, reports.size());
  }
  return text;
}

}  // namespace skerry

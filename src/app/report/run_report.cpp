#include "app/report/run_report.hpp"

#include "skerry/detail/fronts/front_measures.hpp"

#include "app/terminal/console.hpp"
#include "app/text/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string_view>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace skerry {
namespace {

constexpr std::pair<StopReason, std::string_view> stop_texts[] = {
    {StopReason::generations, "all generations done"},
    {StopReason::evaluations, "evaluations used up"},
    {StopReason::seconds, "time used up"},
    {StopReason::target, "target reached"},
    {StopReason::interrupted, "interrupted by a signal"},
    {StopReason::requested, "ended by a rule of the program's own"},
    {StopReason::no_fitness, "the initial population has no fitness"},
    {StopReason::stagnation, "no new best for too long"}};

std::string_view stop_text(StopReason reason) {
  return std::ranges::find(stop_texts, reason, &std::pair<StopReason, std::string_view>::first)->second;
}

KeptSolutions kept_of(const SessionReport& report) {
  return kept_solutions(report.kept_set, report.outcome.solutions, report.direction, report.worst_fitness);
}

Score best_of(const SessionReport& report) {
  return score_of(report.outcome.best, report.direction);
}

/// The most solutions whose hypervolume takes less than a second, by the number of objectives.
constexpr std::size_t most_measured(std::size_t objectives) {
  constexpr std::array<std::size_t, 5> most = {0, 1'000'000, 1'000'000, 20'000, 500};
  return objectives < most.size() ? most[objectives] : 0;
}

std::optional<double> hypervolume_of(const SetDescription& description, const SolutionSet& set) {
  const std::vector<Objective>& objectives = description.objectives;
  const bool bounded = std::ranges::all_of(
      objectives, [](const Objective& objective) { return objective.reference.has_value(); });
  if (!bounded || set.size() > most_measured(objectives.size())) return std::nullopt;
  std::vector<double> rows;
  for (std::size_t i = 0; i < set.values.size(); ++i)
    rows.push_back(minimised(objectives[i % objectives.size()], set.values[i]));
  return FrontMeasures(objectives, {}).hypervolume(rows);
}

std::vector<KeptSolutions::Extremes> extremes_of(const SetDescription& description, const SolutionSet& set) {
  std::vector<KeptSolutions::Extremes> extremes;
  const std::size_t width = description.objectives.size();
  for (std::size_t at = 0; at < width && set.size() > 0; ++at) {
    KeptSolutions::Extremes one{description.objectives[at], set.values[at], set.values[at]};
    for (std::size_t i = at; i < set.values.size(); i += width) {
      one.least = std::min(one.least, set.values[i]);
      one.most = std::max(one.most, set.values[i]);
    }
    extremes.push_back(std::move(one));
  }
  return extremes;
}

std::optional<double> qd_score_of(const SolutionSet& set, Direction direction, std::optional<double> worst) {
  if (!worst && direction == Direction::minimise) return std::nullopt;
  const double worst_cost = key_of({0, worst.value_or(0)}, direction).cost;
  double sum = 0;
  for (const Key& key : set.keys) sum += std::max(worst_cost - key.cost, 0.0);
  return sum;
}

std::string line(const std::string& name, std::size_t width, const std::string& text) {
  return fmt::format("{:<{}}{}\n", name, width, text);
}

bool interrupted(const SessionReport& report) {
  return report.outcome.reason == StopReason::interrupted;
}

std::string how_to_go_on(const SessionReport& report, const std::string& program) {
  if (!report.trace) return "nothing is left of it, since it writes no trace";
  const std::string launcher = report.islands > 1 ? fmt::format("mpirun -n {} ", report.islands) : "";
  const std::string command = fmt::format("`{}{} resume {}`", launcher, program, report.trace->string());
  return report.resumable ? fmt::format("{} goes on", command)
                          : fmt::format("no checkpoint was asked for, so {} would start over", command);
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
                                 {"target", optional_json(report.target)},
                                 {"target_reached", report.target_reached},
                                 {"stop_reason", std::string(name_of(outcome.reason))},
                                 {"trace", nullptr},
                                 {"solution", nullptr}};
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
    double deviation = 0;
    for (const double value : fitness)
      deviation = std::hypot(deviation, (value / 2 - mean / 2) / std::sqrt(count));
    text += fmt::format("best {}, median {}, mean {}, worst {}, standard deviation {:.4g}\n",
                        number_text(fitness.front()), number_text(fitness[(fitness.size() - 1) / 2]),
                        number_text(mean), number_text(fitness.back()), 2 * deviation);
  }
  if (const auto target = reports.front().target) {
    text +=
        fmt::format("target {} reached in {} of {} runs\n", number_text(*target), reached, reports.size());
  }
  return text;
}

KeptSolutions kept_solutions(const SetDescription& description, const SolutionSet& set, Direction direction,
                             std::optional<double> worst_fitness) {
  KeptSolutions kept{.kind = description.kind, .solutions = set.size(), .trials = set.trials};
  if (kept.kind == SetKind::front) {
    kept.hypervolume = hypervolume_of(description, set);
    kept.extremes = extremes_of(description, set);
  } else if (kept.kind == SetKind::map) {
    kept.cells = description.cells;
    kept.qd_score = qd_score_of(set, direction, worst_fitness);
  }
  return kept;
}

std::string kept_words(const KeptSolutions& kept) {
  if (kept.kind == SetKind::front) {
    std::string text = fmt::format("{} solution{} that no other dominates", grouped(kept.solutions),
                                   kept.solutions == 1 ? "" : "s");
    if (!kept.hypervolume) return text;
    text += fmt::format(", hypervolume {}", number_text(*kept.hypervolume));
    return *kept.hypervolume > 0 ? text : text + " (no solution is better than every reference)";
  }
  if (kept.kind == SetKind::none) return {};
  const std::string text = fmt::format("{} of {} cells", grouped(kept.solutions), grouped(kept.cells));
  return kept.qd_score ? fmt::format("{}, QD-score {}", text, number_text(*kept.qd_score)) : text;
}

std::string kept_text(const KeptSolutions& kept, std::size_t width) {
  if (kept.kind == SetKind::none) return {};
  std::string text = line(kept.kind == SetKind::map ? "map" : "front", width, kept_words(kept));
  for (const auto& [objective, least, most] : kept.extremes) {
    text += line("", width,
                 fmt::format("{}: {} to {}{}{}", objective.name, number_text(least), number_text(most),
                             objective.unit.empty() ? "" : " ", objective.unit));
  }
  if (kept.trials.made == 0) return text;
  return text + line("", width,
                     fmt::format("{} tried {} times, {} of them in vain",
                                 kept.kind == SetKind::map ? "empty cells" : "levels",
                                 grouped(kept.trials.made), grouped(kept.trials.vain)));
}

std::string where_kept(const KeptSolutions& kept, const std::string& trace) {
  if (kept.kind == SetKind::none) return {};
  const bool map = kept.kind == SetKind::map;
  return fmt::format("in /{} of the trace; `skerry-analysis plot --kind {} {}` draws {}",
                     map ? "archive" : "front", map ? "map" : "front", trace, map ? "the map" : "them");
}

void add_kept(nlohmann::ordered_json& json, const KeptSolutions& kept) {
  json["front"] = nullptr;
  json["map"] = nullptr;
  if (kept.kind == SetKind::front) {
    auto objectives = nlohmann::ordered_json::array();
    for (const auto& [objective, least, most] : kept.extremes) {
      objectives.push_back(
          {{"name", objective.name}, {"unit", objective.unit}, {"least", least}, {"most", most}});
    }
    json["front"] = {{"solutions", kept.solutions},
                     {"hypervolume", optional_json(kept.hypervolume)},
                     {"objectives", objectives},
                     {"trials", kept.trials.made},
                     {"trials_in_vain", kept.trials.vain}};
  } else if (kept.kind == SetKind::map) {
    json["map"] = {{"filled", kept.solutions},
                   {"cells", kept.cells},
                   {"coverage", static_cast<double>(kept.solutions) / static_cast<double>(kept.cells)},
                   {"qd_score", optional_json(kept.qd_score)},
                   {"trials", kept.trials.made},
                   {"trials_in_vain", kept.trials.vain}};
  }
}

void print_ending(const SessionReport& report, Form form, const Program& program,
                  const std::string& same_command) {
  if (form == Form::text) print_result(report_text(report, colours(STDOUT_FILENO)));
  if (form == Form::line) print_result(repeat_line(report));
  if (form == Form::json) print_result(json_line(report_json(report)));
  if (interrupted(report)) {
    const bool again = !same_command.empty() && report.trace;
    print_message(fmt::format("seed {} was interrupted; {}", report.seed,
                              again ? same_command : how_to_go_on(report, program.name())));
  } else if (!has_fitness(report.outcome.best)) {
    print_message(fmt::format("seed {} found no solution: none of its {} evaluations gave a fitness{}{}",
                              report.seed, grouped(report.outcome.evaluations),
                              report.obstacle.empty() ? "" : "; ", report.obstacle));
  } else if (report.outcome.best.violation > 0) {
    print_message(fmt::format("seed {} found no feasible solution{}{}", report.seed,
                              report.obstacle.empty() ? "" : ": ", report.obstacle));
  }
}

ExitStatus status_of(const SessionReport& report) {
  if (interrupted(report)) return report.resumable ? ExitStatus::interrupted : ExitStatus::failed;
  return report.outcome.best.violation > 0 ? ExitStatus::failed : ExitStatus::done;
}

}  // namespace skerry

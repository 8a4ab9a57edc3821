#include "designer/front/party_front.hpp"

#include "designer/answers/answer_text.hpp"
#include "designer/map/trait_patterns.hpp"
#include "designer/proof/clash.hpp"
#include "designer/map/turns.hpp"
#include "puzzles/stopwatch.hpp"
#include "puzzles/party/puzzle/judge.hpp"
#include "puzzles/party/puzzle/measure_range.hpp"
#include "puzzles/party/puzzle/puzzle_within.hpp"
#include "puzzles/party/search/annealing.hpp"
#include "puzzles/party/search/roster.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>
#include <utility>

#include <fmt/core.h>

namespace skerry::party {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double most_levels = 40;
constexpr double first_level_seconds = 1;  // for a level, twice as much in each round after
constexpr std::size_t longest_bar = 40;

/// Returns the distance between two values that parties can have; 0 where it is not known.
double step_of(const Puzzle& puzzle, const Measure& measure) {
  const auto nodes = static_cast<double>(puzzle.nodes.size());
  switch (measure.kind) {
    case MeasureKind::distinct:
    case MeasureKind::count:
      return 1;
    case MeasureKind::share:
      return 1 / nodes;
    case MeasureKind::synergy:
      return synergy_step(puzzle);
    default:
      return 0;
  }
}

/// Returns the least of 1, 2 and 5 times a power of ten that is not below a number.
double round_step(double step) {
  const double power = std::pow(10, std::floor(std::log10(step)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= step * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

bool is_empty(const Findings& findings) {
  return findings.complete && findings.best.empty();
}

/// Takes what another proof has found about the same level.
void take(Findings& known, const Findings& found) {
  if (!found.best.empty() && (known.best.empty() || found.best_cost < known.best_cost)) {
    known.best = found.best;
    known.best_cost = found.best_cost;
  }
  if (found.bound && (!known.bound || *found.bound > *known.bound)) {
    known.bound = found.bound;
    known.stages = found.stages;
    known.by_kins = found.by_kins;
  }
  known.complete = known.complete || found.complete ||
                   (known.bound && !known.best.empty() && *known.bound >= known.best_cost);
}

/// Answers the levels of a front.
class Levels {
 public:
  Levels(const Puzzle& puzzle, PartyFront& front) : front_(&front), agreements_(puzzle) {
    for (PartyLevel& level : front.levels) {
      const Interval<double> interval =
          front.at_least ? Interval<double>{level.level, infinity} : Interval<double>{-infinity, level.level};
      auto within = puzzle_within(puzzle, {&front.measure, 1}, {&interval, 1});
      level.findings.complete = !within;
      rosters_.push_back(within ? std::make_unique<const Roster>(std::move(*within)) : nullptr);
    }
  }

  std::vector<std::size_t> open() const {
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < front_->levels.size(); ++i) {
      if (!front_->levels[i].findings.complete) open.push_back(i);
    }
    return open;
  }

  /// Works on a level for about `seconds`. Called by several threads at a time, for different levels.
  void work_on(std::size_t place, double seconds, std::uint64_t seed, const std::function<bool()>& stop) {
    Findings findings;
    {
      const std::scoped_lock lock(mutex_);
      findings = front_->levels[place].findings;
    }
    if (findings.complete) return;
    const Stopwatch watch;
    const auto after = [&](double part) {
      return [&, part] { return stop() || watch.seconds() >= part * seconds; };
    };
    anneal(findings, *rosters_[place], seed, after(1.0 / 3));
    if (findings.best.empty()) look_for_none(findings, rosters_[place]->puzzle(), seconds, after(2.0 / 3));
    if (!findings.complete) {
      Prover prover(rosters_[place]->puzzle());
      prover.limit_programs(std::max(1.0, seconds / 3));
      findings = prover.prove_on(std::move(findings), after(1));
    }
    const std::scoped_lock lock(mutex_);
    take(front_->levels[place].findings, findings);
    share();
  }

 private:
  void anneal(Findings& findings, const Roster& roster, std::uint64_t seed,
              const std::function<bool()>& stop) const {
    adopt(findings, anneal_party(roster, annealings_of_one_of_many, steps_of_an_annealing, seed, stop));
  }

  void adopt(Findings& findings, std::vector<std::uint32_t> party) const {
    if (party.empty()) return;
    Findings found;
    found.best_cost = front_->whole.cost(party);
    found.best = std::move(party);
    take(findings, found);
  }

  /// Looks for a proof that a level has no party, or for any that it has.
  void look_for_none(Findings& findings, const Puzzle& puzzle, double seconds,
                     const std::function<bool()>& stop) const {
    constexpr double pattern_steps_a_second = 8e6, hero_steps_a_second = 2e6;
    PatternAnswer patterns =
        search_patterns(puzzle, agreements_,
                        {.steps = static_cast<std::uint64_t>(seconds * pattern_steps_a_second / 3),
                         .hero_steps = static_cast<std::uint64_t>(seconds * hero_steps_a_second / 3),
                         .stop = stop});
    if (!patterns.party.empty() && score(puzzle, patterns.party).violation == 0)
      return adopt(findings, std::move(patterns.party));
    findings.complete = patterns.solvable == false || (!stop() && find_clash(puzzle, stop));
  }

  /// Lets levels have what others prove: a party of a tighter one, and a bound of a looser one.
  void share() {
    auto& levels = front_->levels;
    for (std::size_t i = levels.size() - 1; i-- > 0;) {
      const Findings& tighter = levels[i + 1].findings;
      Findings found;
      found.best = tighter.best;
      found.best_cost = tighter.best_cost;
      take(levels[i].findings, found);
    }
    for (std::size_t i = 1; i < levels.size(); ++i) {
      const Findings& looser = levels[i - 1].findings;
      Findings found;
      found.bound = looser.bound;
      found.complete = is_empty(looser);
      take(levels[i].findings, found);
    }
  }

  PartyFront* front_;
  TraitAgreements agreements_;
  std::vector<std::unique_ptr<const Roster>> rosters_;  // [level]; null where one rule alone allows no party
  std::mutex mutex_;
};

std::string level_text(const PartyFront& front, const PartyLevel& level) {
  return fmt::format("{} {:.4g}", front.at_least ? "at least" : "at most", level.level);
}

}  // namespace

std::vector<double> levels_of(const Puzzle& puzzle, const FeatureMeasure& feature) {
  const Feature axis = feature_of(puzzle, feature);
  const bool counts =
      feature.measure.kind == MeasureKind::distinct || feature.measure.kind == MeasureKind::count;
  double least = axis.least, most = axis.most;
  double step = step_of(puzzle, feature.measure);
  if (counts && !feature.from) least += 0.5, most -= 0.5;
  if (feature.cells && feature.from) {
    step = (most - least) / static_cast<double>(*feature.cells);
  } else if (step == 0) {
    step = round_step((most - least) / (most_levels / 2));
    least = std::ceil(least / step - tolerance) * step;
  }
  step *= std::ceil((most - least) / step / most_levels - tolerance);
  std::vector<double> levels;
  for (double i = 0; least + i * step <= most + tolerance; ++i) levels.push_back(least + i * step);
  const Objective objective = objective_of(puzzle, {feature.measure});
  if (objective.direction == Direction::minimise) std::ranges::reverse(levels);
  return levels;
}

PartyFront front_of(const Puzzle& puzzle, const FeatureMeasure& feature, const PartyFrontSettings& settings,
                    const std::function<bool()>& stop,
                    const std::function<void(const std::string&)>& progress) {
  const Stopwatch watch;
  const auto over = [&] { return stop() || watch.seconds() >= settings.seconds; };
  PartyFront front{.measure = feature.measure,
                   .at_least = objective_of(puzzle, {feature.measure}).direction == Direction::maximise,
                   .levels = {},
                   .whole = integer_puzzle(puzzle)};
  for (const double level : levels_of(puzzle, feature)) front.levels.push_back({level});
  Levels levels(puzzle, front);
  std::uint64_t round = 0;
  for (double seconds = first_level_seconds; !over(); seconds *= 2, ++round) {
    const std::vector<std::size_t> open = levels.open();
    if (open.empty()) break;
    progress(
        fmt::format("{} of {} levels open; {} seconds for each", open.size(), front.levels.size(), seconds));
    on_each(open, settings.threads, [&](std::size_t place) {
      if (!over()) levels.work_on(place, seconds, settings.seed + round, over);
    });
  }
  front.seconds = watch.seconds();
  return front;
}

std::string text_of(const PartyFront& front, const Puzzle& puzzle) {
  double most = 0;
  std::vector<PriceAnswer> answers;
  for (const PartyLevel& level : front.levels) {
    answers.push_back(answer_of(level.findings, front.whole));
    most = std::max(most, std::abs(answers.back().best.value_or(0)));
  }
  std::string text = fmt::format("puzzle  {}\nfront   {} at each level of {}\n", puzzle.name,
                                 puzzle.pool.numeric[puzzle.objective].name, front.measure.name);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const PriceAnswer& answer = answers[i];
    const bool empty = answer.solvable == false;
    const std::string price = empty ? said(puzzle.naming, "no {party}") : price_text(answer, puzzle.unit);
    const double share = most > 0 ? std::abs(answer.best.value_or(0)) / most : 0;
    const std::string bar(static_cast<std::size_t>(std::round(share * longest_bar)), '#');
    std::string line = fmt::format("{:>16}  {:<24}  {:<7}  {}", level_text(front, front.levels[i]), price,
                                   answer.proven ? "proven" : "", bar);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  const auto proven = std::ranges::count(answers, true, &PriceAnswer::proven);
  return text + fmt::format("proven  {} of {} levels, {:.1f} s\n", proven, answers.size(), front.seconds);
}

nlohmann::ordered_json json_of(const PartyFront& front, const Puzzle& puzzle) {
  using Json = nlohmann::ordered_json;
  const auto or_null = [](const auto& value) { return value ? Json(*value) : Json(nullptr); };
  Json levels = Json::array();
  for (const PartyLevel& level : front.levels) {
    const PriceAnswer answer = answer_of(level.findings, front.whole);
    Json json = {{"level", level.level},
                 {"solvable", or_null(answer.solvable)},
                 {"best", or_null(answer.best)},
                 {"bound", or_null(answer.bound)},
                 {"proven", answer.proven}};
    if (answer.best) {
      const auto& party = level.findings.best;
      json["value"] = measured(puzzle, front.measure, party);
      json["party"] = Json::array();
      for (const std::uint32_t hero : party) json["party"].push_back(puzzle.pool.ids[hero]);
    }
    levels.push_back(std::move(json));
  }
  return {{"schema", "skerry.party-front/1"},
          {"puzzle", puzzle.name},
          {"objective", puzzle.pool.numeric[puzzle.objective].name},
          {"unit", puzzle.unit},
          {"direction", puzzle.direction == Direction::minimise ? "minimise" : "maximise"},
          {"measure", front.measure.name},
          {"reached", front.at_least ? "at_least" : "at_most"},
          {"seconds", front.seconds},
          {"levels", std::move(levels)}};
}

}  // namespace skerry::party

#include "puzzles/party/validate/validation.hpp"

#include "engine/stopwatch.hpp"
#include "puzzles/party/validate/play.hpp"
#include "puzzles/party/validate/questions.hpp"
#include "puzzles/party/validate/rule_prices.hpp"
#include "puzzles/party/validate/solutions.hpp"

#include <algorithm>

#include <fmt/core.h>

namespace skerry::party {

PriceAnswer answer_of(const Findings& findings, const IntegerPuzzle& whole) {
  PriceAnswer answer;
  answer.proven = findings.complete;
  if (!findings.best.empty()) {
    answer.solvable = true;
    answer.best = whole.objective(findings.best_cost);
  } else if (findings.complete) {
    answer.solvable = false;
    return answer;
  }
  if (findings.bound) answer.bound = whole.objective(*findings.bound);
  return answer;
}

Validation validate(const Puzzle& puzzle, const ValidationSettings& settings,
                    const std::optional<IslandsAnswer>& islands, const std::function<bool()>& stop,
                    const std::function<void(const std::string&)>& progress) {
  const Stopwatch watch;
  const auto over = [&] { return watch.seconds() >= settings.seconds || stop(); };
  const Questions questions(settings, over);
  Validation validation;
  Prover prover(puzzle);
  prover.limit_programs(std::max(1.0, settings.seconds / 3));
  validation.whole = prover.whole();
  const auto told = [&](const Findings& findings) {
    const PriceAnswer answer = answer_of(findings, prover.whole());
    progress(fmt::format("{}, bound {}",
                         answer.best ? fmt::format("best {:.10g}", *answer.best) : "no party yet",
                         answer.bound ? fmt::format("{:.10g}", *answer.bound) : "none"));
  };
  validation.islands = islands;
  if (islands) {
    validation.tried.push_back(fmt::format("{} generations on {} island{}, {} evaluations",
                                           islands->generations, islands->count,
                                           islands->count == 1 ? "" : "s", islands->evaluations));
  }
  const bool none_known = !islands || islands->party.empty();
  if (none_known) {
    progress("looking for rules that clash");
    validation.clash = find_clash(puzzle, [&] { return over() || watch.seconds() >= settings.seconds / 2; });
    validation.tried.push_back(
        fmt::format("linear programs for rules that clash, {:.1f} s", watch.seconds()));
  }
  if (validation.clash) {
    validation.answer = {.solvable = false, .best = {}, .bound = {}, .proven = true};
    validation.seconds = validation.total_seconds = watch.seconds();
    return validation;
  }
  validation.findings = prover.prove(islands ? islands->party : std::vector<std::uint32_t>{}, over, told);
  validation.answer = answer_of(validation.findings, prover.whole());
  validation.seconds = watch.seconds();
  validation.tried.push_back(
      fmt::format("linear programs and searches at rising prices, {:.1f} s", watch.seconds()));
  if (validation.answer.solvable == false) validation.clash = search_clash(puzzle, over);
  progress("constructions as a player's");
  if (validation.answer.solvable.value_or(true)) play(validation, puzzle, settings, over);
  if (!validation.findings.best.empty()) {
    progress("listing the parties near the cheapest");
    const double half = (settings.seconds - watch.seconds()) / 2;
    prover.limit_programs(std::max(1.0, half / 3));
    list_solutions(validation, prover, puzzle, settings,
                   [&, since = Stopwatch()] { return over() || since.seconds() >= half; });
    if (!validation.heroes.empty()) {
      progress("the price without the most used hero");
      Prover without(puzzle);
      without.limit_programs(settings.seconds_a_question);
      without.ban(validation.heroes.front().hero);
      validation.without_most_used = answer_of(without.prove({}, questions.limit()), without.whole());
    }
    progress("the price of each rule");
    price_rules(validation, puzzle, questions);
    progress("price against synergy");
    if (!settings.front.empty())
      trace_front(validation, puzzle, requirement_on(puzzle, settings.front), questions);
    trace_synergy_front(validation, puzzle, questions);
  }
  validation.total_seconds = watch.seconds();
  return validation;
}

}  // namespace skerry::party

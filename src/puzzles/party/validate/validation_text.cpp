#include "puzzles/party/puzzle/judge.hpp"
#include "puzzles/party/validate/validation_json.hpp"

#include <cmath>

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace skerry::party {

namespace {

constexpr std::size_t most_lines = 5;

std::string price_text(const PriceAnswer& answer, const std::string& unit) {
  if (answer.solvable == false) return "impossible";
  const std::string in_unit = unit.empty() ? "" : " " + unit;
  if (answer.best && answer.proven) return fmt::format("{:.10g}{}", *answer.best, in_unit);
  if (answer.best && answer.bound)
    return fmt::format("{:.10g} to {:.10g}{}", *answer.bound, *answer.best, in_unit);
  if (answer.best) return fmt::format("at most {:.10g}{}", *answer.best, in_unit);
  return answer.bound ? fmt::format("not decided; {:.10g}{} or more", *answer.bound, in_unit) : "not decided";
}

std::string solvable_text(const Validation& validation) {
  const PriceAnswer& answer = validation.answer;
  if (answer.solvable == true) return "yes";
  if (answer.solvable == false) {
    return validation.clash
               ? fmt::format("no: these rules clash: {}", fmt::join(validation.clash->rules, "; "))
               : "no: no party meets all rules";
  }
  return fmt::format("not decided; tried: {}", fmt::join(validation.tried, "; "));
}

std::string sure_text(const PriceAnswer& answer) {
  if (answer.proven) return "proven";
  if (!answer.best || !answer.bound) return "not proven";
  return fmt::format("not proven; gap {:.2g} %",
                     100 * std::abs(*answer.best - *answer.bound) / std::abs(*answer.best));
}

void add_rules(std::string& text, const Validation& validation, const Puzzle& puzzle) {
  for (const RulePrice& price : validation.rule_prices) {
    text += fmt::format("  {}: without it {}", price.rule, price_text(price.without, puzzle.unit));
    for (const auto& other : {price.tighter, price.looser}) {
      if (other) text += fmt::format("; {} {}", other->text, price_text(other->answer, puzzle.unit));
    }
    text += "\n";
  }
}

}  // namespace

std::string text_of(const Validation& validation, const Puzzle& puzzle, const ValidationSettings& settings) {
  const PriceAnswer& answer = validation.answer;
  std::string text = fmt::format("puzzle     {}\nsolvable   {}\n", puzzle.name, solvable_text(validation));
  if (validation.clash) {
    for (const auto& relaxation : validation.clash->relaxations)
      text += fmt::format("           must give at least down to: {} (which may not be enough)\n",
                          relaxation.text);
  }
  if (answer.best) {
    text += fmt::format("cheapest   {}, {}, {:.1f} s\n", price_text(answer, puzzle.unit), sure_text(answer),
                        validation.seconds);
  }
  if (validation.solutions) {
    const Solutions& solutions = *validation.solutions;
    text += fmt::format("solutions  {}{} teams in {} placements within {:.4g} % of the cheapest\n",
                        solutions.complete ? "" : "at least ", solutions.teams, solutions.placements,
                        100 * settings.within);
    for (const std::string& reason : {solutions.cut, solutions.catalogue_cut}) {
      if (!reason.empty()) text += fmt::format("           {}\n", reason);
    }
  }
  for (std::size_t i = 0; i < validation.heroes.size() && i < most_lines; ++i) {
    const auto& [hero, share] = validation.heroes[i];
    text += fmt::format("{}{} in {:.0f} %{}\n", i == 0 ? "leans on   " : "           ", puzzle.pool.ids[hero],
                        100 * share,
                        i == 0 && validation.without_most_used
                            ? ", without whom " + price_text(*validation.without_most_used, puzzle.unit)
                            : "");
  }
  if (!validation.rule_prices.empty()) text += "rules\n";
  add_rules(text, validation, puzzle);
  for (const Front& front : validation.fronts) {
    text += fmt::format("{:<10} ", front.rule);
    for (const auto& point : front.points)
      text += fmt::format("{}{:.4g}: {}", &point == front.points.data() ? "" : ", ", point.bound,
                          price_text(point.answer, ""));
    text += "\n";
  }
  if (validation.player) {
    const PlayerAnswer& player = *validation.player;
    text += fmt::format("player     {:.1f} % of {} constructions meet the synergy, {:.1f} % every rule\n",
                        100 * player.synergetic, player.constructions, 100 * player.feasible);
  }
  if (!validation.findings.best.empty()) text += "\n" + describe(puzzle, validation.findings.best);
  return text;
}

}  // namespace skerry::party

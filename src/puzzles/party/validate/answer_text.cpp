#include "puzzles/party/validate/answer_text.hpp"

#include "app/terminal/console.hpp"
#include "puzzles/party/search/construction.hpp"

#include <cmath>

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace skerry::party {

std::string price_text(const PriceAnswer& answer, const std::string& unit) {
  if (answer.solvable == false) return "impossible";
  const std::string in_unit = unit.empty() ? "" : " " + unit;
  if (answer.best && answer.proven) return fmt::format("{:.10g}{}", *answer.best, in_unit);
  if (answer.best && answer.bound)
    return fmt::format("{:.10g} to {:.10g}{}", *answer.bound, *answer.best, in_unit);
  if (answer.best) return fmt::format("at most {:.10g}{}", *answer.best, in_unit);
  return answer.bound ? fmt::format("not decided; {:.10g}{} or more", *answer.bound, in_unit) : "not decided";
}

std::string sure_text(const PriceAnswer& answer) {
  if (answer.proven) return "proven";
  if (!answer.best || !answer.bound) return "not proven";
  return fmt::format("not proven; gap {:.2g} %",
                     100 * std::abs(*answer.best - *answer.bound) / std::abs(*answer.best));
}

std::string solvable_text(const Validation& validation) {
  const PriceAnswer& answer = validation.answer;
  if (answer.solvable == true) return "yes";
  if (answer.solvable == false) {
    if (!validation.clash) return "no: no party meets all rules";
    const std::vector<std::string>& rules = validation.clash->rules;
    return fmt::format("no: {}: {}", rules.size() == 1 ? "this rule can't be met" : "these rules clash",
                       fmt::join(rules, "; "));
  }
  return fmt::format("not decided; tried: {}", fmt::join(validation.tried, "; "));
}

std::string solutions_text(const Solutions& solutions) {
  return fmt::format("{}{} team{} in {} placement{}", solutions.complete ? "" : "at least ", solutions.teams,
                     solutions.teams == 1 ? "" : "s", solutions.placements,
                     solutions.placements == 1 ? "" : "s");
}

std::string feasible_text(const PlayerAnswer& player) {
  constexpr double few = 0.005;
  if (player.feasible >= few) return fmt::format("{:.1f} % every rule", 100 * player.feasible);
  const double feasible = player.feasible * static_cast<double>(player.constructions);
  return rarity_text(static_cast<std::uint64_t>(std::llround(feasible)), player.constructions);
}

const RulePrice* dearest_rule(const Validation& validation, Direction direction) {
  const RulePrice* dearest = nullptr;
  std::optional<double> least = validation.answer.best;
  for (const RulePrice& price : validation.rule_prices) {
    const std::optional<double> without = price.without.best;
    if (!least || !without) continue;
    if (direction == Direction::minimise ? *without < *least : *without > *least) {
      dearest = &price;
      least = without;
    }
  }
  return dearest;
}

}  // namespace skerry::party

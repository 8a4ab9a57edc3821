#include "puzzles/party/puzzle/judge.hpp"
#include "puzzles/party/validate/answer_text.hpp"
#include "puzzles/party/validate/validation_json.hpp"

#include <fmt/core.h>

namespace skerry::party {

namespace {

constexpr std::size_t most_lines = 5;

void add_rules(std::string& text, const Validation& validation, const Puzzle& puzzle) {
  for (const RulePrice& price : validation.rule_prices) {
    text += fmt::format("  {}: without it {}", price.rule, price_text(price.without, puzzle.unit));
    for (const auto& other : {price.tighter, price.looser}) {
      if (other) text += fmt::format("; {} {}", other->text, price_text(other->answer, puzzle.unit));
    }
    text += "\n";
  }
}

void add_player(std::string& text, const Validation& validation) {
  const auto shares = [](const PlayerAnswer& player, const char* whose) {
    return fmt::format("{:.1f} % of {}{} constructions meet the synergy, {}\n", 100 * player.synergetic,
                       whose, player.constructions, feasible_text(player));
  };
  if (!validation.player) return;
  text += "player     " + shares(*validation.player, "");
  for (const OwnerAnswer& owner : validation.random_owners) {
    text += fmt::format("           {} of {} players who own {:.4g} % of the heroes build a party: {}",
                        owner.solving, owner.players, 100 * owner.share, shares(owner.all, "their "));
  }
  if (validation.owner) {
    text += fmt::format("           with the {} heroes of this player alone {}", validation.owner->heroes,
                        shares(validation.owner->all, ""));
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
    text += fmt::format("solutions  {} within {:.4g} % of the cheapest\n",
                        solutions_text(*validation.solutions), 100 * settings.within);
    for (const std::string& reason : {validation.solutions->cut, validation.solutions->catalogue_cut}) {
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
  add_player(text, validation);
  if (!validation.findings.best.empty()) text += "\n" + describe(puzzle, validation.findings.best);
  return text;
}

}  // namespace skerry::party

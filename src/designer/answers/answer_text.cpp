#include "designer/answers/answer_text.hpp"

#include "skerry/detail/text.hpp"

#include "app/terminal/console.hpp"
#include "app/text/text.hpp"
#include "designer/answers/validation_report.hpp"
#include "puzzles/party/draw/draw.hpp"
#include "puzzles/party/puzzle/judge.hpp"
#include "puzzles/party/search/constructor.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/core.h>

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

std::string solvable_text(const Validation& validation, const Naming& naming) {
  const PriceAnswer& answer = validation.answer;
  if (answer.solvable == true) return "yes";
  if (answer.solvable == false) {
    if (!validation.clash) return said(naming, "no: no {party} meets all rules");
    const std::vector<std::string>& rules = validation.clash->rules;
    return fmt::format("no: {}: {}", rules.size() == 1 ? "this rule can't be met" : "these rules clash",
                       joined(rules, "; "));
  }
  return fmt::format("not decided; tried: {}", joined(validation.tried, "; "));
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

namespace {

using Cells = std::vector<std::string>;

Cells overview_heading() {
  return {"puzzle", "solvable", "price", "sure", "solutions", "leans on", "player", "dearest rule"};
}

std::string sureness(const PriceAnswer& answer) {
  if (answer.proven) return "proven";
  if (answer.bound && answer.best) return "bound " + number_text(*answer.bound);
  return "open";
}

/// Returns the rule that makes it dearest, or the rules that clash.
std::string rule_cell(const Validated& validated) {
  const Validation& validation = validated.validation;
  if (validation.clash) return fmt::format("clash: {}", joined(validation.clash->rules, "; "));
  if (!validated.puzzle || validation.rule_prices.empty()) return "-";
  const RulePrice* dearest = dearest_rule(validation, validated.puzzle->direction);
  return dearest == nullptr ? "none by itself" : dearest->rule;
}

/// Returns the rows with the names of their puzzles; where two have the same, with the file, too.
std::vector<Cells> named(const std::vector<OverviewRow>& rows) {
  std::vector<Cells> table;
  for (const OverviewRow& row : rows) {
    const bool alone = std::ranges::count(rows, row.puzzle, &OverviewRow::puzzle) == 1;
    table.push_back({alone ? row.puzzle : fmt::format("{} ({})", row.puzzle, row.file)});
    table.back().insert(table.back().end(), row.cells.begin(), row.cells.end());
  }
  return table;
}

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

void add_player(std::string& text, const Validation& validation, const Naming& naming) {
  const auto shares = [](const PlayerAnswer& player, const char* whose) {
    return fmt::format("{:.1f} % of {}{} constructions meet the synergy, {}\n", 100 * player.synergetic,
                       whose, player.constructions, feasible_text(player));
  };
  if (!validation.player) return;
  text += "player     " + shares(*validation.player, "");
  for (const OwnerAnswer& owner : validation.random_owners) {
    text += said(naming, "           {} of {} players who own {:.4g} % of the {heroes} build a {party}: {}",
                 owner.solving, owner.players, 100 * owner.share, shares(owner.all, "their "));
  }
  if (validation.owner) {
    text += said(naming, "           with the {} {heroes} of this player alone {}", validation.owner->heroes,
                 shares(validation.owner->all, ""));
  }
}

constexpr std::size_t most_leaned_on = 3;

const std::string& unit_of(const Validated& validated) {
  static const std::string none;
  return validated.puzzle ? validated.puzzle->unit : none;
}

Naming naming_of(const Validated& validated) {
  return validated.puzzle ? validated.puzzle->naming : Naming();
}

std::string priced(const Validated& validated) {
  const PriceAnswer& answer = validated.validation.answer;
  if (!answer.best) return price_text(answer, unit_of(validated));
  return fmt::format("{}, {}", price_text(answer, unit_of(validated)), sure_text(answer));
}

AnswerChange price_change(const Validated& before, const Validated& after) {
  const bool least = !after.puzzle || after.puzzle->direction == Direction::minimise;
  AnswerChange change{least ? "cheapest" : "best", priced(before), priced(after), {}, unit_of(after)};
  const PriceAnswer &was = before.validation.answer, &now = after.validation.answer;
  if (was.best && now.best) change.difference = *now.best - *was.best;
  return change;
}

AnswerChange solutions_change(const Validated& before, const Validated& after) {
  const auto& was = before.validation.solutions;
  const auto& now = after.validation.solutions;
  AnswerChange change{
      "solutions", was ? solutions_text(*was) : "", now ? solutions_text(*now) : "", {}, "teams"};
  if (was && now && was->complete && now->complete)
    change.difference = static_cast<double>(now->teams) - static_cast<double>(was->teams);
  return change;
}

std::string leaned_on(const Validated& validated) {
  std::vector<std::string> heroes;
  for (const HeroShare& share : validated.validation.heroes) {
    if (heroes.size() == most_leaned_on) break;
    heroes.push_back(
        fmt::format("{} in {:.0f} %", name_and_id(*validated.puzzle, share.hero), 100 * share.share));
  }
  return joined(heroes, ", ");
}

std::string dearest_text(const Validated& validated) {
  const Validation& validation = validated.validation;
  if (validation.rule_prices.empty()) return "";
  const RulePrice* dearest = dearest_rule(validation, validated.puzzle->direction);
  if (dearest == nullptr) return "no rule by itself";
  return fmt::format("{}, without it {}", dearest->rule, price_text(dearest->without, unit_of(validated)));
}

AnswerChange player_change(const Validated& before, const Validated& after) {
  const auto text = [](const std::optional<PlayerAnswer>& player) {
    if (!player) return std::string();
    return fmt::format("{:.3g} % of {} constructions meet every rule", 100 * player->feasible,
                       player->constructions);
  };
  const auto& was = before.validation.player;
  const auto& now = after.validation.player;
  AnswerChange change{"player", text(was), text(now), {}, "attempts"};
  if (was && now && was->attempts && now->attempts)
    change.difference = std::round(100 * (*now->attempts - *was->attempts)) / 100;
  return change;
}

/// The heroes of the cheapest party by id, in words.
std::map<std::string, std::string> heroes_of(const Validated& validated) {
  std::map<std::string, std::string> heroes;
  for (const std::uint32_t hero : validated.validation.findings.best)
    heroes[validated.puzzle->pool.ids[hero]] = name_and_id(*validated.puzzle, hero);
  return heroes;
}

/// Returns which heroes of the cheapest party before are not in the one after, and the other way round.
AnswerChange party_change(const Validated& before, const Validated& after) {
  const auto were = heroes_of(before), are = heroes_of(after);
  const auto alone = [&](const auto& these, const auto& others, const char* one_of) {
    if (these.empty()) return std::string();
    std::vector<std::string> words;
    for (const auto& [id, hero] : these) {
      if (!others.contains(id)) words.push_back(hero);
    }
    return words.empty() ? said(after.puzzle->naming, "the same {heroes}")
                         : fmt::format("{} {}", one_of, joined(words, ", "));
  };
  if (were.empty() || are.empty()) return {"party", "", "", {}, ""};
  return {"party", alone(were, are, "with"), alone(are, were, "with"), {}, ""};
}

std::string difference_text(const AnswerChange& change) {
  if (!change.difference || *change.difference == 0) return "";
  return fmt::format(" ({}{}{}{})", *change.difference > 0 ? "+" : "", number_text(*change.difference),
                     change.unit.empty() ? "" : " ", change.unit);
}

std::string line_of(const AnswerChange& change) {
  const auto told = [](const std::string& text) { return text.empty() ? "not answered" : text; };
  if (change.before == change.after) return "as before: " + change.after;
  return fmt::format("{}; before: {}{}", told(change.after), told(change.before), difference_text(change));
}

}  // namespace

OverviewRow overview_row(const Validated& validated) {
  const Validation& validation = validated.validation;
  const PriceAnswer& answer = validation.answer;
  std::string solvable = "open", price = "-", solutions = "-", hero = "-", player = "-";
  if (answer.solvable) solvable = *answer.solvable ? "yes" : "no";
  if (answer.best) price = price_text({{}, answer.best, {}, true}, validated.puzzle->unit);
  if (validation.solutions) {
    solutions = fmt::format("{}{} team{}", validation.solutions->complete ? "" : "at least ",
                            validation.solutions->teams, validation.solutions->teams == 1 ? "" : "s");
  }
  if (!validation.heroes.empty()) {
    const auto& [most_used, share] = validation.heroes.front();
    hero = fmt::format("{} {:.0f} %", hero_label(*validated.puzzle, most_used), 100 * share);
  }
  if (validation.player) player = fmt::format("{:.3g} %", 100 * validation.player->feasible);
  return {validated.name,
          validated.file,
          {solvable, price, sureness(answer), solutions, hero, player, rule_cell(validated)}};
}

std::string overview_text(const std::vector<OverviewRow>& rows) {
  std::vector<Cells> table = named(rows);
  table.insert(table.begin(), overview_heading());
  std::vector<std::size_t> widths(table.front().size());
  for (const Cells& row : table) {
    for (std::size_t column = 0; column < row.size(); ++column)
      widths[column] = std::max(widths[column], characters_in(row[column]));
  }
  std::string text;
  for (const Cells& row : table) {
    for (std::size_t column = 0; column + 1 < row.size(); ++column)
      text += row[column] + std::string(widths[column] + 2 - characters_in(row[column]), ' ');
    text += row.back() + "\n";
  }
  return text;
}

std::string text_of(const Validation& validation, const Puzzle& puzzle, const ValidationSettings& settings) {
  const PriceAnswer& answer = validation.answer;
  std::string text =
      fmt::format("puzzle     {}\nsolvable   {}\n", puzzle.name, solvable_text(validation, puzzle.naming));
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
  add_player(text, validation, puzzle.naming);
  if (!validation.findings.best.empty()) text += "\n" + describe(puzzle, validation.findings.best);
  return text;
}

Comparison compare(const Validated& before, const Validated& after) {
  Comparison comparison{before.name, before.file, {}, {}, naming_of(after)};
  if (before.puzzle && after.puzzle) comparison.changes = changes_between(*before.puzzle, *after.puzzle);
  const auto add = [&](const AnswerChange& change) {
    if (!change.before.empty() || !change.after.empty()) comparison.answers.push_back(change);
  };
  add({"solvable",
       solvable_text(before.validation, naming_of(before)),
       solvable_text(after.validation, naming_of(after)),
       {},
       ""});
  add(price_change(before, after));
  add(party_change(before, after));
  add(solutions_change(before, after));
  add({"leans on", leaned_on(before), leaned_on(after), {}, ""});
  add({"dearest", dearest_text(before), dearest_text(after), {}, ""});
  add(player_change(before, after));
  return comparison;
}

std::string text_of(const Comparison& comparison) {
  std::string text = fmt::format("compared with {} ({})\n", comparison.puzzle, comparison.file);
  if (!comparison.changes) {
    text += "changes    are not told where a rule by itself can't be met\n";
  } else if (comparison.changes->empty()) {
    text += "changes    none\n";
  } else {
    for (const Change& change : *comparison.changes)
      text += fmt::format("{:<10} {}\n", change.part == "heroes" ? comparison.naming.heroes : change.part,
                          change.text);
  }
  text += "what that did to the answers\n";
  for (const AnswerChange& change : comparison.answers)
    text += fmt::format("{:<10} {}\n", change.answer == "party" ? comparison.naming.party : change.answer,
                        line_of(change));
  return text;
}

nlohmann::ordered_json json_of(const Comparison& comparison) {
  using Json = nlohmann::ordered_json;
  Json json = {{"puzzle", comparison.puzzle}, {"file", comparison.file}, {"changes", nullptr}};
  if (comparison.changes) {
    json["changes"] = Json::array();
    for (const auto& [part, text] : *comparison.changes)
      json["changes"].push_back({{"part", part}, {"text", text}});
  }
  json["answers"] = Json::array();
  for (const AnswerChange& change : comparison.answers) {
    json["answers"].push_back({{"answer", change.answer},
                               {"before", change.before},
                               {"after", change.after},
                               {"difference", change.difference ? Json(*change.difference) : Json(nullptr)},
                               {"unit", change.unit}});
  }
  return json;
}

}  // namespace skerry::party

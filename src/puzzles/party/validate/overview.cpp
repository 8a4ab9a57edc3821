#include "puzzles/party/validate/overview.hpp"

#include "app/terminal/console.hpp"
#include "app/text/utf8.hpp"
#include "puzzles/party/draw/draw_words.hpp"
#include "puzzles/party/validate/answer_text.hpp"

#include <algorithm>

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace skerry::party {

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
  if (validation.clash) return fmt::format("clash: {}", fmt::join(validation.clash->rules, "; "));
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

}  // namespace skerry::party

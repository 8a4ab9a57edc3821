#include "puzzles/party/validate/comparison.hpp"

#include "puzzles/party/draw/draw_words.hpp"
#include "puzzles/party/validate/answer_text.hpp"

#include <cmath>
#include <map>

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace skerry::party {

namespace {

constexpr std::size_t most_leaned_on = 3;

const std::string& unit_of(const Validated& validated) {
  static const std::string none;
  return validated.puzzle ? validated.puzzle->unit : none;
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
  return fmt::format("{}", fmt::join(heroes, ", "));
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
  const auto alone = [](const auto& these, const auto& others, const char* one_of) {
    if (these.empty()) return std::string();
    std::vector<std::string> words;
    for (const auto& [id, hero] : these) {
      if (!others.contains(id)) words.push_back(hero);
    }
    return words.empty() ? std::string("the same heroes")
                         : fmt::format("{} {}", one_of, fmt::join(words, ", "));
  };
  if (were.empty() || are.empty()) return {"party", "", "", {}, ""};
  return {"party", alone(were, are, "with"), alone(are, were, "with"), {}, ""};
}

}  // namespace

Comparison compare(const Validated& before, const Validated& after) {
  Comparison comparison{before.name, before.file, {}, {}};
  if (before.puzzle && after.puzzle) comparison.changes = changes_between(*before.puzzle, *after.puzzle);
  const auto add = [&](const AnswerChange& change) {
    if (!change.before.empty() || !change.after.empty()) comparison.answers.push_back(change);
  };
  add({"solvable", solvable_text(before.validation), solvable_text(after.validation), {}, ""});
  add(price_change(before, after));
  add(party_change(before, after));
  add(solutions_change(before, after));
  add({"leans on", leaned_on(before), leaned_on(after), {}, ""});
  add({"dearest", dearest_text(before), dearest_text(after), {}, ""});
  add(player_change(before, after));
  return comparison;
}

}  // namespace skerry::party

#include "designer/request/request.hpp"

#include "skerry/detail/text.hpp"

#include "app/config/node.hpp"
#include "app/text/text.hpp"
#include "designer/answers/solutions.hpp"
#include "designer/proof/prover.hpp"
#include "puzzles/party/puzzle/judge.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/core.h>

namespace skerry::party {

namespace {

constexpr double most_values = 100'000;
constexpr double requested_synergy_step = 0.05;
/// Values of a range are rounded to this part of 1: 0.6 + 3 x 0.05 is to be 0.75.
constexpr double decimals = 1e9;

std::optional<BoundRange> take_range(Settings& table, bool lower_bound, std::size_t rule, double step) {
  BoundRange range{.rule = rule, .lower_bound = lower_bound, .values = {}};
  const std::string_view key = key_of(range);
  if (!table.is_list(key)) return std::nullopt;
  const std::vector<double> numbers = table.numbers(key);
  if (numbers.size() == 3) step = numbers[2];
  if ((numbers.size() != 2 && numbers.size() != 3) || !(numbers[0] <= numbers[1]) || !(step > 0)) {
    table.fail(
        key,
        fmt::format("{} is [{}]; a range is [lowest, highest], and may have a step above 0 as a third number",
                    key, numbers_text(numbers)));
  }
  const double steps = std::floor((numbers[1] - numbers[0]) / step * (1 + 1 / decimals));
  if (!(steps < most_values)) {
    table.fail(key,
               fmt::format("{} has {} steps of {}; a range has at most {}", key, steps, step, most_values));
  }
  for (double i = 0; i <= steps; ++i) {
    const double value = lower_bound ? numbers[0] + i * step : numbers[1] - i * step;
    range.values.push_back(std::round(value * decimals) / decimals);
  }
  table.replace(key, range.values.front());
  return range;
}

void refuse_parts(const Settings& table, const BoundRange& range) {
  const auto of_heroes = [](double value) { return value == std::floor(value) && value >= 0; };
  if (!std::ranges::all_of(range.values, of_heroes)) {
    const std::string_view key = key_of(range);
    table.fail(key, fmt::format("{} counts heroes or values; its range has whole numbers from 0 on", key));
  }
}

double read_within(const Settings& wanted, double usual) {
  if (!wanted.is_text("within")) return wanted.number("within", usual, rate_range);
  const std::string text = wanted.text("within");
  if (const auto part = parse_part(text)) return *part;
  wanted.fail("within", fmt::format("within is \"{}\"; it is a part of the price, as \"2%\" or 0.02", text));
}

Wanted read_wanted(const Settings& settings) {
  if (!settings.has("wanted")) {
    settings.fail(
        {},
        "the request has no table [wanted]; it says what the cheapest party may cost: price = [900, 1100]");
  }
  const Settings table = settings.table("wanted");
  Wanted wanted;
  const std::vector<double> price = table.numbers("price");
  if (price.size() != 2 || !(price[0] <= price[1])) {
    table.fail("price", "price is the range of what the cheapest party may cost: [lowest, highest]");
  }
  wanted.lowest = price[0];
  wanted.highest = price[1];
  const auto count = [&](const char* key, std::uint64_t usual) {
    return static_cast<std::uint64_t>(table.integer(key, static_cast<std::int64_t>(usual), positive_range));
  };
  wanted.solutions = count("solutions", wanted.solutions);
  wanted.within = read_within(table, wanted.within);
  wanted.tries = count("tries", wanted.tries);
  wanted.seconds = table.number("seconds", wanted.seconds, {0.1, 1e9});
  return wanted;
}

/// Reads what a pool is generated from, in the place of its file.
GenerateSettings read_pool_settings(const Settings& pool, std::uint64_t seed) {
  GenerateSettings settings{.type = 1, .planted = false, .seed = seed};
  settings.heroes = static_cast<std::uint32_t>(
      pool.integer("heroes", {least_heroes, std::numeric_limits<std::uint32_t>::max()}));
  settings.traits_together = pool.number("traits_together", usual_together, rate_range);
  return settings;
}

/// A search polls after a thousand nodes; that many polls take some ten seconds.
constexpr std::uint64_t most_polls = 10'000;
constexpr std::uint64_t short_polls = 200;
constexpr std::size_t most_listed = 100'000;
constexpr double largest_cost = 1e15;  // no range of prices reaches as far

/// Tells whether no rule of the puzzle is impossible by itself.
bool rules_possible(const Puzzle& puzzle) {
  try {
    check_synergy(puzzle);
    for (const Requirement& requirement : puzzle.requirements) {
      if (requirement.at_least && requirement.at_most && *requirement.at_least > *requirement.at_most)
        return false;
      check_possible(requirement, puzzle);
    }
  } catch (const ImpossibleRule&) {
    return false;
  }
  return true;
}

PriceSide side_of_price(double price, Direction direction, const Wanted& wanted) {
  const bool minimise = direction == Direction::minimise;
  if (price < wanted.lowest) return minimise ? PriceSide::cheap : PriceSide::dear;
  if (price > wanted.highest) return minimise ? PriceSide::dear : PriceSide::cheap;
  return PriceSide::wanted;
}

PriceSide side_of_answer(const PriceAnswer& answer, Direction direction, const Wanted& wanted) {
  if (answer.solvable == false) return PriceSide::dear;
  const auto side = [&](double price) { return side_of_price(price, direction, wanted); };
  if (answer.proven) return side(*answer.best);
  if (answer.bound && side(*answer.bound) == PriceSide::dear) return PriceSide::dear;
  if (answer.best && side(*answer.best) == PriceSide::cheap) return PriceSide::cheap;
  // The price lies between what is proven and what was found.
  const bool within = answer.bound && answer.best && side(*answer.bound) == PriceSide::wanted &&
                      side(*answer.best) == PriceSide::wanted;
  return within ? PriceSide::wanted : PriceSide::open;
}

/// Returns a party whose price is better than the range, if one is soon found: it tells that the puzzle is
/// too cheap long before the price of the cheapest is proven.
std::vector<std::uint32_t> find_below(Prover& prover, const Puzzle& puzzle, const Wanted& wanted,
                                      const std::function<bool()>& stop) {
  const IntegerPuzzle& whole = prover.whole();
  const double edge = puzzle.direction == Direction::minimise ? wanted.lowest : -wanted.highest;
  const double below = std::ceil(edge * static_cast<double>(whole.price_units)) - 1;
  if (below < -largest_cost) return {};
  const auto most = static_cast<std::int64_t>(std::min(below, static_cast<double>(whole.dearest())));
  Listing listing = prover.list(
      most, 1, [&, polls = std::uint64_t{0}]() mutable { return ++polls > short_polls || stop(); });
  return listing.parties.empty() ? std::vector<std::uint32_t>{} : std::move(listing.parties.front());
}

}  // namespace

std::vector<BoundRange> take_ranges(Settings& settings) {
  std::vector<BoundRange> ranges;
  std::vector<Settings> requirements = settings.tables("requirement");
  for (std::size_t r = 0; r < requirements.size(); ++r) {
    Settings& table = requirements[r];
    if (table.is_list("exactly")) {
      table.fail("exactly", "exactly is a list; it is one number, and at_least and at_most may be ranges");
    }
    for (const bool lower_bound : {true, false}) {
      auto range = take_range(table, lower_bound, r, 1);
      if (!range) continue;
      if (!is_numeric(requirement_kind(table))) refuse_parts(table, *range);
      ranges.push_back(std::move(*range));
    }
  }
  Settings synergy = settings.table("synergy");
  if (auto range = take_range(synergy, true, requirements.size(), requested_synergy_step)) {
    if (range->values.front() < 0 || range->values.back() > 1)
      synergy.fail("at_least", "the range of the synergy lies in [0, 1]");
    ranges.push_back(std::move(*range));
  }
  return ranges;
}

std::string_view key_of(const BoundRange& range) {
  return range.lower_bound ? "at_least" : "at_most";
}

void set_bound(Puzzle& puzzle, const BoundRange& range, double value) {
  if (range.rule == puzzle.requirements.size()) {
    puzzle.synergy.at_least = value;
  } else {
    Requirement& requirement = puzzle.requirements[range.rule];
    (range.lower_bound ? requirement.at_least : requirement.at_most) = value;
  }
}

std::string bounds_text(const Puzzle& puzzle, const std::vector<BoundRange>& ranges) {
  std::vector<std::string> rules;
  for (const BoundRange& range : ranges) {
    if (range.rule == puzzle.requirements.size()) {
      rules.push_back(synergy_rule(puzzle));
      continue;
    }
    const Requirement& requirement = puzzle.requirements[range.rule];
    std::vector<std::string> values;
    for (const std::uint32_t value : requirement.values)
      values.push_back(puzzle.pool.categorical[requirement.column].values[value]);
    const std::string text =
        requirement_text(puzzle.naming, requirement, property_of(puzzle.pool, requirement), values);
    if (rules.empty() || rules.back() != text) rules.push_back(text);
  }
  return joined(rules, "; ");
}

RequestFile parse_request(const std::filesystem::path& file, const std::filesystem::path& generated_pool,
                          std::uint64_t seed, Files& files) {
  const std::string& text = files.read(file);
  RequestFile request{Settings::parse(text, file, Settings::Kind::data), std::nullopt};
  if (const Settings pool = request.settings.table("pool"); pool.has("heroes")) {
    if (pool.has("file"))
      pool.fail("heroes", "heroes stands beside file; a pool is read from a file or generated");
    request.settings = Settings::parse(text, file, Settings::Kind::data);
    request.settings.override("pool.file", toml_string(generated_pool.string()));
    request.pool = read_pool_settings(request.settings.table("pool"), seed);
  }
  if (request.settings.has("optimum"))
    request.settings.fail("optimum", "a request has no optimum; generate proves that of the puzzle it makes");
  return request;
}

Request read_request(const std::filesystem::path& file, const std::filesystem::path& generated_pool,
                     std::uint64_t seed, Files& files) {
  auto [settings, pool_settings] = parse_request(file, generated_pool, seed, files);
  std::string pool_csv;
  if (pool_settings) {
    pool_csv = generate(*pool_settings).pool_csv;
    files.provide(generated_pool, pool_csv);
  }
  const Wanted wanted = read_wanted(settings);
  std::vector<BoundRange> ranges = take_ranges(settings);
  Puzzle puzzle = read_puzzle(settings, files);
  std::filesystem::path pool = settings.table("pool").path("file");
  return {.settings = std::move(settings),
          .puzzle = std::move(puzzle),
          .ranges = std::move(ranges),
          .wanted = wanted,
          .pool = std::move(pool),
          .pool_csv = std::move(pool_csv)};
}

bool fulfils(const Trial& trial, const Wanted& wanted) {
  return trial.side == PriceSide::wanted && trial.solutions && trial.solutions->teams >= wanted.solutions;
}

Trial try_puzzle(const Puzzle& puzzle, const Wanted& wanted, const std::function<bool()>& stop) {
  Trial trial;
  if (!rules_possible(puzzle)) {
    trial.side = PriceSide::dear;
    trial.answer = {.solvable = false, .best = {}, .bound = {}, .proven = true};
    return trial;
  }
  Prover prover(puzzle);
  const auto effort = [&stop](const bool& enough) {
    return [&stop, &enough, polls = std::uint64_t{0}]() mutable {
      return enough || ++polls > most_polls || stop();
    };
  };
  if (const auto party = find_below(prover, puzzle, wanted, stop); !party.empty()) {
    trial.answer = {.solvable = true, .best = score(puzzle, party).fitness, .bound = {}, .proven = false};
    trial.side = PriceSide::cheap;
    return trial;
  }
  bool dear = false;
  const Findings findings = prover.prove({}, effort(dear), [&](const Findings& so_far) {
    const PriceAnswer answer = answer_of(so_far, prover.whole());
    dear = !answer.proven && side_of_answer(answer, puzzle.direction, wanted) == PriceSide::dear;
  });
  trial.answer = answer_of(findings, prover.whole());
  trial.side = side_of_answer(trial.answer, puzzle.direction, wanted);
  if (trial.side != PriceSide::wanted) return trial;
  trial.cheapest = findings.best;
  const bool no_limit = false;
  const Listing listing =
      prover.list(most_within(wanted.within, findings.best_cost), most_listed, effort(no_limit));
  trial.solutions = Solutions{std::max<std::size_t>(1, placements_of_teams(listing.parties).size()),
                              std::max<std::size_t>(1, listing.parties.size()), listing.complete};
  return trial;
}

}  // namespace skerry::party

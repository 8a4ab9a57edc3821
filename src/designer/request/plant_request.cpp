#include "designer/request/plant_request.hpp"

#include "skerry/error.hpp"
#include "skerry/random.hpp"

#include "designer/proof/prover.hpp"
#include "puzzles/party/generate/market.hpp"
#include "puzzles/party/puzzle/judge.hpp"
#include "puzzles/party/puzzle/puzzle.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

namespace skerry::party {

namespace {

/// A number of the heroes that may be moved.
struct HeroNumber {
  std::string_view column;
  std::int64_t Hero::*value;
  std::int64_t lowest, highest;
  std::int64_t multiplier;
};

constexpr std::array hero_numbers = {HeroNumber{"level", &Hero::level, lowest_level, highest_level, 25},
                                     HeroNumber{"gear", &Hero::gear, 1, 100, 10}};
constexpr std::int64_t count_multiplier = 140;
constexpr std::int64_t lowest_price = 20;
/// A search polls after a thousand nodes.
constexpr std::uint64_t most_polls_for_party = 100'000;

void refuse_what_is_not_planted(RequestFile& request) {
  Settings& settings = request.settings;
  if (!request.pool) {
    settings.table("pool").fail(
        {}, "an optimum is planted in a generated pool; give its number of heroes in place of file");
  }
  if (settings.has("wanted"))
    settings.fail("wanted",
                  "a planted puzzle has no [wanted]; its rules decide what the cheapest party costs");
  for (const BoundRange& range : take_ranges(settings)) {
    const std::vector<Settings> requirements = settings.tables("requirement");
    const bool synergy = range.rule == requirements.size();
    (synergy ? settings.table("synergy") : requirements[range.rule])
        .fail(key_of(range), fmt::format("{} is a range; a planted puzzle has one bound", key_of(range)));
  }
  const Settings objective = settings.table("objective");
  if (objective.text("property") != "price" || objective.text("direction", "minimise") != "minimise")
    objective.fail("property", "an optimum is planted by the prices; the objective is price, minimised");
  for (const Settings& requirement : settings.tables("requirement")) {
    if (requirement.text("property") == "price")
      requirement.fail("property",
                       "an optimum is planted by the prices, so that no requirement may be on them");
  }
}

/// Returns a party that meets every rule but those on sums, which it will meet when its numbers are moved.
std::vector<std::uint32_t> find_party(Puzzle puzzle) {
  std::erase_if(puzzle.requirements, [](const Requirement& rule) { return is_numeric(rule.kind); });
  Prover prover(puzzle);
  bool found = false;
  std::uint64_t polls = 0;
  const Findings findings = prover.prove(
      {}, [&] { return found || ++polls > most_polls_for_party; },
      [&](const Findings& so_far) { found = !so_far.best.empty(); });
  if (!findings.best.empty()) return findings.best;
  throw Error(
      ExitStatus::failed,
      fmt::format(
          "{} heroes were generated, and no party of them {} that meets the rules; more heroes, looser rules "
          "or another seed may help",
          puzzle.pool.size(), findings.complete ? "exists" : "was found"));
}

double sum_factor(const Puzzle& puzzle, const Requirement& requirement) {
  return requirement.kind == RequirementKind::average ? static_cast<double>(puzzle.nodes.size()) : 1;
}

/// The bound that the sum of a number is to meet exactly.
struct TightBound {
  std::size_t requirement = 0;
  bool lower = true;
  double sum = 0;
};

/// Returns the tightest lower bound on a number's sum, else the tightest upper one; none where no bound rules
/// anything out.
std::optional<TightBound> tight_bound(const Puzzle& puzzle, const HeroNumber& number) {
  std::optional<TightBound> least, most;
  const auto nodes = static_cast<double>(puzzle.nodes.size());
  for (std::size_t r = 0; r < puzzle.requirements.size(); ++r) {
    const Requirement& requirement = puzzle.requirements[r];
    if (!is_numeric(requirement.kind) || property_of(puzzle.pool, requirement) != number.column) continue;
    const double factor = sum_factor(puzzle, requirement);
    if (const auto& bound = requirement.at_least; bound && (!least || *bound * factor > least->sum))
      least = TightBound{r, true, *bound * factor};
    if (const auto& bound = requirement.at_most; bound && (!most || *bound * factor < most->sum))
      most = TightBound{r, false, *bound * factor};
  }
  if (least && least->sum > nodes * static_cast<double>(number.lowest)) return least;
  if (most && most->sum < nodes * static_cast<double>(number.highest)) return most;
  return std::nullopt;
}

/// Moves a number of the party, hero by hero, until its sum is `target`.
void move_to_sum(std::vector<Hero>& heroes, std::span<const std::uint32_t> party, const HeroNumber& number,
                 std::int64_t target, Random& random) {
  std::int64_t sum = 0;
  for (const std::uint32_t hero : party) sum += heroes[hero].*number.value;
  while (sum != target) {
    std::int64_t& value = heroes[party[random.below(static_cast<std::uint32_t>(party.size()))]].*number.value;
    const std::int64_t moved = std::clamp(value + (sum < target ? 1 : -1), number.lowest, number.highest);
    sum += moved - value;
    value = moved;
  }
}

/// Moves the numbers of the party to their bounds. Returns the multipliers of all requirements.
std::vector<double> make_tight(const Puzzle& puzzle, std::span<const std::uint32_t> party,
                               std::vector<Hero>& heroes, Random& random) {
  std::vector<double> multipliers(puzzle.requirements.size(), 0);
  for (const HeroNumber& number : hero_numbers) {
    const auto bound = tight_bound(puzzle, number);
    if (!bound) continue;
    const double target = std::round(bound->sum);
    if (std::abs(target - bound->sum) > tolerance) {
      const Requirement& requirement = puzzle.requirements[bound->requirement];
      throw DataError(fmt::format(
          "'{}' asks {} heroes for a sum of {:.10g}; to plant an optimum, the sum has to be whole ({})",
          requirement.text, puzzle.nodes.size(), bound->sum, requirement.where));
    }
    move_to_sum(heroes, party, number, static_cast<std::int64_t>(target), random);
    multipliers[bound->requirement] =
        static_cast<double>(bound->lower ? number.multiplier : -number.multiplier);
  }
  for (std::size_t r = 0; r < puzzle.requirements.size(); ++r) {
    const Requirement& requirement = puzzle.requirements[r];
    if (requirement.kind != RequirementKind::count) continue;
    double count = 0;
    for (const std::uint32_t hero : party) count += contribution(puzzle, requirement, hero);
    if (requirement.at_least == count && count > 0) {
      multipliers[r] = static_cast<double>(count_multiplier);
    } else if (requirement.at_most == count && count < static_cast<double>(party.size())) {
      multipliers[r] = -static_cast<double>(count_multiplier);
    }
  }
  return multipliers;
}

/// Makes the party free of slack, and with it some heroes who mislead a search: some that are like one of the
/// party but for a trait, and others.
void make_bargains(std::vector<Hero>& heroes, std::span<const std::uint32_t> party, const World& world,
                   Random& random) {
  for (const std::uint32_t hero : party) heroes[hero].slack = 0;
  std::vector<std::uint32_t> others;
  for (std::uint32_t hero = 0; hero < heroes.size(); ++hero) {
    if (std::ranges::find(party, hero) == party.end()) others.push_back(hero);
  }
  random.shuffle(std::span(others));
  others.resize(others.size() * 3 / 400);
  for (std::size_t i = 0; i < others.size(); ++i) {
    Hero& hero = heroes[others[i]];
    hero.slack = 0;
    if (i % 3 != 0) continue;
    const Traits own = world.sample(random);
    hero.traits = heroes[party[random.below(static_cast<std::uint32_t>(party.size()))]].traits;
    const std::array other_traits = {race, religion, hero_class};
    const Trait other = other_traits[random.below(other_traits.size())];
    hero.traits[other] = own[other];
  }
}

std::vector<std::int64_t> slack_of(const std::vector<Hero>& heroes) {
  std::vector<std::int64_t> slack;
  slack.reserve(heroes.size());
  for (const Hero& hero : heroes) slack.push_back(hero.slack);
  return slack;
}

/// Returns what each hero costs without its slack, and sets the base so that no price is below the lowest.
std::vector<std::int64_t> line_prices(const Puzzle& puzzle, Certificate& certificate) {
  std::vector<std::int64_t> prices(puzzle.pool.size());
  for (std::uint32_t hero = 0; hero < puzzle.pool.size(); ++hero) {
    double price = 0;
    for (std::size_t r = 0; r < puzzle.requirements.size(); ++r)
      price += certificate.multipliers[r] * contribution(puzzle, puzzle.requirements[r], hero);
    prices[hero] = static_cast<std::int64_t>(price);
  }
  const std::int64_t base = lowest_price - *std::ranges::min_element(prices);
  for (std::int64_t& price : prices) price += base;
  certificate.base = static_cast<double>(base);
  return prices;
}

}  // namespace

Request plant_request(const std::filesystem::path& file, const std::filesystem::path& generated_pool,
                      std::uint64_t seed, Files& files) {
  RequestFile request = parse_request(file, generated_pool, seed, files);
  refuse_what_is_not_planted(request);
  Random random(seed, 0, Purpose::generation);
  const World world(request.pool->traits_together, random);
  std::vector<Hero> heroes = draw_heroes(request.pool->heroes, world, random);
  const auto read_with = [&](const std::vector<std::int64_t>& prices) {
    files.provide(generated_pool, pool_csv(heroes, world, prices));
    return read_puzzle(request.settings, files);
  };
  const Puzzle draft = read_with(slack_of(heroes));
  Certificate certificate;
  certificate.party = find_party(draft);
  certificate.multipliers = make_tight(draft, certificate.party, heroes, random);
  make_bargains(heroes, certificate.party, world, random);

  const std::vector<std::int64_t> slack = slack_of(heroes);
  std::vector<std::int64_t> prices = line_prices(read_with(slack), certificate);
  std::ranges::transform(prices, slack, prices.begin(), std::plus<>());
  Puzzle puzzle = read_with(prices);
  certificate.optimum = score(puzzle, certificate.party).fitness;
  puzzle.known_optimum = certificate.optimum;
  puzzle.certificate = std::move(certificate);
  if (const std::string flaw = verify_certificate(puzzle); !flaw.empty())
    throw Error(ExitStatus::failed, "the planted optimum is not proven: " + flaw);
  return {.settings = std::move(request.settings),
          .puzzle = std::move(puzzle),
          .ranges = {},
          .wanted = {},
          .pool = generated_pool,
          .pool_csv = files.read(generated_pool)};
}

}  // namespace skerry::party

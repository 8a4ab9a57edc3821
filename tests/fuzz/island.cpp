// The input is a saved island as a checkpoint holds it: the first byte chooses the problem, the rest is the
// state. An island that load() accepts must be able to go on. Inputs start from states that islands saved.
#include "skerry/detail/algorithms/genetic_island.hpp"

#include "engine/archipelago/logbook.hpp"
#include "fuzz.hpp"
#include "puzzles/landscapes/bit_functions.hpp"
#include "puzzles/party/search/problem.hpp"
#include "unit/puzzles/party/puzzles.hpp"

#include <boost/serialization/vector.hpp>

namespace skerry::fuzz::of_island {
namespace {

/// The problem asks for as many different numbers as possible; its genome has a size and memory of its own.
struct Numbers {
  using Genome = std::vector<std::uint16_t>;
  Direction direction() const { return Direction::maximise; }
  Genome sample(Random& random) {
    Genome genome(random.below(6));
    for (auto& number : genome) number = static_cast<std::uint16_t>(random());
    return genome;
  }
  Score evaluate(const Genome& genome) {
    Genome sorted = genome;
    std::ranges::sort(sorted);
    return {0, static_cast<double>(std::unique(sorted.begin(), sorted.end()) - sorted.begin())};
  }
  Genome crossover(const Genome& a, const Genome& b, Random& random) { return random.chance(0.5) ? a : b; }
  void mutate(Genome& genome, double rate, Random& random) {
    if (random.chance(rate)) genome.push_back(static_cast<std::uint16_t>(random()));
  }
};

Genetic settings() {
  Genetic settings;
  settings.population = 3;
  settings.offspring = 4;
  settings.immigrants_below = 0.1;
  settings.restart_after = 4;
  settings.mutation_growth = 1.5;
  settings.improve_rate = 0.5;
  settings.improve_budget = 20;
  return settings;
}

const party::PartyProblem& puzzle() {
  static const auto roster = std::make_shared<const party::Roster>(party::read_texts(party::small_puzzle));
  static const party::PartyProblem puzzle(roster, {});
  return puzzle;
}

/// Returns the state that an island saves after a few generations, behind the byte that chooses its problem.
template <Problem P>
std::vector<std::byte> saved(std::byte pick, const P& problem, std::uint64_t seed) {
  GeneticIsland<P> island(problem, settings(), seed, 0);
  island.initialise();
  island.evolve(3);
  Logbook logbook;
  logbook.collect(island, 0);
  std::vector<std::byte> bytes = pack(logbook, island);
  bytes.insert(bytes.begin(), pick);
  return bytes;
}

template <Problem P>
void load(const P& problem, std::span<const std::byte> state) {
  accepted([&] {
    GeneticIsland<P> island(problem, settings(), 1, 0);
    Logbook logbook;
    unpack(state, logbook, island);
    require(std::ranges::equal(pack(logbook, island), state), "saved again, the island differs");
    island.sort();
    island.evolve(2);
    require(!island.statistics().empty(), "an evolved island without rows");
    require(!island.best_genome().empty(), "an island without a best");
  });
}

/// Calls `use` with the problem of this number.
template <typename Use>
void with_problem(int number, Use use) {
  if (number == 0) return use(OneMax(40));
  if (number == 1) return use(Numbers());
  use(puzzle());
}

void run(std::string_view input) {
  if (input.empty()) return;
  const auto state = std::as_bytes(std::span(input.substr(1)));
  with_problem(input.front() % 3, [&](const auto& problem) { load(problem, state); });
}

/// Random bytes rarely make a saved island, so an input sometimes starts anew from a real one.
std::size_t change(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  if (size < 2 || seed % 128 == 0) {
    const auto pick = static_cast<std::byte>(seed / 128 % 3);
    std::vector<std::byte> bytes;
    with_problem(std::to_integer<int>(pick),
                 [&](const auto& problem) { bytes = saved(pick, problem, seed); });
    size = std::min(bytes.size(), most);
    std::memcpy(data, bytes.data(), size);
  }
  return LLVMFuzzerMutate(data, size, most);
}

}  // namespace

const Target target("island", run, change);

}  // namespace skerry::fuzz::of_island

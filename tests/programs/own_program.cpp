// This is a user's program with a problem of its own, which has only the members that a problem needs, and
// with commands, a topology, a stop rule, a selection, a migration policy, an algorithm and an observer of
// its own. On the rank FAILING_RANK it throws after some evaluations, like a fault in practice. EVALUATION_MS
// is the duration of an evaluation, ENOUGH the fitness that is good enough, LAST_EPOCH the epoch after which
// the program has seen enough, and COLUMN the name of the observer's column.
#include "skerry/app/load_problem.hpp"
#include "skerry/main.hpp"

#include "programs.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

struct Guess {
  using Genome = std::uint32_t;

  skerry::Direction direction() const { return skerry::Direction::minimise; }
  Genome sample(skerry::Random& random) const { return random.below(1000); }
  skerry::Score evaluate(Genome genome) {
    if (failing && ++evaluations == 500) throw std::runtime_error("the 500th evaluation fails");
    if (evaluation_ms > 0) std::this_thread::sleep_for(std::chrono::milliseconds(evaluation_ms));
    return {0, static_cast<double>(genome)};
  }
  Genome crossover(Genome a, Genome b, skerry::Random& random) const { return random.chance(0.5) ? a : b; }
  void mutate(Genome& genome, double rate, skerry::Random& random) const {
    if (random.chance(rate)) genome = random.below(1000);
  }

  static std::vector<skerry::Command> commands();

  static bool asked_to_fail() {
    const char* rank = std::getenv("OMPI_COMM_WORLD_RANK");
    if (rank == nullptr) rank = std::getenv("PMI_RANK");  // as MPICH calls it
    const char* wanted = std::getenv("FAILING_RANK");
    return wanted != nullptr &&
           (std::string(wanted) == "all" || std::string(wanted) == (rank != nullptr ? rank : "0"));
  }

  static int asked_to_take_ms() {
    const char* asked = std::getenv("EVALUATION_MS");
    return asked != nullptr ? std::atoi(asked) : 0;
  }

  bool failing = asked_to_fail();
  int evaluation_ms = asked_to_take_ms();
  std::uint64_t evaluations = 0;
};

/// Prints the value of a guess: `worth own.toml --guess 7`.
struct WorthOptions {
  std::int64_t guess = 0;
  bool twice = false;
  skerry::ConfigurationArguments configuration;
};

void declare_worth(skerry::CommandLine& line, WorthOptions& options) {
  line.option("--guess", &options.guess, "What is guessed",
              {.value = "N", .range = skerry::Range<std::int64_t>{0, 999}, .required = true});
  line.flag("--twice", &options.twice, "Double it");
  skerry::declare_configuration(line, options.configuration, "The configuration, a TOML file");
}

skerry::ExitStatus worth(const WorthOptions& options, skerry::Program& program) {
  auto [problem, seed] =
      skerry::load_problem<Guess>(options.configuration, program, "problem", "worth is of guesses");
  const auto guess = static_cast<Guess::Genome>(options.guess * (options.twice ? 2 : 1));
  std::cout << problem.evaluate(guess).fitness << '\n';
  return skerry::ExitStatus::done;
}

/// Writes random guesses, a row each: `draws own.toml --count 3 --output draws.csv`.
struct DrawsOptions {
  std::uint64_t count = 0;
  std::string output;
  skerry::ConfigurationArguments configuration;
};

void declare_draws(skerry::CommandLine& line, DrawsOptions& options) {
  skerry::declare_configuration(line, options.configuration, "The configuration, a TOML file");
  skerry::declare_seed(line, options.configuration.seed);
  line.option("--count", &options.count, "How many", {.value = "N"});
  line.option("--output", &options.output, "The table", {.value = "FILE"});
}

skerry::ExitStatus draws(const DrawsOptions& options, skerry::Program& program) {
  auto [problem, seed] =
      skerry::load_problem<Guess>(options.configuration, program, "problem", "draws are of guesses");
  skerry::Random random(seed);
  std::ofstream table(options.output);
  table << "guess\n";
  for (std::uint64_t i = 0; i < options.count; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(problem.evaluation_ms));
    table << problem.sample(random) << '\n';
  }
  return skerry::ExitStatus::done;
}

skerry::TableTask draws_task(const skerry::Settings& table) {
  const auto count = static_cast<std::uint64_t>(table.integer("count", skerry::positive_range));
  return {.options = {"--count", std::to_string(count)}, .rows = count};
}

std::vector<skerry::Command> Guess::commands() {
  return {{.path = "worth",
           .summary = "Says what a guess is worth",
           .footer = "Example:\n  skerry worth own.toml --guess 7",
           .declare = skerry::with_options(declare_worth, worth)},
          {.path = "draws",
           .summary = "Draws guesses at random",
           .declare = skerry::with_options(declare_draws, draws),
           .task = draws_task}};
}

// Island 0 exchanges migrants with all others.
skerry::Links star(const skerry::TopologyRequest& request) {
  skerry::Links links(request.islands);
  for (std::size_t island = 1; island < request.islands; ++island) {
    links[0].push_back(island);
    links[island].push_back(0);
  }
  return links;
}

/// Every parent is the best.
struct Best {
  static constexpr std::string_view name = "best";
  void prepare(std::span<const std::uint32_t> ranking) { best = ranking.front(); }
  std::uint32_t pick(skerry::Random& /*random*/) const { return best; }
  std::uint32_t best = 0;
};

/// The odd guesses migrate.
struct OddMigrate {
  static constexpr std::string_view name = "odd";
  void order(const skerry::Population<Guess::Genome>& population, std::span<std::uint32_t> ranking) {
    std::stable_partition(ranking.begin(), ranking.end(),
                          [&](std::uint32_t slot) { return population.genomes[slot] % 2 == 1; });
  }
};

/// Each individual in turn is replaced by a guess near it, unless that is worse.
struct Nearer {
  static constexpr std::string_view name = "nearer";
  struct Settings {
    std::uint64_t reach = 20;
  } settings;
  struct State {
    std::uint64_t steps = 0;
  } state;

  template <typename Island>
  void advance(Island& island) {
    auto& population = island.population();
    for (std::size_t step = 0; step < island.offspring(); ++step) {
      const std::size_t slot = state.steps++ % population.size();
      Guess::Genome guess = population.genomes[slot] + settings.reach / 2;
      guess -= std::min(guess, island.random().below(static_cast<std::uint32_t>(settings.reach)));
      const skerry::Key key = island.evaluate(guess);
      if (population.keys[slot] < key) continue;
      population.genomes[slot] = guess;
      population.keys[slot] = key;
    }
  }
};
template <>
inline constexpr auto skerry::members_of<Nearer::Settings> =
    std::tuple{skerry::Member{"reach", "1", "guesses around an individual", &Nearer::Settings::reach}};
template <>
inline constexpr auto skerry::members_of<Nearer::State> =
    std::tuple{skerry::Member{"steps", "1", "steps so far", &Nearer::State::steps}};

/// Tells the share of odd guesses.
struct Odd {
  std::vector<skerry::Column> columns() const {
    const char* name = std::getenv("COLUMN");
    return {{.name = name != nullptr ? name : "odd", .unit = "%", .meaning = "share of odd guesses"}};
  }
  void observe(const skerry::Population<Guess::Genome>& population, std::span<double> values) {
    const auto odd = std::ranges::count_if(population.genomes, [](auto guess) { return guess % 2 == 1; });
    values[0] = 100 * static_cast<double>(odd) / static_cast<double>(population.size());
  }
};

skerry::Command greet() {
  return {.path = "greet",
          .summary = "Says hello",
          .declare = [](skerry::CommandLine& /*line*/) -> skerry::Command::Action {
            return [](skerry::Program& /*program*/) {
              std::cout << "hello\n";
              return skerry::ExitStatus::done;
            };
          }};
}

int own_program(int argc, char** argv) {
  const char* enough = std::getenv("ENOUGH");
  const char* last_epoch = std::getenv("LAST_EPOCH");
  skerry::ProgramSettings settings{.topologies = {{"star", star}}, .commands = {greet()}};
  if (enough != nullptr) {
    settings.stop_when = [limit = std::atof(enough)](const skerry::Epoch& epoch) {
      return epoch.best.fitness <= limit;
    };
  }
  if (last_epoch != nullptr) {
    settings.on_epoch = [last = std::strtoull(last_epoch, nullptr, 10)](const skerry::Epoch& epoch) {
      return epoch.epoch < last;
    };
  }
  return skerry::main<Guess>(argc, argv, settings, Best{}, OddMigrate{}, Nearer{}, Odd{});
}

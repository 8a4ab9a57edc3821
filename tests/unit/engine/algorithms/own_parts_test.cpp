#include "skerry/own_parts.hpp"

#include "skerry/detail/algorithms/make_island.hpp"
#include "skerry/detail/algorithms/policy_order.hpp"
#include "skerry/migration/settings.hpp"

#include "puzzles/landscapes/bit_functions.hpp"
#include "support/testing.hpp"
#include "unit/engine/algorithms/island_checks.hpp"

namespace skerry {

/// Takes the parents in turn, across generations.
struct TakesTurns {
  static constexpr std::string_view name = "takes_turns";
  struct State {
    std::uint64_t next = 0;
  } state;
  void configure(const Genetic& settings, Direction /*direction*/) { step = settings.tournament_size; }
  void prepare(std::span<const Key> keys) { size = keys.size(); }
  std::uint32_t pick(Random& /*random*/) {
    state.next += step;
    return static_cast<std::uint32_t>(state.next % size);
  }

  std::uint64_t step = 0;
  std::size_t size = 1;
};
template <>
inline constexpr auto members_of<TakesTurns::State> =
    std::tuple{Member{"next", "1", "picks so far", &TakesTurns::State::next}};

/// Turns the ranking by as many places as there were migrations, after a random change.
struct Turning {
  static constexpr std::string_view name = "turning";
  struct State {
    std::uint64_t migrations = 0;
  } state;
  void order(const Population<OneMax::Genome>& population, std::span<std::uint32_t> ranking, Random& random) {
    std::swap(ranking.front(), ranking[random.below(static_cast<std::uint32_t>(population.size()))]);
    std::rotate(ranking.begin(), ranking.begin() + static_cast<std::ptrdiff_t>(++state.migrations % 5),
                ranking.end());
  }
};
template <>
inline constexpr auto members_of<Turning::State> =
    std::tuple{Member{"migrations", "1", "migrations so far", &Turning::State::migrations}};

/// Each individual in turn takes a step and keeps it if it is not worse. Every `patience` generations it
/// tells by `state` how many steps were kept.
struct Climber {
  static constexpr std::string_view name = "climber";
  struct Settings {
    double chance = 1;
    std::uint64_t tries = 1;
  } settings;
  struct State {
    std::uint64_t next = 0;
    std::uint64_t kept = 0;
  } state;

  template <typename Island>
  void advance(Island& island) {
    auto& population = island.population();
    for (std::size_t step = 0; step < island.offspring(); ++step) {
      const std::size_t slot = state.next++ % population.size();
      auto neighbour = population.genomes[slot];
      for (std::uint64_t tried = 0; tried < settings.tries; ++tried) island.step(neighbour);
      const Key key = island.evaluate(neighbour);
      if (population.keys[slot] < key || !island.random().chance(settings.chance)) continue;
      population.genomes[slot] = neighbour;
      population.keys[slot] = key;
      ++state.kept;
    }
  }
};
template <>
inline constexpr auto members_of<Climber::Settings> =
    std::tuple{Member{"chance", "1", "probability that a step is kept", &Climber::Settings::chance},
               Member{"tries", "1", "steps from an individual to its neighbour", &Climber::Settings::tries}};
template <>
inline constexpr auto members_of<Climber::State> =
    std::tuple{Member{"next", "1", "steps so far", &Climber::State::next},
               Member{"kept", "1", "steps that were kept", &Climber::State::kept}};

namespace {

struct Best {
  static constexpr std::string_view name = "best";
  void prepare(std::span<const std::uint32_t> ranking) { best = ranking.front(); }
  std::uint32_t pick(Random& /*random*/) const { return best; }
  std::uint32_t best = 0;
};

/// Keeps the worst of parents and children.
struct KeepsWorst {
  static constexpr std::string_view name = "keeps_worst";
  template <typename Genome>
  std::span<const std::uint32_t> survivors(const Population<Genome>& parents,
                                           const Population<Genome>& children, Random& /*random*/) {
    std::vector<Key> keys = parents.keys;
    keys.insert(keys.end(), children.keys.begin(), children.keys.end());
    order_by_key(keys, slots);
    std::ranges::reverse(slots);
    return std::span(slots).first(parents.size() - missing);
  }
  std::size_t missing = 0;
  std::vector<std::uint32_t> slots;
};

/// Only for bits: each child replaces the parent in its slot.
struct InPlace {
  static constexpr std::string_view name = "in_place";
  void replace(Population<OneMax::Genome>& population, Population<OneMax::Genome>& children,
               Population<OneMax::Genome>& /*next*/, Random& /*random*/) {
    for (std::size_t slot = 0; slot < population.size(); ++slot)
      copy_individual(children, slot, population, slot);
  }
};

template <typename... Own>
auto island_of(const Genetic& settings, const Own&... own) {
  return make_island(OneMax(40), settings, 5, 0, std::tuple<Own...>(own...));
}

TEST(OwnParts, ASelectionDrawsAllParents) {
  auto island = island_of({.population = 8,
                           .offspring = 8,
                           .selection = "best",
                           .crossover_rate = 0,
                           .mutation_rate = 0,
                           .replacement = "generational"},
                          Best{});
  island->initialise();
  const Key best = island->best_key();
  island->evolve(1);
  for (const Key& key : island->population().keys) EXPECT_EQ(key, best);
}

TEST(OwnParts, AReplacementDecidesWhoSurvives) {
  auto island = island_of({.population = 10, .offspring = 30, .replacement = "keeps_worst"}, KeepsWorst{});
  island->initialise();
  Key worst = *std::ranges::max_element(island->population().keys);
  for (int generation = 0; generation < 20; ++generation) {
    island->evolve(1);
    EXPECT_GE(*std::ranges::max_element(island->population().keys), worst);
    worst = *std::ranges::max_element(island->population().keys);
  }
  EXPECT_GT(worst.cost, -12) << "of 40 ones";

  auto in_place = island_of(
      {.population = 10, .offspring = 10, .crossover_rate = 0, .mutation_rate = 0, .replacement = "in_place"},
      Best{}, InPlace{});
  in_place->initialise();
  in_place->evolve(5);
  EXPECT_EQ(in_place->statistics().back().evaluations, 60U);
}

TEST(OwnParts, ANameIsLookedUpAmongAllParts) {
  EXPECT_THAT([] { island_of({.selection = "bets"}, Best{}, TakesTurns{}); },
              ThrowsMessage<UsageError>("selection is \"bets\"; it is one of linear_ranking, tournament, "
                                        "proportional, reciprocal, tate_smith, shuffled_tournament, best, "
                                        "takes_turns"));
  EXPECT_THAT(
      [] { island_of({.replacement = "worst"}, KeepsWorst{}); },
      ThrowsMessage<UsageError>("replacement is \"worst\"; it is one of plus, generational, keeps_worst"));
  EXPECT_THAT(
      [] {
        island_of({.replacement = "in_place", .immigration = ImmigrationKind::join_offspring}, InPlace{});
      },
      ThrowsMessage<UsageError>(
          HasSubstr("immigration is \"join_offspring\" with replacement \"in_place\"")));
}

TEST(OwnParts, AReplacementThatChoosesTooFewIsNamed) {
  auto island = island_of({.population = 10, .offspring = 10, .replacement = "keeps_worst"},
                          KeepsWorst{.missing = 1, .slots = {}});
  island->initialise();
  EXPECT_THAT([&] { island->evolve(1); },
              ThrowsMessage<Error>("replacement \"keeps_worst\" has to choose 10 of 20 slots"));
}

/// The worst migrate; it draws no random numbers.
struct WorstMigrate {
  static constexpr std::string_view name = "worst";
  template <typename Genome>
  void order(const Population<Genome>& /*population*/, std::span<std::uint32_t> ranking) {
    std::ranges::reverse(ranking);
  }
};

/// Names the best twice.
struct Forgetful {
  static constexpr std::string_view name = "forgetful";
  template <typename Genome>
  void order(const Population<Genome>& /*population*/, std::span<std::uint32_t> ranking) {
    ranking.back() = ranking.front();
  }
};

template <typename... Own>
auto migrating_island(const std::string& policy, const Own&... own) {
  auto island = island_of({.population = 12, .offspring = 5});
  island->choose_migrants_by(make_migrant_order<OneMax::Genome>(policy, std::tuple<Own...>(own...), 5, 0));
  return island;
}

TEST(OwnParts, AMigrationPolicyOrdersWhatLinksCarry) {
  const auto keys_by = [](const std::string& policy) {
    auto island = migrating_island(policy, WorstMigrate{});
    island->initialise();
    island->evolve(3);
    const auto keys = island->sort_for_links();
    for (std::size_t slot = 0; slot < keys.size(); ++slot) {
      const Score score = OneMax(40).evaluate(island->population().genomes[slot]);
      EXPECT_EQ(keys[slot], key_of(score, Direction::maximise)) << "genomes move with their keys";
    }
    return std::vector<Key>(keys.begin(), keys.end());
  };
  const std::vector<Key> best = keys_by("best");
  EXPECT_TRUE(std::ranges::is_sorted(best) && best.front() < best.back());
  std::vector<Key> worst = keys_by("worst");
  std::ranges::reverse(worst);
  EXPECT_EQ(worst, best);
  std::vector<Key> random = keys_by("random");
  EXPECT_EQ(random, keys_by("random"));
  EXPECT_NE(random, best);
  std::ranges::sort(random);
  EXPECT_EQ(random, best);
}

TEST(OwnParts, AMigrationPolicyThatLosesSomebodyIsNamed) {
  auto island = migrating_island("forgetful", Forgetful{});
  island->initialise();
  const auto keys = island->sort_for_links();
  EXPECT_TRUE(std::ranges::is_sorted(keys)) << "the migration takes place nevertheless";
  EXPECT_THAT([&] { island->evolve(1); },
              ThrowsMessage<UsageError>(HasSubstr("migration policy \"forgetful\" put slot 0")));
  EXPECT_THAT([] { migrating_island("worts", WorstMigrate{}); },
              ThrowsMessage<UsageError>("migration.policy is \"worts\"; it is one of best, random, worst"));
}

TEST(OwnParts, AMigrationPolicyNeedsLinks) {
  const MigrationSettings copies{.transfer = Transfer::copy, .policy = "random"};
  EXPECT_NO_THROW(copies.check());
  const MigrationSettings groups{.group = 2, .policy = "random"};
  EXPECT_NO_THROW(groups.check());
  EXPECT_THAT(toml_of(groups), HasSubstr("policy = \"random\""));
  EXPECT_THAT(toml_of(MigrationSettings{}), Not(HasSubstr("policy")));
  EXPECT_THAT([] { MigrationSettings{.policy = "random"}.check(); },
              ThrowsMessage<UsageError>(HasSubstr(
                  "migration.policy is \"random\" with topology \"fully_connected\"; a policy chooses")));
  EXPECT_THAT(([] { MigrationSettings{.topology = isolated, .policy = "mine"}.check(); }),
              ThrowsMessage<UsageError>(HasSubstr("with topology \"none\"")));
  EXPECT_THAT(([] { MigrationSettings{.transfer = Transfer::home, .policy = "mine"}.check(); }),
              ThrowsMessage<UsageError>(HasSubstr("with transfer \"home\"")));
}

TEST(OwnParts, StockRunsSaveWhatTheyAlwaysHave) {
  const auto best = migrating_island("best");
  const auto plain = island_of({.population = 12, .offspring = 5});
  best->initialise();
  plain->initialise();
  EXPECT_EQ(best->save(), plain->save());
}

/// Makes a generation of children all at once, and new individuals, and then loses one.
struct Shrinking {
  static constexpr std::string_view name = "shrinking";
  template <typename Island>
  void advance(Island& island) {
    Population<OneMax::Genome> children;
    for (std::size_t slot = 0; slot < island.population().size(); ++slot) {
      const auto& genomes = island.population().genomes;
      children.genomes.push_back(island.crossover(genomes[slot], genomes[0]));
      island.mutate(children.genomes.back());
    }
    island.evaluate(children);
    island.population() = children;
    island.sample(0);
    if (island.generation() == 3) island.population().resize(children.size() - 1);
  }
};

template <typename... Own>
auto island_of(const OwnAlgorithm& settings, const Own&... own) {
  return make_island(OneMax(40), settings, 5, 0, std::tuple<Own...>(own...));
}

const OwnAlgorithm climbing{
    .name = "climber", .population = 3, .offspring = 20, .restart_after = 9, .values = {{"tries", 2}}};

TEST(OwnParts, AnAlgorithmSearches) {
  const auto island = island_of(climbing, TakesTurns{}, Climber{});
  island->initialise();
  island->evolve(60);
  EXPECT_EQ(island->statistics().back().evaluations, 3 + 60 * 20 + 3 * island->statistics().back().restarts);
  EXPECT_GT(island->statistics().back().restarts, 0U);
  EXPECT_LE(island->best_key().cost, -38) << "of 40 ones";
  EXPECT_EQ(island->improvements().back().fitness, -island->best_key().cost)
      << "whatever is evaluated is observed";
}

TEST(OwnParts, SettingsOfAnAlgorithmDecide) {
  const auto kept = [](std::map<std::string, double> values) {
    const OwnAlgorithm settings{.name = "climber", .population = 2, .offspring = 30, .values = values};
    auto island = island_of(settings, Climber{});
    island->initialise();
    island->evolve(5);
    return island->save();
  };
  EXPECT_EQ(kept({}), kept({{"chance", 1}, {"tries", 1}})) << "what the part holds is the default";
  EXPECT_NE(kept({}), kept({{"chance", 0.5}}));
  EXPECT_THAT(
      ([&] {
        kept({{"chanc", 1}});
      }),
      ThrowsMessage<UsageError>("chanc is no setting of algorithm \"climber\", which has chance, tries"));
  EXPECT_THAT(([&] { kept({{"tries", 1.5}}); }), ThrowsMessage<UsageError>(HasSubstr("tries is 1.5")));
  EXPECT_THAT(([] { island_of(OwnAlgorithm{.name = "clmber"}, Climber{}, Shrinking{}); }),
              ThrowsMessage<UsageError>("algorithm is \"clmber\"; it is one of climber, shrinking"));
  EXPECT_THAT(([] { island_of(OwnAlgorithm{.name = "climber"}, Best{}); }),
              ThrowsMessage<UsageError>("algorithm is \"climber\"; the program brings none of its own"));
  EXPECT_THAT(([] { return Algorithm(OwnAlgorithm{.name = "climber", .offspring = 0}); }),
              ThrowsMessage<UsageError>(HasSubstr("offspring is 0")));
  EXPECT_EQ(toml_of(OwnAlgorithm{.name = "climber", .values = {{"chance", 0.5}}}),
            "algorithm = \"climber\"\npopulation = 50\noffspring = 100\nrestart_after = 0\n"
            "invalid_fitness = \"last\"\nchance = 0.5\n");
}

TEST(OwnParts, AnAlgorithmMayNotChangeTheSize) {
  auto island = island_of(OwnAlgorithm{.name = "shrinking", .population = 6}, Shrinking{});
  island->initialise();
  island->evolve(2);
  EXPECT_EQ(island->statistics().back().evaluations, 6U + 2 * 7);
  for (std::size_t slot = 0; slot < 6; ++slot) {
    EXPECT_EQ(island->population().keys[slot],
              key_of(OneMax(40).evaluate(island->population().genomes[slot]), Direction::maximise));
  }
  EXPECT_THAT([&] { island->evolve(1); },
              ThrowsMessage<UsageError>(HasSubstr("algorithm \"shrinking\" made a population of 5")));
}

TEST(OwnParts, TheirStateIsSavedAndResumed) {
  test::expect_resumes_bit_for_bit([] {
    return island_of({.population = 9, .offspring = 14, .selection = "takes_turns", .tournament_size = 4},
                     TakesTurns{});
  });
  test::expect_resumes_bit_for_bit([] { return island_of(climbing, TakesTurns{}, Climber{}); });
  test::expect_resumes_bit_for_bit([] { return migrating_island("turning", Turning{}); });
}

}  // namespace
}  // namespace skerry

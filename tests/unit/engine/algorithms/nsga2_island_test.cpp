#include "skerry/detail/algorithms/nsga2_island.hpp"

#include "skerry/detail/algorithms/make_island.hpp"
#include "skerry/detail/fronts/front_measures.hpp"
#include "skerry/genomes/integers.hpp"
#include "skerry/genomes/reals.hpp"

#include "support/testing.hpp"
#include "unit/engine/algorithms/island_checks.hpp"

namespace skerry {
namespace {

/// Any number of objectives, each the distance to a corner of its own, and a box of which a slice is
/// infeasible.
struct Corners {
  using Genome = Reals<6>;
  std::size_t count = 2;
  double allowed = 2;            // of the last gene
  bool second_maximised = false;  // the second objective is turned

  Box<6> bounds() const { return Box<6>(0, 2); }
  Score evaluate(const Genome& x) const { return {x[5] > allowed ? x[5] - allowed : 0, x[0]}; }
  std::vector<Objective> objectives() const {
    std::vector<Objective> described;
    for (std::size_t i = 0; i < count; ++i)
      described.push_back({.name = "to " + std::to_string(i), .reference = 6});
    if (second_maximised) described[1] = {.name = "gain", .direction = Direction::maximise, .reference = -6};
    return described;
  }
  void objectives(const Genome& x, std::span<double> values) const {
    for (std::size_t i = 0; i < count; ++i) {
      values[i] = 0;
      for (std::size_t gene = 0; gene < 6; ++gene) values[i] += gene == i ? 2 - x[gene] : x[gene] / 2;
    }
    if (second_maximised) values[1] = -values[1];
  }
};

/// Few different genomes, so that most children are somebody's twins.
struct SmallGrid {
  using Genome = Integers<2>;
  IntegerBox<2> bounds() const { return IntegerBox<2>(0, 9); }
  double evaluate(const Genome& x) const { return x[0]; }
  std::vector<Objective> objectives() const { return {{.name = "a"}, {.name = "b"}}; }
  void objectives(const Genome& x, std::span<double> values) const {
    values[0] = x[0];
    values[1] = x[1];
  }
};

constexpr NicheKind both_niches[] = {NicheKind::crowding, NicheKind::directions};

Nsga2 few_with(NicheKind niches) {
  return {.population = 24, .offspring = 30, .niches = niches};
}

template <typename P>
double volume_of_archive(const PopulationIsland<P>& island, std::size_t objectives) {
  const SolutionSet set = island.solution_set();
  return Hypervolume().measure({set.values, objectives}, std::vector<double>(objectives, 6));
}

TEST(Nsga2, KeepsTheSizeOfItsPopulationAndTheObjectivesOfEach) {
  for (const NicheKind niches : both_niches) {
    const auto island = test::evolved(0, Corners{3, 1.5}, few_with(niches));
    for (int generation = 0; generation < 20; ++generation) {
      island->evolve(1);
      ASSERT_EQ(island->size(), 24U);
      ASSERT_EQ(island->objectives().size(), 72U);
      for (std::size_t slot = 0; slot < 24; ++slot) {
        const auto& genome = island->population().genomes[slot];
        double values[3];
        Corners{3}.objectives(genome, values);
        EXPECT_TRUE(std::ranges::equal(island->objectives().subspan(slot * 3, 3), values));
        EXPECT_EQ(island->population().keys[slot].cost, genome[0]) << "slot " << slot;
      }
    }
    EXPECT_EQ(island->statistics().back().evaluations, 24U + 20 * 30);
  }
}

TEST(Nsga2, ItsArchiveNeverGetsWorseAndItsFrontGrowsBetter) {
  for (const NicheKind niches : both_niches) {
    const auto island = test::evolved(0, Corners{}, few_with(niches), 2);
    const double first = island->statistics().back().hypervolume;
    double before = volume_of_archive(*island, 2);
    EXPECT_NEAR(before, first, 1e-12);
    for (int generation = 0; generation < 60; ++generation) {
      island->evolve(1);
      const double now = volume_of_archive(*island, 2);
      EXPECT_GE(now, before - 1e-12);
      EXPECT_GE(now, island->statistics().back().hypervolume - 1e-12) << "it is part of the archive";
      before = now;
    }
    EXPECT_GT(island->statistics().back().hypervolume, first + 1);
  }
}

TEST(Nsga2, PutsFeasibleOnesBeforeInfeasibleOnes) {
  for (const NicheKind niches : both_niches) {
    const auto island = test::evolved(0, Corners{2, 0.1}, few_with(niches), 3);
    const auto infeasible = [&] {
      return std::ranges::count_if(island->population().keys,
                                   [](const Key& key) { return key.violation > 0; });
    };
    auto before = infeasible();
    EXPECT_GT(before, 10);
    for (int generation = 0; generation < 30; ++generation) {
      island->evolve(1);
      EXPECT_LE(infeasible(), before);
      before = infeasible();
    }
    EXPECT_EQ(before, 0);
    for (const Key& key : island->solution_set().keys) EXPECT_EQ(key.violation, 0);
  }
}

TEST(Nsga2, SortsForLinksByConstraintDomination) {
  const auto island = test::evolved(2, Corners{2, 1}, few_with(NicheKind::crowding), 4);
  const auto keys = island->sort_for_links();
  const auto rows = island->objectives();
  const auto dominates = [&](std::size_t a, std::size_t b) {
    if (keys[a].violation != keys[b].violation) return keys[a].violation < keys[b].violation;
    if (keys[a].violation > 0) return false;
    const bool nowhere_worse = rows[2 * a] <= rows[2 * b] && rows[2 * a + 1] <= rows[2 * b + 1];
    return nowhere_worse && (rows[2 * a] < rows[2 * b] || rows[2 * a + 1] < rows[2 * b + 1]);
  };
  for (std::size_t slot = 0; slot < 24; ++slot) {
    EXPECT_EQ(keys[slot].cost, island->population().genomes[slot][0]);
    for (std::size_t before = 0; before < slot; ++before) EXPECT_FALSE(dominates(slot, before));
  }
}

TEST(Nsga2, ResumesBitForBit) {
  for (const NicheKind niches : both_niches) {
    for (const std::size_t objectives : {2U, 5U}) {
      test::expect_resumes_bit_for_bit([&] {
        return make_island(Corners{objectives, 1.5}, few_with(niches), 5, 0);
      });
    }
  }
}

TEST(Nsga2, LetsAGenomeSurviveOnceWhileThereAreOthers) {
  const auto different = [](const auto& island) {
    auto genomes = island.population().genomes;
    std::ranges::sort(genomes, {}, [](const auto& genome) { return std::pair(genome[0], genome[1]); });
    return std::unique(genomes.begin(), genomes.end()) - genomes.begin();
  };
  Nsga2 settings = few_with(NicheKind::crowding);
  const auto apart = make_island(SmallGrid{}, settings, 7, 0);
  settings.keep_duplicates = true;
  const auto alike = make_island(SmallGrid{}, settings, 7, 0);
  apart->initialise();
  alike->initialise();
  apart->evolve(40);
  alike->evolve(40);
  EXPECT_EQ(different(*apart), 24);
  EXPECT_LT(different(*alike), 12);
}

TEST(Nsga2, ChoosesNichesByTheNumberOfObjectives) {
  const auto after = [](NicheKind niches, std::size_t objectives) {
    const auto island = test::evolved(10, Corners{objectives}, few_with(niches), 8);
    const auto rows = island->objectives();
    return std::vector<double>(rows.begin(), rows.end());
  };
  EXPECT_EQ(after(NicheKind::automatic, 3), after(NicheKind::crowding, 3));
  EXPECT_EQ(after(NicheKind::automatic, 4), after(NicheKind::directions, 4));
  EXPECT_NE(after(NicheKind::automatic, 4), after(NicheKind::crowding, 4));
  EXPECT_EQ(after(NicheKind::directions, 1), after(NicheKind::crowding, 1))
      << "one direction leads nowhere else";
}

TEST(Nsga2, TurnsObjectivesThatAreMaximised) {
  const auto minimised = make_island(Corners{}, few_with(NicheKind::crowding), 9, 0);
  const auto mixed = make_island(Corners{.second_maximised = true}, few_with(NicheKind::crowding), 9, 0);
  for (auto* island : std::initializer_list<Island*>{minimised.get(), mixed.get()}) {
    island->initialise();
    island->evolve(20);
  }
  EXPECT_TRUE(std::ranges::equal(minimised->objectives(), mixed->objectives()));
  EXPECT_EQ(minimised->statistics().back().hypervolume, mixed->statistics().back().hypervolume);
  const SolutionSet plain = minimised->solution_set();
  const SolutionSet turned = mixed->solution_set();
  ASSERT_EQ(plain.size(), turned.size());
  for (std::size_t i = 0; i < plain.size(); ++i)
    EXPECT_EQ(plain.values[2 * i + 1], -turned.values[2 * i + 1]);
}

TEST(Nsga2, AllocatesNothingForAnIndividualThatIsNotKept) {
  for (const NicheKind niches : both_niches) {
    const auto island = test::evolved(200, Corners{}, few_with(niches), 10);
    const std::size_t kept = island->solution_set().size();
    // A place in the archive takes a node, and the vectors of an archive that grows take a few.
    EXPECT_LT(test::allocations_once_warm(*island, 0, 20), 650 + kept)
        << "600 individuals, of which few are kept";
  }
}

TEST(Nsga2, RefusesAProblemWithoutObjectives) {
  EXPECT_THROW(make_island(Corners{0}, few_with(NicheKind::crowding), 1, 0), UsageError);
}

}  // namespace
}  // namespace skerry

#include "app/run/load.hpp"

#include "skerry/main.hpp"

#include "puzzles/landscapes/bit_functions.hpp"
#include "puzzles/landscapes/real_functions.hpp"
#include "puzzles/landscapes/test_fronts.hpp"
#include "support/testing.hpp"
#include "unit/temporary_folder.hpp"

namespace skerry {
namespace {

/// This problem has as few members as possible: no settings, no text form, no optimum.
struct Bare {
  using Genome = int;
  Direction direction() const { return Direction::minimise; }
  Genome sample(Random& random) { return static_cast<int>(random.below(1000)); }
  Score evaluate(Genome genome) { return {0, static_cast<double>(genome)}; }
  Genome crossover(Genome a, Genome b, Random& random) { return random.chance(0.5) ? a : b; }
  void mutate(Genome& genome, double rate, Random& random) {
    if (random.chance(rate)) genome = sample(random);
  }
};

struct Order {
  using Genome = Permutation<8>;
  double evaluate(const Genome& order) const { return order[0]; }
};

class LoadTest : public ::testing::Test {
 protected:
  Loaded load_text(const std::string& text, std::vector<LoadRequest::Override> overrides = {}) {
    std::ofstream(file_) << text;
    Files files;
    return load({file_, std::move(overrides)}, problems_, files);
  }
  std::string mistake(const std::string& text, std::vector<LoadRequest::Override> overrides = {}) {
    return message_of<UsageError>([&] { load_text(text, overrides); });
  }

  const test::TemporaryFolder folder_;
  const std::filesystem::path file_ = folder_.path() / "a.toml";
  std::vector<ProblemType> problems_ = {problem_type<OneMax>("onemax"), problem_type<Bare>("bare")};
};

TEST_F(LoadTest, BuildsTheProblemOfThatType) {
  const Loaded loaded = load_text("[problem]\ntype = 'onemax'\nbits = 30\n");
  EXPECT_EQ(loaded.problem->name(), "onemax");
  EXPECT_EQ(loaded.problem->direction(), Direction::maximise);
  EXPECT_EQ(loaded.problem->optimum(), 30.0);
  EXPECT_EQ(load_text("[problem]\ntype = 'bare'\n").problem->direction(), Direction::minimise);
}

TEST_F(LoadTest, TheTargetIsTheKnownOptimumUnlessSet) {
  EXPECT_EQ(load_text("[problem]\ntype = 'onemax'\n").target, 1000.0);
  EXPECT_EQ(load_text("[problem]\ntype = 'onemax'\n").configuration.stop.target, 1000.0);
  EXPECT_EQ(load_text("[problem]\ntype = 'onemax'\n[stop]\ntarget = 900\n").target, 900.0);
  EXPECT_EQ(load_text("[problem]\ntype = 'bare'\n").target, std::nullopt);
}

TEST_F(LoadTest, ATargetCanBeOnlyReported) {
  const Loaded loaded = load_text("[problem]\ntype = 'onemax'\n[stop]\nat_target = false\n");
  EXPECT_EQ(loaded.target, 1000.0);
  EXPECT_EQ(loaded.configuration.stop.target, std::nullopt);
}

TEST_F(LoadTest, OverridesReachProblemAndTables) {
  const Loaded loaded = load_text("[problem]\ntype = 'onemax'\n",
                                  {{"problem.bits", "20"}, {"run.seed", "9"}, {"run.seed", "11"}});
  EXPECT_EQ(loaded.problem->optimum(), 20.0);
  EXPECT_EQ(loaded.configuration.seed, 11U) << "the last one wins";
}

TEST_F(LoadTest, GroupsOfANodeAreANumberInTheEffectiveConfiguration) {
  std::ofstream(file_) << "[problem]\ntype = 'bare'\n[migration]\ngroup = 'node'\n";
  const auto group = [&](LoadRequest request) {
    request.config = file_;
    Files files;
    const Loaded loaded = load(request, problems_, files);
    EXPECT_THAT(loaded.text, HasSubstr("group = " + std::to_string(loaded.configuration.migration.group)));
    return loaded.configuration.migration.group;
  };
  const std::vector<std::size_t> sixteen_ranks(16, 0);
  EXPECT_EQ(group({.nodes = sixteen_ranks}), 16U);
  EXPECT_EQ(group({.islands = 64, .nodes = sixteen_ranks}), 64U);
  EXPECT_EQ(group({.islands = 4, .nodes = {0, 0, 2, 2}}), 2U);
  EXPECT_EQ(group({.nodes = {0, 1, 2}}), 1U);
  EXPECT_EQ(group({.islands = 10, .nodes = {0, 0, 2}}), 6U) << "three, three and four islands";
  EXPECT_EQ(group({.islands = 64}), 64U) << "the threads of one process are on one node";
  EXPECT_EQ(group({.overrides = {{"run.islands", "8"}}}), 8U);
  EXPECT_EQ(group({.overrides = {{"migration.group", "3"}}, .nodes = sixteen_ranks}), 3U);
  EXPECT_THAT(mistake("[problem]\ntype = 'bare'\n[migration]\ngroup = 'rack'\n"),
              HasSubstr("group is \"rack\"; it is a number of islands, or \"node\""));
}

TEST_F(LoadTest, TheEffectiveConfigurationLoadsTheSame) {
  const Loaded loaded =
      load_text("[problem]\ntype = 'onemax'\n[stop]\ngenerations = 5\n", {{"problem.bits", "20"}});
  const Loaded again = load_text(with_value(loaded.text, "run.seed", "3"));
  EXPECT_EQ(again.configuration.stop.generations, 5U);
  EXPECT_EQ(again.configuration.seed, 3U);
  EXPECT_EQ(again.problem->optimum(), 20.0);
  EXPECT_EQ(again.text, with_value(loaded.text, "run.seed", "3"));
}

TEST_F(LoadTest, ARunIsTheSameWhateverEndsAndSavesIt) {
  const std::string text = "[problem]\ntype = 'onemax'\nbits = 40\n";
  const auto identity = [&](const std::string& more, std::vector<LoadRequest::Override> overrides = {},
                            std::uint64_t seed = 1, std::size_t islands = 4) {
    return identity_of(load_text(text + more, std::move(overrides)), seed, islands);
  };
  const std::string island = "[island]\npopulation = 12\n";
  const Digest run = identity(island);
  for (const std::string& same :
       {island + "[stop]\ngenerations = 9\ntarget = 3\n[checkpoint]\nevery = 2\n",
        island + "[run]\nseed = 5\noutput = 'x.h5'\n", island + "mutation_rate = 1.0\n"})
    EXPECT_EQ(identity(same), run) << same;
  EXPECT_EQ(identity_of(load_text("# as before\n" + island + text), 1, 4), run);
  EXPECT_EQ(identity("", {{"island.population", "12"}}), run);
  EXPECT_NE(identity(island, {}, 2), run);
  EXPECT_NE(identity(island, {}, 1, 3), run);
  for (const LoadRequest::Override& other :
       {LoadRequest::Override{"problem.bits", "41"}, {"island.elites", "2"}, {"migration.topology", "ring"}})
    EXPECT_NE(identity(island, {other}), run) << other.key;
}

TEST_F(LoadTest, RefusesUnknownProblemsAndKeys) {
  EXPECT_THAT(mistake("[problem]\ntype = 'onemx'\n"),
              HasSubstr("type is \"onemx\"; problems are onemax, bare; did you mean \"onemax\"?"));
  EXPECT_THAT(mistake("[problem]\n"), HasSubstr("[problem] lacks the key 'type'"));
  EXPECT_THAT(mistake(""), HasSubstr("[problem] lacks the key 'type'"));
  EXPECT_THAT(mistake("[problem]\ntype = 'onemax'\nbit = 3\n"),
              HasSubstr("unknown key 'bit' in [problem]; did you mean 'bits'?"));
  EXPECT_THAT(mistake("[problem]\ntype = 'bare'\nbits = 3\n"), HasSubstr("unknown key 'bits' in [problem]"));
  EXPECT_THAT(mistake("[problem]\ntype = 'onemax'\n", {{"problem.bits", "1"}}),
              HasSubstr("bits is 1; it lies in [2, 1024] (--set problem.bits=1)"));
}

TEST_F(LoadTest, RefusesOperatorsAndAlgorithmsThatDoNotFitTheProblem) {
  EXPECT_EQ(mistake("[problem]\ntype = 'onemax'\n[island]\ncrossover = 'pmx'\n"),
            "crossover is \"pmx\", but this problem has a crossover of its own; leave the key out (" +
                file_.string() + ":4:13)");
  EXPECT_THAT(mistake("[problem]\ntype = 'onemax'\n[island]\nalgorithm = 'differential_evolution'\n"),
              HasSubstr("which needs a problem whose genome is skerry::Reals in a skerry::Box"));
}

TEST_F(LoadTest, TheAlgorithmIsTheOneThatFitsUnlessNamed) {
  problems_.push_back(problem_type<RealFunction>("reals"));
  problems_.push_back(problem_type<zdt::Zdt>("zdt"));
  problems_.push_back(problem_type<Arm>("arm"));
  const auto algorithm_of = [&](const std::string& type, const std::string& more) {
    return load_text("[problem]\ntype = '" + type + "'\n" + more).configuration.island.algorithm;
  };
  EXPECT_EQ(algorithm_of("onemax", ""), "genetic");
  EXPECT_EQ(algorithm_of("bare", ""), "genetic");
  EXPECT_EQ(algorithm_of("zdt", "[island]\nselection = 'tournament'\n"), "nsga2");
  EXPECT_EQ(algorithm_of("arm", ""), "map_elites");
  EXPECT_EQ(algorithm_of("reals", ""), "portfolio");
  EXPECT_EQ(algorithm_of("reals", "[island]\nalgorithm = 'genetic'\n"), "genetic");
  EXPECT_EQ(algorithm_of("reals", "dimension = 501\n"), "genetic");
  for (const std::string genetic :
       {"[island]\nselection = 'tournament'\n", "[island]\ncrossover = 'sbx'\n", "[island]\npopulation = 3\n",
        "[trace]\nlineage = true\n", "[[island.override]]\nislands = [1]\nmutation_rate = 0.5\n"}) {
    EXPECT_EQ(algorithm_of("reals", genetic), "genetic") << genetic;
  }

  const Loaded some = load_text(
      "[problem]\ntype = 'reals'\n[island]\nalgorithm = 'automatic'\npopulation = 20\n[[island.override]]\n"
      "islands = [1]\nalgorithm = 'genetic'\nmutation_rate = 0.5\n");
  EXPECT_EQ(std::get<CmaEs>(some.configuration.island.chosen).population, 20U);
  EXPECT_TRUE(some.configuration.island_number(1).is<Genetic>());
  EXPECT_THAT(some.text, HasSubstr("algorithm = \"portfolio\""));
}

TEST_F(LoadTest, APermutationBeginsAnewUnlessAGeneticAlgorithmIsSet) {
  problems_.push_back(problem_type<Order>("order"));
  const auto restart_of = [&](const std::string& type, const std::string& more) {
    const Loaded loaded = load_text("[problem]\ntype = '" + type + "'\n" + more);
    return std::get<Genetic>(loaded.configuration.island.chosen).restart_after;
  };
  EXPECT_EQ(restart_of("order", ""), restart_of_permutations);
  EXPECT_EQ(restart_of("order", "[island]\npopulation = 20\n"), restart_of_permutations);
  EXPECT_EQ(restart_of("order", "[island]\nrestart_after = 9\n"), 9U);
  EXPECT_EQ(restart_of("order", "[island]\nalgorithm = 'genetic'\n"), 0U);
  EXPECT_EQ(restart_of("order", "[island]\ncrossover = 'ox'\n"), 0U);
  EXPECT_EQ(restart_of("onemax", ""), 0U);
}

TEST_F(LoadTest, TheIdealIsTheProblemsUnlessSet) {
  const std::string reciprocal = "[island]\nselection = 'reciprocal'\n";
  const auto ideal_of = [](const Loaded& loaded) {
    return std::get<Genetic>(loaded.configuration.island.chosen).ideal;
  };
  EXPECT_EQ(ideal_of(load_text("[problem]\ntype = 'onemax'\n" + reciprocal)), 1000.0);
  EXPECT_EQ(ideal_of(load_text("[problem]\ntype = 'bare'\n" + reciprocal + "ideal = 7\n")), 7.0);
  EXPECT_EQ(
      mistake("[problem]\ntype = 'bare'\n" + reciprocal),
      "selection \"reciprocal\" needs island.ideal, a fitness that no solution exceeds; problem bare names "
      "none (" +
          file_.string() + ":4:13)");
}

TEST_F(LoadTest, OneProblemAloneNeedsNoType) {
  problems_ = {problem_type<Bare>("bare")};
  EXPECT_EQ(load_text("").problem->name(), "bare");
  EXPECT_EQ(load_text("[problem]\ntype = 'mine'\n").problem->name(), "mine");
}

TEST(AnyProblem, OffersWhatItsProblemHas) {
  ConcreteProblem<OneMax> onemax("onemax", OneMax(4));
  const auto genome = onemax.parse("1011", "s.txt");
  EXPECT_EQ(onemax.describe(genome), "1011");
  EXPECT_EQ(onemax.assess(genome).score, (Score{0, 3}));
  EXPECT_TRUE(onemax.assess(genome).verdicts.empty());
  EXPECT_THROW(onemax.parse("10", "s.txt"), DataError);
  EXPECT_EQ(onemax.fitness_unit(), "");

  EXPECT_EQ(onemax.ideal(), 4.0);

  ConcreteProblem<Bare> bare("bare", Bare{});
  EXPECT_EQ(bare.ideal(), std::nullopt);
  const auto island = bare.make_island({}, {1, 0, 1, "best", {}});
  island->initialise();
  EXPECT_EQ(bare.describe(island->best_genome()), "");
  EXPECT_EQ(bare.assess(island->best_genome()).score.fitness, island->best_key().cost);
  EXPECT_EQ(message_of<UsageError>([&] { bare.parse("7", "s.txt"); }),
            "problem bare has no text form that could be read (s.txt)");
  for (const auto draw : {&AnyProblem::draw, &AnyProblem::draw_text}) {
    EXPECT_EQ(message_of<UsageError>([&] { (bare.*draw)(std::nullopt); }),
              "problem bare has no drawing; one with draw() and draw_text() has (docs/problem.md)");
  }
}

struct Drawn : OneMax {
  using OneMax::OneMax;
  static std::string draw(const Genome* solution) { return solution == nullptr ? "<svg/>" : "<svg>1</svg>"; }
  static std::string draw_text(const Genome* solution) { return solution == nullptr ? "." : "1"; }
};

TEST(AnyProblem, DrawsWithASolutionAndWithout) {
  ConcreteProblem<Drawn> drawn("drawn", Drawn(4));
  const auto genome = drawn.parse("1011", "s.txt");
  EXPECT_EQ(drawn.draw(std::nullopt), "<svg/>");
  EXPECT_EQ(drawn.draw(genome), "<svg>1</svg>");
  EXPECT_EQ(drawn.draw_text(std::nullopt), ".");
  EXPECT_EQ(drawn.draw_text(genome), "1");
}

}  // namespace
}  // namespace skerry

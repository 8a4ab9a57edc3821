#include "app/config/configuration.hpp"

#include "support/testing.hpp"
#include "unit/app/config/bound.hpp"

namespace skerry {
namespace {

const Genetic& genetic(const IslandConfiguration& island) {
  return std::get<Genetic>(island.chosen);
}

TEST(Configuration, AnEmptyFileHasThePapersDefaults) {
  const Configuration configuration = bound("");
  EXPECT_EQ(genetic(configuration.island).population, 50U);
  EXPECT_EQ(genetic(configuration.island).offspring, 100U);
  EXPECT_EQ(genetic(configuration.island).crossover_rate, 0.5);
  EXPECT_EQ(genetic(configuration.island).mutation_rate, 1);
  EXPECT_EQ(configuration.migration.topology.name(), "fully_connected");
  EXPECT_EQ(configuration.migration.transfer, Transfer::move);
  EXPECT_EQ(configuration.migration.similarity, Similarity::fitness);
  EXPECT_EQ(configuration.migration.every, 10U);
  EXPECT_EQ(configuration.migration.transport, Transport::direct);
  EXPECT_EQ(configuration.stop.generations, 100U);
  EXPECT_FALSE(configuration.stop.target || configuration.stop.evaluations || configuration.stop.seconds ||
               configuration.stop.stagnation);
  EXPECT_TRUE(configuration.stop_at_target);
  EXPECT_EQ(configuration.seed, 1U);
  EXPECT_EQ(configuration.output, "results/a.h5") << "in the working directory";
  EXPECT_TRUE(configuration.trace);
  EXPECT_TRUE(configuration.checkpoint.enabled);
  EXPECT_EQ(configuration.checkpoint.every, std::nullopt);
  EXPECT_EQ(configuration.checkpoint.seconds, 30.0);
  EXPECT_EQ(configuration.checkpoint.share, 0.02);
}

TEST(Configuration, ReadsTheJournal) {
  EXPECT_TRUE(bound("").journal);
  EXPECT_EQ(bound("").journal_share, "");
  const Configuration configuration = bound("[journal]\nkeep = false\nshare = \"paid\"\n");
  EXPECT_FALSE(configuration.journal);
  EXPECT_EQ(configuration.journal_share.filename(), "paid");
  EXPECT_THROW(bound("[journal]\nshare = \"\"\n"), UsageError);
}

TEST(Configuration, ReadsEveryKeyOfAStart) {
  EXPECT_FALSE(bound("").start);
  const auto start = bound("[start]\nfrom = 'old.h5'\nshare = 0.5\nother_instance = true\nsha256 = '" +
                           std::string(64, 'a') + "'\n")
                         .start;
  ASSERT_TRUE(start);
  EXPECT_EQ(start->from, "configs/old.h5");
  EXPECT_EQ(start->share, 0.5);
  EXPECT_TRUE(start->other_instance);
  EXPECT_EQ(start->sha256, std::string(64, 'a'));
  EXPECT_EQ(bound("[start]\nfrom = 'a.csv'\n").start->share, 1.0);
  EXPECT_THAT(refusal_of("[start]\nshare = 0.5\n"), HasSubstr("from"));
  EXPECT_THAT(refusal_of("[start]\nfrom = 'a'\nshare = 0\n"), HasSubstr("share is 0; it is above 0"));
  EXPECT_THAT(refusal_of("[start]\nfrom = 'a'\nsha256 = 'ABC'\n"), HasSubstr("sha256 has 64 characters"));
}

TEST(Configuration, ReadsEveryKeyOfAnIsland) {
  const Genetic island = genetic(bound(R"([island]
algorithm = "genetic"
population = 30
offspring = 40
selection = "tournament"
selection_pressure = 1.5
tournament_size = 3
tournament_win_rate = 0.9
crossover_rate = 0.6
without_crossover = "random_immigrant"
mutation_rate = 0.1
mutation_growth = 1.5
mutation_most = 0.8
mutation_stall = 0.05
replacement = "generational"
elites = 2
keep_duplicates = true
immigrants_below = 0.05
immigrants_share = 0.5
immigration = "replace_any"
restart_after = 70
improve_rate = 0.25
improve_budget = 500
)")
                                     .island);
  EXPECT_EQ(island.population, 30U);
  EXPECT_EQ(island.offspring, 40U);
  EXPECT_EQ(island.selection, "tournament");
  EXPECT_EQ(island.selection_pressure, 1.5);
  EXPECT_EQ(island.tournament_size, 3U);
  EXPECT_EQ(island.tournament_win_rate, 0.9);
  EXPECT_EQ(island.crossover_rate, 0.6);
  EXPECT_EQ(island.without_crossover, WithoutCrossover::random_immigrant);
  EXPECT_EQ(island.mutation_rate, 0.1);
  EXPECT_EQ(island.mutation_growth, 1.5);
  EXPECT_EQ(island.mutation_most, 0.8);
  EXPECT_EQ(island.mutation_stall, 0.05);
  EXPECT_EQ(island.replacement, "generational");
  EXPECT_EQ(island.elites, 2U);
  EXPECT_TRUE(island.keep_duplicates);
  EXPECT_EQ(island.immigrants_below, 0.05);
  EXPECT_EQ(island.immigrants_share, 0.5);
  EXPECT_EQ(island.immigration, ImmigrationKind::replace_any);
  EXPECT_EQ(island.restart_after, 70U);
  EXPECT_EQ(island.improve_rate, 0.25);
  EXPECT_EQ(island.improve_budget, 500U);
}

TEST(Configuration, ReadsGroupsOfIslands) {
  const MigrationSettings usual = bound("[migration]\ngroup = 4\n").migration;
  EXPECT_EQ(usual.group, 4U);
  EXPECT_EQ(usual.links.topology.name(), "ring");
  EXPECT_EQ(usual.links.every, 1U);
  EXPECT_EQ(usual.links.migrants, 1U);
  const MigrationSettings own =
      bound("[migration]\ngroup = 4\nlinks = {topology = \"torus\", every = 3, migrants = 2}\n").migration;
  EXPECT_EQ(own.links.topology.name(), "torus");
  EXPECT_EQ(own.links.every, 3U);
  EXPECT_EQ(own.links.migrants, 2U);
  const MigrationSettings again = bound(toml_of(own)).migration;
  EXPECT_EQ(again.group, 4U);
  EXPECT_EQ(again.links.topology.name(), "torus");
  EXPECT_EQ(again.links.every, 3U);
  EXPECT_EQ(again.links.migrants, 2U);
  EXPECT_EQ(bound("").migration.group, 0U);
  for (const char* wrong : {"group = 0", "links = {every = 2}", "group = 2\ntopology = \"ring\"",
                            "group = 2\ntransfer = \"copy\"", "group = 2\nlinks = {every = 0}",
                            "group = 2\nlinks = {interval = 2}"})
    EXPECT_THROW(bound(std::string("[migration]\n") + wrong), UsageError) << wrong;
}

TEST(Configuration, ReadsMigrationStopRunAndTrace) {
  const Configuration configuration = bound(R"([migration]
topology = "torus"
every = 5
migrants = 2
transfer = "copy"
similarity = "fitness"
transport = "gather"
[stop]
generations = 1000
evaluations = 50000
seconds = 2.5
target = 12
at_target = false
stagnation = 200
[run]
seed = 7
output = "../traces/b.h5"
[trace]
enabled = false
)");
  EXPECT_EQ(configuration.migration.topology.name(), "torus");
  EXPECT_EQ(configuration.migration.every, 5U);
  EXPECT_EQ(configuration.migration.migrants, 2U);
  EXPECT_EQ(configuration.migration.transfer, Transfer::copy);
  EXPECT_EQ(configuration.migration.transport, Transport::gather);
  EXPECT_EQ(configuration.stop.generations, 1000U);
  EXPECT_EQ(configuration.stop.evaluations, 50000U);
  EXPECT_EQ(configuration.stop.seconds, 2.5);
  EXPECT_EQ(configuration.stop.target, 12.0);
  EXPECT_FALSE(configuration.stop_at_target);
  EXPECT_EQ(configuration.stop.stagnation, 200U);
  EXPECT_EQ(configuration.seed, 7U);
  EXPECT_EQ(configuration.output, "configs/../traces/b.h5");
  EXPECT_FALSE(configuration.trace);
}

TEST(Configuration, BirthsAreRecordedOnRequestOfGeneticAlgorithmsOnly) {
  EXPECT_FALSE(bound("").recorded.births);
  EXPECT_FALSE(bound("[trace]\nlineage = false\n[island]\nalgorithm = \"hill_climbing\"\n").recorded.births);
  EXPECT_TRUE(bound("[trace]\nlineage = true\n").recorded.births);
  EXPECT_THAT(refusal_of("[trace]\nlineage = true\n[island]\nalgorithm = \"hill_climbing\"\n"),
              HasSubstr("[island] has another algorithm"));
  EXPECT_THAT(refusal_of("[trace]\nlineage = true\n[[island.override]]\nislands = [2]\n"
                         "algorithm = \"random_walk\"\n"),
              HasSubstr("island 2 has another algorithm"));
}

TEST(Configuration, ReadsHowOftenToSave) {
  const CheckpointSettings checkpoint = bound(R"([checkpoint]
enabled = false
every = 7
seconds = 0.5
share = 1
)")
                                            .checkpoint;
  EXPECT_FALSE(checkpoint.enabled);
  EXPECT_EQ(checkpoint.every, 7U);
  EXPECT_EQ(checkpoint.seconds, 0.5);
  EXPECT_EQ(checkpoint.share, 1.0);
}

TEST(Configuration, KnowsEveryTopologySelectionAndSimilarity) {
  for (const std::string name : {"fully_connected", "ring", "torus", "hypercube", "random", "none"}) {
    EXPECT_EQ(bound("[migration]\ntopology = '" + name + "'").migration.topology.name(), name);
  }
  for (const std::string name :
       {"linear_ranking", "tournament", "proportional", "reciprocal", "tate_smith"}) {
    EXPECT_EQ(genetic(bound("[island]\nselection = '" + name + "'").island).selection, name);
  }
  for (const std::string name : {"genotype", "entropy", "spectral"})
    EXPECT_EQ(name_of(bound("[migration]\nsimilarity = '" + name + "'").migration.similarity), name);
  EXPECT_EQ(genetic(bound("").island).immigration, ImmigrationKind::spare_best);
  EXPECT_EQ(genetic(bound("[island]\nimmigration = 'join_offspring'\n").island).immigration,
            ImmigrationKind::join_offspring);
  EXPECT_FALSE(bound("").migration.deal_at_start);
  EXPECT_TRUE(bound("[migration]\ndeal_at_start = true\n").migration.deal_at_start);
}

TEST(Configuration, AnotherRuleLiftsTheLimitOfGenerations) {
  for (const std::string rule : {"evaluations = 5", "seconds = 5", "target = 5", "stagnation = 5"}) {
    EXPECT_EQ(bound("[stop]\n" + rule).stop.generations, std::nullopt) << rule;
    EXPECT_EQ(bound("[stop]\ngenerations = 7\n" + rule).stop.generations, 7U) << rule;
  }
  EXPECT_EQ(bound("[stop]\ntarget = 5\nat_target = false").stop.generations, 100U);
}

TEST(Configuration, ALocalSearchHasOneIndividualUnlessTold) {
  const Configuration configuration = bound(R"([island]
algorithm = "random_restart"
climb_steps = 70
[[island.override]]
islands = [1]
algorithm = "random_walk"
walk_probability = 0.5
walk_reference = "best"
[[island.override]]
islands = [2]
algorithm = "genetic"
mating = "round_robin"
selection = "reciprocal"
ideal = 25
[[island.override]]
islands = [3]
population = 4
)");
  const LocalSearch climber = std::get<LocalSearch>(configuration.island_number(0).settings().settings());
  EXPECT_EQ(climber.kind, LocalSearchKind::random_restart);
  EXPECT_EQ(climber.population, 1U);
  EXPECT_EQ(climber.climb_steps, 70U);
  const LocalSearch walker = std::get<LocalSearch>(configuration.island_number(1).settings().settings());
  EXPECT_EQ(walker.kind, LocalSearchKind::random_walk);
  EXPECT_EQ(walker.population, 1U);
  EXPECT_EQ(walker.walk_probability, 0.5);
  EXPECT_EQ(walker.walk_reference, ReferenceKind::best);
  const Genetic genetic = std::get<Genetic>(configuration.island_number(2).settings().settings());
  EXPECT_EQ(genetic.population, 50U);
  EXPECT_EQ(genetic.mating, MatingKind::round_robin);
  EXPECT_EQ(genetic.ideal, 25);
  EXPECT_EQ(configuration.island_number(3).algorithm, "random_restart");
  EXPECT_EQ(configuration.island_number(3).settings().population(), 4U);
}

TEST(Configuration, KnowsAlgorithmsOfTheProgram) {
  const std::vector<AlgorithmForm> own{{"climber", {{"step", 0.1}, {"tries", 3}}},
                                       {"swarm", {{"step", 0.5}}}};
  const Settings settings = Settings::parse(R"([island]
algorithm = "climber"
population = 7
step = 2
[[island.override]]
islands = [1]
algorithm = "swarm"
[[island.override]]
islands = [2]
tries = 9
[[island.override]]
islands = [3]
algorithm = "genetic"
)",
                                            "own.toml", Settings::Kind::configuration);
  const Configuration configuration = bind_configuration(settings, {}, own);
  settings.reject_unknown_keys();
  const auto of = [&](std::uint64_t number) {
    return std::get<OwnAlgorithm>(configuration.island_number(number).settings().settings());
  };
  using Values = std::map<std::string, double>;
  EXPECT_EQ(of(0).name, "climber");
  EXPECT_EQ(of(0).population, 7U);
  EXPECT_EQ(of(0).values, (Values{{"step", 2}, {"tries", 3}}));
  EXPECT_EQ(of(1).name, "swarm");
  EXPECT_EQ(of(1).values, (Values{{"step", 2}}));
  EXPECT_EQ(of(2).name, "climber");
  EXPECT_EQ(of(2).values, (Values{{"step", 2}, {"tries", 9}}));
  EXPECT_EQ(configuration.island_number(3).settings().population(), 50U);
  EXPECT_EQ(of(1).population, 50U);
  EXPECT_EQ(of(2).population, 7U);
  std::string text = settings.table("island").to_toml();
  text.resize(text.find("[[override]]"));
  EXPECT_THAT(text, HasSubstr("tries = 3"));
  EXPECT_THAT(text, Not(HasSubstr("selection")));
  EXPECT_THAT(refusal_of("[island]\nalgorithm = \"climber\"\n"), HasSubstr("algorithm is \"climber\""));
}

TEST(Configuration, SendsElitesHomeUnlessAKeyAsksForAnotherMigration) {
  const auto migration_of = [](const std::string& keys) {
    return bound("[island]\nalgorithm = \"map_elites\"\n" + keys).migration;
  };
  EXPECT_EQ(migration_of("").transfer, Transfer::home);
  EXPECT_EQ(migration_of("").every, 5U);
  EXPECT_EQ(migration_of("[migration]\nevery = 7\n").every, 7U);
  EXPECT_EQ(migration_of("[migration]\ntransfer = \"move\"\n").similarity, Similarity::random);
  EXPECT_EQ(migration_of("[migration]\nsimilarity = \"fitness\"\n").transfer, Transfer::move);
  EXPECT_EQ(migration_of("[migration]\ntopology = \"ring\"\n").transfer, Transfer::move);
  EXPECT_EQ(migration_of("[migration]\ndeal_at_start = true\n").transfer, Transfer::move);
  EXPECT_EQ(migration_of("[[island.override]]\nislands = [1]\nalgorithm = \"genetic\"\n").transfer,
            Transfer::move);
}

TEST(Configuration, ReadsOperatorsOfStockGenomes) {
  const OperatorSettings operators = genetic(bound(R"([island]
crossover = "blx_alpha, ox"
mutation = "gaussian"
gene_rate = 0.3
sbx_eta = 2
blx_alpha = 0.25
line_step = 0.3
polynomial_eta = 50
gaussian_step = 0.05
creep_step = 3
)")
                                                 .island)
                                         .operators;
  EXPECT_EQ(operators, (OperatorSettings{.crossover = "blx_alpha, ox",
                                         .mutation = "gaussian",
                                         .gene_rate = 0.3,
                                         .sbx_eta = 2,
                                         .blx_alpha = 0.25,
                                         .line_step = 0.3,
                                         .polynomial_eta = 50,
                                         .gaussian_step = 0.05,
                                         .creep_step = 3}));
  EXPECT_THAT(refusal_of("[island]\ngene_rate = 1.4\n"),
              HasSubstr("gene_rate is 1.4; a rate lies in [0, 1]"));
  EXPECT_THAT(refusal_of("[island]\ncreep_step = 0\n"), HasSubstr("creep_step is 0; it"));
  EXPECT_THAT(refusal_of("[island]\nsbx_eta = -1\n"), HasSubstr("sbx_eta is -1; it"));
}

TEST(Configuration, ReadsDifferentialEvolution) {
  const IslandConfiguration island = bound(R"([island]
algorithm = "differential_evolution"
variant = "best_1_bin"
weight = 0.7
binomial_rate = 0.3
tau1 = 0.2
tau2 = 0.3
reset_rate = 0
restart_after = 9
)")
                                         .island;
  const auto settings = std::get<DifferentialEvolution>(island.settings().settings());
  EXPECT_EQ(settings.variant, DifferentialVariant::best_1_bin);
  EXPECT_EQ(settings.population, 40U);
  EXPECT_EQ(settings.weight, 0.7);
  EXPECT_EQ(settings.binomial_rate, 0.3);
  EXPECT_EQ(settings.tau1, 0.2);
  EXPECT_EQ(settings.tau2, 0.3);
  EXPECT_EQ(settings.reset_rate, 0);
  EXPECT_EQ(settings.restart_after, 9U);

  const std::string differential = "[island]\nalgorithm = \"differential_evolution\"\n";
  EXPECT_THAT(refusal_of(differential + "population = 3\n"),
              HasSubstr("population is 3; algorithm \"differential_evolution\" needs at least 4"));
  EXPECT_THAT(refusal_of(differential + "weight = 0\n"),
              HasSubstr("weight is 0; it is above 0 and at most 2"));
  EXPECT_THAT(refusal_of(differential + "weight = 3\n"), HasSubstr("weight is 3; it lies in [0, 2]"));
}

TEST(Configuration, ReadsCmaEs) {
  const std::string cma_es = "[island]\nalgorithm = \"cma_es\"\n";
  const auto settings = std::get<CmaEs>(bound(cma_es + "initial_step = 0.1\n").island.settings().settings());
  EXPECT_EQ(settings.kind, CmaEsKind::alone);
  EXPECT_EQ(settings.population, 40U);
  EXPECT_EQ(settings.initial_step, 0.1);
  EXPECT_THAT(refusal_of(cma_es + "offspring = 3\n"),
              HasSubstr("offspring is 3; algorithm \"cma_es\" needs at least 4"));
  EXPECT_THAT(refusal_of(cma_es + "initial_step = 0\n"), HasSubstr("initial_step is 0; it is above 0"));
}

TEST(Configuration, KeysThatAreNotInUseStayOutOfTheEffectiveConfiguration) {
  const Settings settings =
      Settings::parse("[island]\npopulation = 7\n", "a.toml", Settings::Kind::configuration);
  bind_configuration(settings);
  EXPECT_THAT(settings.to_toml(), AllOf(HasSubstr("population = 7"), Not(HasSubstr("sbx_eta")),
                                        Not(HasSubstr("tau1")), Not(HasSubstr("\ncrossover ="))));
}

TEST(Configuration, IslandsThatDifferKeepTheRest) {
  const Configuration configuration = bound(R"([island]
population = 20
selection = "tournament"
[[island.override]]
islands = [0, 2]
mutation_rate = 0.4
[[island.override]]
islands = [1]
population = 10
selection = "proportional"
)");
  EXPECT_EQ(genetic(configuration.island_number(0)).mutation_rate, 0.4);
  EXPECT_EQ(genetic(configuration.island_number(0)).population, 20U);
  EXPECT_EQ(genetic(configuration.island_number(0)).selection, "tournament");
  EXPECT_EQ(genetic(configuration.island_number(1)).population, 10U);
  EXPECT_EQ(genetic(configuration.island_number(1)).mutation_rate, 1);
  EXPECT_EQ(genetic(configuration.island_number(1)).selection, "proportional");
  EXPECT_EQ(genetic(configuration.island_number(2)).mutation_rate, 0.4);
  EXPECT_EQ(configuration.island_number(3).settings().population(), 20U);
  EXPECT_EQ(genetic(configuration.island_number(3)).mutation_rate, 1);
}

TEST(Configuration, RefusesValuesOutOfRange) {
  const std::pair<std::string, std::string> cases[] = {
      {"[island]\npopulation = 1",
       "population is 1; algorithm \"genetic\" needs at least 2 (configs/a.toml:2:14)"},
      {"[island]\nalgorithm = 'random_walk'\npopulation = 0",
       "population is 0; it lies in [1, 100000000] (configs/a.toml:3:14)"},
      {"[island]\nclimb_steps = 0", "climb_steps is 0; it is at least 1 (configs/a.toml:2:15)"},
      {"[island]\noffspring = 0", "offspring is 0; it lies in [1, 100000000] (configs/a.toml:2:13)"},
      {"[island]\nmutation_rate = 1.4", "mutation_rate is 1.4; a rate lies in [0, 1] (configs/a.toml:2:17)"},
      {"[island]\nselection_pressure = 3",
       "selection_pressure is 3; it lies in [1, 2] (configs/a.toml:2:22)"},
      {"[island]\ntournament_size = 0",
       "tournament_size is 0; it lies in [1, 100000000] (configs/a.toml:2:19)"},
      {"[island]\nelites = -1", "elites is -1; it is at least 0 (configs/a.toml:2:10)"},
      {"[migration]\nevery = 0", "every is 0; it is at least 1 (configs/a.toml:2:9)"},
      {"[migration]\nmigrants = 0", "migrants is 0; it is at least 1 (configs/a.toml:2:12)"},
      {"[stop]\ngenerations = 0", "generations is 0; it is at least 1 (configs/a.toml:2:15)"},
      {"[stop]\nevaluations = 0", "evaluations is 0; it is at least 1 (configs/a.toml:2:15)"},
      {"[stop]\nseconds = 0", "seconds is 0; it is above 0 (configs/a.toml:2:11)"},
      {"[stop]\nseconds = -1", "seconds is -1; it is at least 0 (configs/a.toml:2:11)"},
      {"[stop]\ntarget = nan", "target is nan; it is a finite number (configs/a.toml:2:10)"},
      {"[run]\nseed = -3", "seed is -3; it is at least 0 (configs/a.toml:2:8)"},
      {"[run]\nseed = \"7\"",
       "seed is \"7\"; it is a whole number from 0 to 2^64 - 1, in quotes if it is 2^63 or larger and only "
       "then "
       "(configs/a.toml:2:8)"},
      {"[run]\nseed = 9223372036854775808",
       "not valid TOML: Error while parsing decimal integer: '9223372036854775808' is not representable in "
       "64 "
       "bits; a seed of 2^63 or more is in quotes (configs/a.toml:2:27)"},
      {"[checkpoint]\nevery = 0", "every is 0; it is at least 1 (configs/a.toml:2:9)"},
      {"[checkpoint]\nseconds = 0", "seconds is 0; it is above 0 (configs/a.toml:2:11)"},
      {"[checkpoint]\nseconds = -2", "seconds is -2; it is at least 0 (configs/a.toml:2:11)"},
      {"[checkpoint]\nseconds = inf", "seconds is inf; it is a finite number (configs/a.toml:2:11)"},
      {"[checkpoint]\nshare = 0", "share is 0; it is above 0 (configs/a.toml:2:9)"},
      {"[checkpoint]\nshare = 1.5", "share is 1.5; a rate lies in [0, 1] (configs/a.toml:2:9)"},
      {"[checkpoint]\nenabled = 1", "enabled is 1; it is true or false (configs/a.toml:2:11)"},
      {"[island]\nmutation_growth = 0.5\n",
       "mutation_growth is 0.5; it is at least 1 (configs/a.toml:2:19)"}};
  for (const auto& [text, message] : cases) EXPECT_EQ(refusal_of(text), message) << text;
}

TEST(Configuration, RefusesValuesThatDoNotGoTogether) {
  const std::pair<std::string, std::string> cases[] = {
      {"[[island.override]]\npopulation = 3\n",
       "an [[island.override]] says for which islands it is: islands = [0, 2] (configs/a.toml:1:1)"},
      {"[[island.override]]\nislands = [-1]\n",
       "islands has -1; islands are numbered from 0 (configs/a.toml:2:11)"},
      {"[[island.override]]\nislands = [1]\n[[island.override]]\nislands = [0, 1]\n",
       "island 1 is overridden twice (configs/a.toml:4:11)"},
      {"[island]\nreplacement = 'generational'\npopulation = 10\nelites = 10\n",
       "elites is 10 in a population of 10; elites are fewer than the population (configs/a.toml:4:10)"},
      {"[island]\nreplacement = 'generational'\nelites = 3\npopulation = 3\n",
       "elites is 3 in a population of 3; elites are fewer than the population (configs/a.toml:3:10)"},
      {"[island]\nreplacement = 'generational'\npopulation = 200\n",
       "offspring is 100 and elites 1, which don't fill a population of 200; generational replacement "
       "needs offspring + elites of at least the population (configs/a.toml:3:14)"},
      {"[island]\nreplacement = 'generational'\n[[island.override]]\nislands = [1]\npopulation = 500\n",
       "offspring is 100 and elites 1, which don't fill a population of 500; generational replacement "
       "needs offspring + elites of at least the population (configs/a.toml:5:14)"},
      {"[island]\npopulation = 200\n", "no error"},  // the children and the best parents fill it
      {"[island]\nimmigration = 'join_offspring'\nreplacement = 'generational'\npopulation = 10\n",
       "immigration is \"join_offspring\" with replacement \"generational\"; only replacement \"plus\" "
       "selects survivors from a pool that immigrants could join (configs/a.toml:2:15)"},
      {"[migration]\ntopology = 'ring'\ndeal_at_start = true\n",
       "migration.deal_at_start is true with topology \"ring\"; only fully_connected has a pool that it "
       "could deal out (configs/a.toml:3:17)"},
      {"[migration]\ntopology = 'ring'\nsimilarity = 'genotype'\n",
       "migration.similarity is \"genotype\" with topology \"ring\"; only fully_connected has a pool that "
       "it could order (configs/a.toml:3:14)"},
      {"[migration]\nsimilarity = 'genotype'\ntransfer = 'copy'\n",
       "migration.similarity is \"genotype\" with transfer \"copy\"; only transfer \"move\" has a pool that "
       "it could order (configs/a.toml:2:14)"}};
  for (const auto& [text, message] : cases) EXPECT_EQ(refusal_of(text), message) << text;
}

TEST(Configuration, RefusesUnknownNames) {
  EXPECT_THAT(refusal_of("[migration]\ntopology = 'rign'"),
              HasSubstr("did you mean \"ring\"? (configs/a.toml:2:12)"));
  EXPECT_THAT(refusal_of("[migration]\nsimilarity = 'hamming'"),
              HasSubstr("it is one of fitness, genotype, entropy, spectral, random, front (configs/"));
  EXPECT_THAT(refusal_of("[island]\nalgorithm = 'annealing'"),
              HasSubstr("it is one of automatic, genetic, hill_climbing, random_restart, random_walk, "
                        "differential_evolution, cma_es, portfolio, nsga2, map_elites (configs/"));
  EXPECT_THAT(refusal_of("[island]\nmutatoin_rate = 0.1"),
              HasSubstr("unknown key 'mutatoin_rate' in [island]; did you mean 'mutation_rate'?"));
  EXPECT_THAT(refusal_of("[[island.override]]\nislands = [0]\npopluation = 5"),
              HasSubstr("unknown key 'popluation' in [[island.override]]; did you mean 'population'?"));
  EXPECT_THAT(refusal_of("[checkpoints]\nevery = 5"),
              HasSubstr("unknown key 'checkpoints' in the file; did you mean 'checkpoint'?"));
  EXPECT_THAT(refusal_of("[checkpoint]\nsecond = 5"),
              HasSubstr("unknown key 'second' in [checkpoint]; did you mean 'seconds'?"));
}

}  // namespace
}  // namespace skerry

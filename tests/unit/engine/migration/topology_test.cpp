#include "skerry/migration/settings.hpp"

#include "support/testing.hpp"

namespace skerry {
namespace {

TEST(Topology, ShippedOnesAreValues) {
  const MigrationSettings settings{.topology = ring, .every = 10};
  EXPECT_EQ(settings.topology.name(), "ring");
  EXPECT_EQ(settings.topology.links({.islands = 3}), (Links{{1}, {2}, {0}}));
  EXPECT_EQ(MigrationSettings{}.topology.form(), Topology::Form::pool);
  EXPECT_EQ(fully_connected.links({.islands = 3}), (Links{{1, 2}, {0, 2}, {0, 1}}));
  EXPECT_EQ(isolated.form(), Topology::Form::none);
  EXPECT_EQ(isolated.links({.islands = 2}), (Links{{}, {}}));
}

TEST(Topology, AUsersOneIsAskedWithEpochIslandsAndSeed) {
  const Topology own{"own", [](const TopologyRequest& request) -> std::vector<std::vector<std::size_t>> {
                       EXPECT_EQ(request.epoch, 7U);
                       EXPECT_EQ(request.seed, 9U);
                       return Links(request.islands, {2, 1, 2});
                     }};
  const MigrationSettings settings{.topology = own, .transfer = Transfer::copy};
  EXPECT_EQ(settings.topology.name(), "own");
  EXPECT_EQ(settings.topology.links({7, 3, 9}), (Links{{1, 2}, {2}, {1}})) << "in order, once, to others";
}

TEST(Topology, RefusesLinksThatCannotBe) {
  EXPECT_EQ(message_of<UsageError>([] { Topology("void", {}); }),
            "topology \"void\" has no function that names its links");
  const Topology afar("afar", [](const TopologyRequest&) { return Links{{1}, {7}}; });
  EXPECT_EQ(message_of<UsageError>([&] { afar.links({.islands = 2}); }),
            "topology \"afar\" has a link from island 1 to island 7; there are 2, numbered from 0");
  EXPECT_EQ(message_of<UsageError>([&] { afar.links({.islands = 3}); }),
            "topology \"afar\" returned links of 2 islands; there are 3");
}

TEST(MigrationSettings, CheckThemselves) {
  const auto checked = [](const MigrationSettings& settings) {
    return message_of<UsageError>([&] { settings.check(); });
  };
  EXPECT_EQ(checked({}), "no error");
  EXPECT_EQ(checked({.every = 0}), "migration.every is 0; an epoch has at least 1 generation");
  EXPECT_EQ(checked({.migrants = 0}), "migration.migrants is 0; a link carries at least 1 individual");
  EXPECT_EQ(checked({.similarity = Similarity::genotype}), "no error");
  EXPECT_EQ(
      checked({.topology = torus, .similarity = Similarity::genotype}),
      "migration.similarity is \"genotype\" with topology \"torus\"; only fully_connected has a pool that "
      "it could order");
  EXPECT_EQ(
      checked({.transfer = Transfer::copy, .similarity = Similarity::genotype}),
      "migration.similarity is \"genotype\" with transfer \"copy\"; only transfer \"move\" has a pool that "
      "it could order");
  EXPECT_EQ(
      checked({.transfer = Transfer::copy, .similarity = Similarity::spectral}),
      "migration.similarity is \"spectral\" with transfer \"copy\"; only transfer \"move\" has a pool that "
      "it could order");
  EXPECT_EQ(checked({.similarity = Similarity::genotype, .deal_at_start = true}), "no error");
  EXPECT_EQ(checked({.topology = isolated, .deal_at_start = true}),
            "migration.deal_at_start is true with topology \"none\"; only fully_connected has a pool that it "
            "could deal out");
  EXPECT_EQ(checked({.transfer = Transfer::copy, .deal_at_start = true}),
            "migration.deal_at_start is true with transfer \"copy\"; only transfer \"move\" has a pool that "
            "it could deal out");
}

TEST(MigrationSettings, AreWrittenAsTheTableOfAConfiguration) {
  for (const Similarity similarity : {Similarity::fitness, Similarity::genotype, Similarity::entropy,
                                      Similarity::spectral, Similarity::random}) {
    EXPECT_THAT(toml_of({.similarity = similarity}),
                HasSubstr("\nsimilarity = \"" + std::string(name_of(similarity)) + "\"\n"));
  }
  EXPECT_EQ(name_of(Similarity::spectral), "spectral");
}

}  // namespace
}  // namespace skerry

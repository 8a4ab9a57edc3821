#include "skerry/app/concrete_problem.hpp"

#include "app/start/starting.hpp"
#include "engine/communication/communicator.hpp"
#include "engine/communication/mpi_communicator.hpp"
#include "mpi/shared_folder.hpp"
#include "puzzles/landscapes/bit_functions.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace start_test {

namespace fs = std::filesystem;

const std::vector<ProblemType> known_problems = {problem_type<OneMax>("onemax")};

/// A configuration with [start] and its table, in a folder that the first rank alone has to see.
class StartTest : public testing::Test {
 protected:
  void SetUp() override {
    write(
        "a.toml",
        "[problem]\nbits = 4\n[island]\npopulation = 3\n[[island.override]]\nislands = [1]\npopulation = 2\n"
        "[start]\nfrom = 'a.csv'\n");
  }
  void write(const char* name, const std::string& text) {
    if (world_.rank() == 0) std::ofstream(folder_ / name) << text;
    world_.barrier();
  }
  Loaded loaded() { return load({folder_ / "a.toml", {}}, known_problems, world_); }

  MpiCommunicator world_;
  const SharedFolder folder_{world_};
};

TEST_F(StartTest, EveryRankHasTheSameStarters) {
  write("a.csv", "genome\n0001\n0011\n0001\n0111\n1111\n1000\n");
  Loaded run = loaded();
  const Start start = read_start(run, 2, world_);
  EXPECT_EQ(start.starters.rooms, (std::vector<std::size_t>{3, 2}));
  EXPECT_EQ(start.starters.genomes.size(), 5 * sizeof(OneMax::Genome)) << "one is there twice";
  EXPECT_EQ(start.note.empty(), world_.rank() != 0);
  for (std::uint32_t number = 0; number < 2; ++number) {
    const auto island = run.problem->make_island(run.configuration.island_number(number).settings(),
                                                 {1, number, "best", start.starters});
    island->initialise();
    EXPECT_EQ(island->best_key().cost, number == 0 ? -3 : -4);
  }
  std::string digest = run.configuration.start->sha256;
  world_.broadcast(digest);
  EXPECT_EQ(digest.size(), 64U);
}

TEST_F(StartTest, AMistakeIsToldOnceAndEndsAll) {
  for (const char* table : {"genome\n0001\n00111\n", "genome\n", ""}) {
    write("a.csv", table);
    Loaded run = loaded();
    try {
      read_start(run, 2, world_);
      FAIL() << "a table was read that is none";
    } catch (const AgreedFailure& agreed) {
      EXPECT_EQ(agreed.failure.status, ExitStatus::bad_data);
      EXPECT_EQ(agreed.failure.message.empty(), world_.rank() != 0);
      EXPECT_THAT(agreed.told, HasSubstr("a.csv"));
    }
    world_.barrier();
  }
}

TEST_F(StartTest, TheDigestDecidesWhichRunItIs) {
  const auto identity = [&] {
    Loaded run = loaded();
    read_start(run, 2, world_);
    Digest digest = identity_of(run, 1, 2);
    world_.broadcast(digest);
    return digest;
  };
  write("a.csv", "genome\n0001\n");
  const Digest first = identity();
  EXPECT_EQ(identity(), first);
  write("a.csv", "genome\n0011\n");
  EXPECT_NE(identity(), first);
}

}  // namespace start_test
}  // namespace skerry

#include "app/run/load.hpp"

#include "skerry/app/concrete_problem.hpp"

#include "engine/communication/communicator.hpp"
#include "engine/communication/mpi_communicator.hpp"
#include "mpi/shared_folder.hpp"
#include "puzzles/landscapes/bit_functions.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace {

const std::vector<ProblemType> problems = {problem_type<OneMax>("onemax")};

/// A configuration file that the first rank writes, in a folder whose name all ranks know.
class SharedFile {
 public:
  SharedFile(Communicator& world, const std::string& text) : folder_(world) {
    if (world.rank() == 0) std::ofstream(path()) << text;
  }
  std::filesystem::path path() const { return folder_ / "a.toml"; }

 private:
  SharedFolder folder_;
};

TEST(Load, EveryRankBuildsTheSameProblem) {
  MpiCommunicator world;
  const SharedFile file(world, "[problem]\nbits = 77\n[run]\nseed = 5\n");
  const Loaded loaded = load({file.path(), {{"stop.generations", "9"}}}, problems, world);
  EXPECT_EQ(loaded.problem->optimum(), 77.0);
  EXPECT_EQ(loaded.configuration.seed, 5U);
  EXPECT_EQ(loaded.configuration.stop.generations, 9U);
  EXPECT_EQ(loaded.inputs.size(), world.rank() == 0 ? 1U : 0U);
}

TEST(Load, AMistakeIsToldOnceAndEndsAll) {
  MpiCommunicator world;
  const SharedFile file(world, "[problem]\nbits = 1\n");
  try {
    load({file.path(), {}}, problems, world);
    FAIL() << "a configuration of one bit was loaded";
  } catch (const AgreedFailure& agreed) {
    EXPECT_EQ(agreed.failure.status, ExitStatus::usage);
    EXPECT_EQ(agreed.failure.message.empty(), world.rank() != 0);
  }
}

TEST(Load, GivenTextStandsForTheFile) {
  MpiCommunicator world;
  const SharedFile file(world, "[problem]\nbits = 77\n");
  LoadRequest request{.config = file.path(), .overrides = {}};
  if (world.rank() == 0) request.text = "[problem]\nbits = 33\n";
  EXPECT_EQ(load(request, problems, world).problem->optimum(), 33.0);
  request.config = file.path().string() + ".gone";
  EXPECT_EQ(load(request, problems, world).problem->optimum(), 33.0);
}

/// Returns the identity of a configuration, which must be the same on all ranks.
Digest identity(Communicator& world, const std::string& text,
                std::vector<LoadRequest::Override> overrides = {}, std::uint64_t seed = 1,
                std::size_t islands = 4) {
  const SharedFile file(world, text);
  Digest digest = identity_of(load({file.path(), std::move(overrides)}, problems, world), seed, islands);
  world.broadcast(digest);
  return digest;
}

TEST(Load, ARunIsTheSameWhateverEndsAndSavesIt) {
  MpiCommunicator world;
  const std::string text = "[problem]\nbits = 40\n[island]\npopulation = 12\n";
  const Digest run = identity(world, text);
  EXPECT_EQ(identity(world, text + "[stop]\ngenerations = 9\ntarget = 3\n[checkpoint]\nevery = 2\n"), run);
  EXPECT_EQ(identity(world, text + "[run]\nseed = 5\noutput = 'x.h5'\n"), run) << "the seed is given apart";
  EXPECT_EQ(identity(world, "# as before\n[island]\npopulation = 12\n[problem]\nbits = 40\n"), run);
  EXPECT_EQ(identity(world, "[problem]\nbits = 40\n", {{"island.population", "12"}}), run);
  EXPECT_EQ(identity(world, text + "mutation_rate = 1.0\n"), run) << "that is the default";
}

TEST(Load, AnotherRunIsAnother) {
  MpiCommunicator world;
  const std::string text = "[problem]\nbits = 40\n";
  const Digest run = identity(world, text);
  EXPECT_NE(identity(world, text, {}, 2), run);
  EXPECT_NE(identity(world, text, {}, 1, 3), run);
  EXPECT_NE(identity(world, text, {{"problem.bits", "41"}}), run);
  EXPECT_NE(identity(world, text, {{"island.elites", "2"}}), run);
  EXPECT_NE(identity(world, text, {{"migration.topology", "ring"}}), run);
}

}  // namespace
}  // namespace skerry

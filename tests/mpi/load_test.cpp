#include "run/load.hpp"

#include "skerry/problems/onemax.hpp"

#include "mpi/communicator.hpp"
#include "mpi/failure.hpp"

#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

namespace skerry {
namespace {

const std::vector<ProblemType> problems = {problem_type<OneMax>("onemax")};

/// A configuration that the first rank writes, under a name that all know.
class SharedFile {
 public:
  SharedFile(Communicator& world, const std::string& text) : first_(world.rank() == 0) {
    std::string name = ::testing::TempDir() + "skerry_load_" + std::to_string(getpid()) + ".toml";
    world.broadcast(name);
    path_ = name;
    if (first_) std::ofstream(path_) << text;
  }
  ~SharedFile() {
    if (first_) std::filesystem::remove(path_);
  }
  SharedFile(const SharedFile&) = delete;
  SharedFile& operator=(const SharedFile&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  bool first_;
  std::filesystem::path path_;
};

TEST(Load, EveryRankBuildsTheSameExperiment) {
  Communicator world;
  const SharedFile file(world, "[problem]\nbits = 77\n[run]\nseed = 5\n");
  const Loaded loaded = load({file.path(), {{"stop.generations", "9"}}}, problems, world);
  EXPECT_EQ(loaded.experiment->optimum(), 77.0);
  EXPECT_EQ(loaded.configuration.seed, 5U);
  EXPECT_EQ(loaded.configuration.stop.generations, 9U);
  EXPECT_EQ(loaded.inputs.size(), world.rank() == 0 ? 1U : 0U);
}

TEST(Load, AMistakeIsToldOnceAndEndsAll) {
  Communicator world;
  const SharedFile file(world, "[problem]\nbits = 1\n");
  try {
    load({file.path(), {}}, problems, world);
    FAIL() << "a configuration of one bit was loaded";
  } catch (const AgreedFailure& agreed) {
    EXPECT_EQ(agreed.failure.status, ExitStatus::usage);
    EXPECT_EQ(agreed.failure.message.empty(), world.rank() != 0);
  }
}

}  // namespace
}  // namespace skerry

#include "engine/communication/environment.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace {

TEST(MpiLibrary, HasANameAndAVersionAndNothingElse) {
  EXPECT_THAT(mpi_library(), ::testing::MatchesRegex("(Open MPI v|MPICH )[0-9][0-9A-Za-z.]*"));
}

}  // namespace
}  // namespace skerry

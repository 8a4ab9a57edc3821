#include "app/experiment/place.hpp"

#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

namespace skerry {
namespace {

TEST(Place, GivesEachRunAFolderOfItsOwnForOpenMpi) {
  const auto folder = [] {
    separate_next_run();
    return std::string(std::getenv("OMPI_MCA_orte_top_session_dir"));
  };
  const char* base = std::getenv("OMPI_MCA_orte_tmpdir_base");
  if (base == nullptr) base = std::getenv("TMPDIR");
  const std::string first = folder();
  EXPECT_NE(first, folder());
  EXPECT_EQ(first.rfind(std::string(base == nullptr ? "/tmp" : base) + "/", 0), 0U) << first;
  ::unsetenv("OMPI_MCA_orte_top_session_dir");
}

}  // namespace
}  // namespace skerry

#include "skerry/error.hpp"

#include "support/testing.hpp"

namespace skerry {
namespace {

TEST(Error, ShowsControlCharactersThatAFileBroughtIn) {
  const DataError error(std::string("key '\0\x1B[2J\x7F' is \xC3\xBC\n\tb", 21));
  EXPECT_STREQ(error.what(), "key '??[2J?' is \xC3\xBC\n\tb");
}

}  // namespace
}  // namespace skerry

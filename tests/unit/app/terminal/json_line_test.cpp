#include "app/terminal/console.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace {

TEST(JsonLine, TakesAFileNameThatIsNoText) {
  EXPECT_EQ(json_line({{"trace", "B\xF6rse\n.h5"}, {"seed", 1}}),
            "{\"trace\":\"B\xEF\xBF\xBDrse\\n.h5\",\"seed\":1}");
}

}  // namespace
}  // namespace skerry

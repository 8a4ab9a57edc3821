#include "skerry/detail/genomes/genes.hpp"

#include "support/testing.hpp"

namespace skerry {
namespace {

TEST(Box, GivesAllGenesTheSameBoundsOrEachItsOwn) {
  EXPECT_THAT(Box<3>(-5, 5).lower(), ElementsAre(-5, -5, -5));
  EXPECT_THAT(Box<>(2, 0, 1).upper(), ElementsAre(1, 1));
  const Box<2> own{{0, 1}, {-2, 4}};
  EXPECT_EQ(own.lower(1), -2);
  EXPECT_EQ(own.upper(1), 4);
  EXPECT_EQ((Box<>{{0, 1}, {2, 3}, {4, 5}}.size()), 3U);
  const std::vector<Interval<std::int32_t>> intervals(5, {1, 6});
  EXPECT_EQ(IntegerBox<>(std::span(intervals)).size(), 5U);
}

TEST(Box, RefusesWhatIsNone) {
  EXPECT_THAT(
      [] { Box<2>(5, -5); },
      ThrowsMessage<UsageError>("the bounds of gene 0 are [5, -5]; a lower bound is at most the upper one"));
  EXPECT_THAT(
      [] {
        (IntegerBox<2>{{0, 1}, {3, 2}});
      },
      ThrowsMessage<UsageError>("the bounds of gene 1 are [3, 2]; a lower bound is at most the upper one"));
  EXPECT_THAT(
      [] {
        (Box<3>{{0, 1}, {2, 3}});
      },
      ThrowsMessage<UsageError>("a box has 2 intervals; a genome of 3 genes needs one for each"));
  EXPECT_THAT([] { Box<>(0, 0, 1); }, ThrowsMessage<UsageError>("a box has no genes; it has at least 1"));
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_THROW(Box<1>(0, infinity), UsageError);
  EXPECT_THROW(Box<1>(std::nan(""), 1), UsageError);
  EXPECT_THROW(Box<1>(-1.7e308, 1.7e308), UsageError);
}

}  // namespace
}  // namespace skerry

#include "skerry/operators/operator_settings.hpp"

#include "skerry/error.hpp"

#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace skerry {
namespace {

constexpr std::array<std::string_view, 3> known_operators{"pmx", "ox", "cx"};

TEST(ChooseOperator, TakesTheFirstWithoutAName) {
  EXPECT_EQ(detail::choose_operator("crossover", "", "permutations", known_operators), 0U);
  EXPECT_EQ(detail::choose_operator("crossover", "cx", "permutations", known_operators), 2U);
}

TEST(ChooseOperator, ListsWhatBelongsToTheGenome) {
  EXPECT_THAT(
      [] { detail::choose_operator("crossover", "sbx", "permutations", known_operators); },
      testing::ThrowsMessage<UsageError>("crossover is \"sbx\", which does not belong to permutations; "
                                         "those that do: pmx, ox, cx"));
}

TEST(OperatorsForPart, PicksTheNamesThatThePartKnows) {
  EXPECT_EQ(detail::operators_for_part("sbx, ox", known_operators), "ox");
  EXPECT_EQ(detail::operators_for_part("sbx", known_operators), "");
  EXPECT_NO_THROW(detail::expect_known_operators("crossover", " ox ,pmx", known_operators));
  EXPECT_THROW(detail::expect_known_operators("crossover", "ox, sbx", known_operators), UsageError);
}

TEST(GeneRate, IsOneGeneUnlessItIsSaid) {
  EXPECT_EQ(detail::gene_rate_of({}, 20), 0.05);
  EXPECT_EQ(detail::gene_rate_of({.gene_rate = 0.3}, 20), 0.3);
  EXPECT_THROW(detail::gene_rate_of({.gene_rate = 1.4}, 20), UsageError);
}

}  // namespace
}  // namespace skerry

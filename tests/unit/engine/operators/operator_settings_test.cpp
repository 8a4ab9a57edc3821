#include "skerry/detail/operators/operators.hpp"

#include "support/testing.hpp"

namespace skerry {
namespace {

constexpr std::array<std::string_view, 3> known_operators{"pmx", "ox", "cx"};

TEST(ChooseOperator, TakesTheFirstWithoutAName) {
  EXPECT_EQ(detail::choose_operator("crossover", "", "permutations", known_operators), 0U);
  EXPECT_EQ(detail::choose_operator("crossover", "cx", "permutations", known_operators), 2U);
}

TEST(ChooseOperator, ListsWhatBelongsToTheGenome) {
  EXPECT_THAT([] { detail::choose_operator("crossover", "sbx", "permutations", known_operators); },
              ThrowsMessage<UsageError>("crossover is \"sbx\", which does not belong to permutations; "
                                        "those that do: pmx, ox, cx"));
}

constexpr std::array<std::string_view, 3> of_reals{"sbx", "blx_alpha", "uniform"};
constexpr std::array<std::string_view, 1> of_integers{"uniform"};
constexpr std::array<std::string_view, 3> of_bits{"one_point", "two_point", "uniform"};
using Names = std::vector<std::string>;

Names names_of(const std::string& list, const detail::OperatorsOfParts& parts) {
  return detail::operators_of_parts("crossover", list, parts);
}

TEST(OperatorsOfParts, TakesANameForEachPartInItsPlace) {
  for (const char* list : {"sbx,uniform", "sbx, uniform", " sbx\t,   uniform "})
    EXPECT_EQ(names_of(list, {of_reals, of_bits}), (Names{"sbx", "uniform"})) << list;
  EXPECT_EQ(names_of("uniform, one_point", {of_reals, of_bits}), (Names{"uniform", "one_point"}));
  EXPECT_EQ(names_of("sbx, uniform, blx_alpha", {of_reals, of_integers, of_reals}),
            (Names{"sbx", "uniform", "blx_alpha"}));
  EXPECT_EQ(names_of(", uniform", {of_reals, of_bits}), (Names{"", "uniform"}));
  EXPECT_EQ(names_of("uniform,", {of_reals, of_bits}), (Names{"uniform", ""}));
  EXPECT_EQ(names_of("", {of_reals, of_bits}), (Names{"", ""}));
}

TEST(OperatorsOfParts, GivesFewerNamesToThePartsThatTheyBelongTo) {
  EXPECT_EQ(names_of("pmx", {of_reals, known_operators}), (Names{"", "pmx"}));
  EXPECT_EQ(names_of("uniform", {of_reals, of_bits}), (Names{"uniform", "uniform"}));
  EXPECT_EQ(names_of("sbx, uniform", {of_reals, of_reals, of_bits}), (Names{"sbx", "sbx", "uniform"}));
  EXPECT_EQ(names_of("ox, sbx", {of_reals, known_operators}), (Names{"sbx", "ox"}));
  EXPECT_EQ(names_of("uniform, sbx", {of_reals, of_bits}), (Names{"sbx", "uniform"}));
  EXPECT_EQ(names_of("uniform, two_point", {of_reals, of_integers, of_bits}),
            (Names{"uniform", "uniform", "two_point"}));
}

TEST(OperatorsOfParts, RefusesWhatNoPartTakes) {
  const auto mistake = [](const std::string& list, const detail::OperatorsOfParts& parts) {
    try {
      names_of(list, parts);
    } catch (const UsageError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(
      mistake("ox, sbx", {known_operators, of_bits}),
      "crossover is \"sbx\", which does not belong to any part of the genome; those that do: pmx, ox, cx, "
      "one_point, two_point, uniform");
  EXPECT_EQ(
      mistake("sbx, blx_alpha", {of_reals, of_reals, of_bits}),
      "crossover is \"sbx, blx_alpha\", and part 0 may take \"sbx\" or \"blx_alpha\"; name one for each of "
      "the 3 parts, in their order");
  EXPECT_EQ(
      mistake("sbx, uniform, one_point", {of_reals, of_bits}),
      "crossover is \"sbx, uniform, one_point\", of which no part takes \"uniform\"; name one for each of "
      "the 2 parts, in their order");
}

TEST(OperatorsOfParts, AreListedAgainForACompositeInAComposite) {
  const Names names{"sbx", "", "uniform"};
  EXPECT_EQ(detail::operator_list(names, 0, 1), "sbx");
  EXPECT_EQ(detail::operator_list(names, 1, 2), ",uniform");
  EXPECT_EQ(names_of(detail::operator_list(names, 0, 3), {of_reals, of_bits, of_integers}), names);
}

TEST(GeneRate, IsOneGeneUnlessItIsSaid) {
  EXPECT_EQ(detail::gene_rate_of({}, 20), 0.05);
  EXPECT_EQ(detail::gene_rate_of({.gene_rate = 0.3}, 20), 0.3);
  EXPECT_THROW(detail::gene_rate_of({.gene_rate = 1.4}, 20), UsageError);
}

}  // namespace
}  // namespace skerry

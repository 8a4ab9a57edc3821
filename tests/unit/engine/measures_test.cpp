#include "skerry/measures.hpp"

#include "support/testing.hpp"

namespace skerry {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

std::string refused(const std::function<void()>& check) {
  try {
    check();
  } catch (const UsageError& error) {
    return error.what();
  }
  return {};
}

TEST(Measures, AWholeNumberHasACellOfItsOwn) {
  const Feature nations = whole_number_feature("nations", 2, 5);
  EXPECT_EQ(nations.cells, 4U);
  EXPECT_EQ(nations.least, 1.5);
  EXPECT_EQ(nations.most, 5.5);
}

TEST(Measures, ACategoryHasACellOfItsOwn) {
  const Feature rule = categorical_feature("rule", {"single", "pair"});
  EXPECT_EQ(rule.cells, 2U);
  EXPECT_EQ(rule.least, -0.5);
  EXPECT_EQ(rule.most, 1.5);
  EXPECT_EQ(rule.categories.size(), 2U);
}

TEST(Measures, MistakesNameTheMeasure) {
  EXPECT_EQ(refused([] {
              check_objectives({{.name = "price"}, {.name = "price"}});
            }),
            "a problem has an objective named \"price\" twice");
  EXPECT_EQ(refused([] { check_objectives({{.name = ""}}); }), "a problem has an objective without a name");
  EXPECT_EQ(refused([] { check_objectives({{.name = "price", .reference = infinite}}); }),
            "the reference of objective \"price\" is not a finite number");
  EXPECT_EQ(refused([] { check_features({{.name = "level", .least = 3, .most = 3}}); }),
            "feature \"level\" reaches from 3 to 3; it reaches from a finite number to a larger one");
  EXPECT_EQ(refused([] { check_features({{.name = "level", .cells = 0}}); }),
            "feature \"level\" has no cells");
  EXPECT_EQ(refused([] { check_features({{.name = "a"}, {.name = "b", .categories = {}}}); }), "");
}

}  // namespace
}  // namespace skerry

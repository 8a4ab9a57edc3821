#include "app/start/table.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace candidates_test {

/// Returns individuals whose genomes are single letters, and whose costs are given.
SolutionSet individuals(std::string_view letters, const std::vector<double>& costs) {
  SolutionSet set;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    set.keys.push_back({0, costs[i]});
    set.genomes.push_back(static_cast<std::byte>(letters[i]));
    set.ends.push_back(i + 1);
  }
  return set;
}

SolutionSet individuals(std::string_view letters) {
  return individuals(letters, std::vector<double>(letters.size(), 1));
}

std::string letters(const SolutionSet& set) {
  std::string text;
  for (const std::byte letter : set.genomes) text += static_cast<char>(letter);
  return text;
}

TEST(Candidates, AreTakenFromTheFront) {
  EXPECT_EQ(letters(chosen({individuals("abcdef"), false}, 4)), "abcd");
  EXPECT_EQ(letters(chosen({individuals("abc"), false}, 4)), "abc");
}

TEST(Candidates, OfAFrontAreTakenAtEqualDistances) {
  EXPECT_EQ(letters(chosen({individuals("abcdefgh"), true}, 4)), "aceg");
  EXPECT_EQ(letters(chosen({individuals("abcdefgh"), true}, 3)), "acf");
  EXPECT_EQ(letters(chosen({individuals("abcdefgh"), true}, 1)), "a");
  EXPECT_EQ(letters(chosen({individuals("abc"), true}, 9)), "abc");
}

TEST(Candidates, CountOnce) {
  for (const bool spread : {false, true}) {
    EXPECT_EQ(letters(chosen({individuals("abacb"), spread}, 3)), "abc");
  }
}

TEST(Candidates, AreOrderedByTheirKeys) {
  const SolutionSet mixed = individuals("abcde", {3, 1, 2, 1, 3});
  EXPECT_EQ(letters(best_first(mixed)), "bdcae");
  EXPECT_EQ(letters(best_in_front(mixed)), "bacde");
  EXPECT_EQ(letters(best_in_front({})), "");
}

}  // namespace candidates_test
}  // namespace skerry

#include "puzzles/qap/instance.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/qap/instances.hpp"

namespace skerry::qap {
namespace {

std::string failure(const std::string& text) {
  return message_of<DataError>([&] { parse_instance(text, "q.dat"); });
}

TEST(QapFormats, BlanksAndLineBreaksStandAnywhere) {
  const Instance instance = parse_instance("  2\r\n\n 0 1\t2\n -3 # first\n\n4 5 6\n7", "q.dat");
  EXPECT_EQ(instance.size(), 2U);
  EXPECT_EQ(instance.first().at(0, 1), 1);
  EXPECT_EQ(instance.first().at(1, 0), 2);
  EXPECT_EQ(instance.first().at(1, 1), -3);
  EXPECT_EQ(instance.second().at(0, 0), 4);
  EXPECT_EQ(instance.second().at(1, 1), 7);
}

TEST(QapFormats, TheFirstRowMayStandBehindTheSizeAndZerosBehindAPoint) {
  const Instance instance = parse_instance("2 0 3\n3.0 0.\n0 1.00\n1 0\n", "q.dat");
  EXPECT_EQ(instance.first().at(0, 1), 3);
  EXPECT_EQ(instance.first().at(1, 0), 3);
  EXPECT_EQ(instance.second().at(0, 1), 1);
  EXPECT_EQ(failure("2\n0 .0"), "'.0' stands where an entry should; it is an integer (q.dat:2:3)");
}

TEST(QapFormats, WhatIsWrittenIsReadBack) {
  for (auto&& [seed, random] : seeds_from_1(10)) {
    const Instance instance = test::random_instance(2 + random.below(8), false, random);
    const Instance again = parse_instance(instance_text(instance), "q.dat");
    EXPECT_EQ(again.first(), instance.first());
    EXPECT_EQ(again.second(), instance.second());
  }
}

TEST(QapFormats, ColumnsAreAlignedToTheRight) {
  EXPECT_EQ(instance_text(parse_instance("2 0 10 3 4 1 2 3 4", "q.dat")), "2\n\n 0 10\n 3  4\n\n1 2\n3 4\n");
}

TEST(QapFormats, EveryMistakeIsNamedWithItsPlace) {
  EXPECT_EQ(failure(" \n# none\n"), "there is no instance in it; it begins with the size (q.dat)");
  EXPECT_EQ(failure("n\n"), "'n' stands where the size should; it is an integer (q.dat:1:1)");
  EXPECT_EQ(failure("\n 1"), "the size is 1; it lies in [2, 1000] (q.dat:2:2)");
  EXPECT_EQ(failure("2\n0 1.5"), "'1.5' stands where an entry should; it is an integer (q.dat:2:3)");
  EXPECT_EQ(failure("2\n0 99999999999999999999"),
            "an entry is 99999999999999999999; it lies in [-1000000000, 1000000000] (q.dat:2:3)");
  EXPECT_EQ(failure("2\n0 1 2 3\n4 5\n"),
            "the file ends after 2 of the 4 entries of the second matrix; the size and two matrices of 2 x 2 "
            "are expected (q.dat:3:3)");
  EXPECT_EQ(failure("2\n0 1 2 3\n4 5 6 7\n 8"),
            "'8' stands after the two matrices of 2 x 2, where the file should end (q.dat:4:2)");
}

TEST(QapFormats, CostsThatAreNotExactAreRefused) {
  EXPECT_EQ(failure("2\n0 1000000000 0 0\n0 2251799 0 0\n"), "no error");
  EXPECT_EQ(
      failure("2\n0 1000000000 0 0\n0 2251800 0 0\n"),
      "2251800 here, and 1000000000 in the first matrix (q.dat:2:3), allow costs beyond 2^53, which are not "
      "exact; the product of the largest entries is at most 2251799813685248 for size 2 (q.dat:3:3)");
}

TEST(QapFormats, TheLineOfTheSizeMayStateTheBestKnownCost) {
  const auto best = [](const std::string& text) { return parse_instance(text, "q.dat").best_known(); };
  EXPECT_EQ(best("2\n0 1 2 0\n0 3 4 0\n"), std::nullopt);
  EXPECT_EQ(best("2 11\n0 1 2 0\n0 3 4 0\n"), 11);
  EXPECT_EQ(best("# named\n 2  10 11 # a bound and the best\n0 1\n2 0\n\n0 3\n4 0"), 11);
  EXPECT_EQ(best("2 -10 11\n0 1 2 0\n0 3 4 0\n"), 11) << "a bound of 10 below an optimum that is not known";
  EXPECT_EQ(best("2 0\n1 2 0\n0 3 4 0\n"), std::nullopt) << "the matrices begin in the line of the size";
  EXPECT_EQ(best("2 0 1\n2 0\n0 3 4 0\n"), std::nullopt);
  const Instance instance = parse_instance("2 11\n0 1 2 0\n0 3 4 0\n", "q.dat");
  EXPECT_EQ(instance_text(instance), "2 11\n\n0 1\n2 0\n\n0 3\n4 0\n");
  EXPECT_EQ(parse_instance(instance_text(instance), "q.dat").best_known(), 11);
  EXPECT_EQ(failure("2 12 11\n0 1 2 0\n0 3 4 0\n"),
            "the bound is 12, above the best known cost of 11 behind it (q.dat:1:3)");
  EXPECT_EQ(failure("2 x\n0 1 2 0\n0 3 4 0\n"),
            "'x' stands where the best known cost should; it is an integer (q.dat:1:3)");
  EXPECT_EQ(
      failure("3 11\n0 1 2\n0 1 2\n0 1 2\n0 3 4\n0 3 4\n0 3\n"),
      "the file ends after 8 of the 9 entries of the second matrix; the size and two matrices of 3 x 3 are "
      "expected (q.dat:7:3)");
  EXPECT_EQ(failure("2\n0 1 2 0\n0 3 4 0\n11\n"),
            "'11' stands after the two matrices of 2 x 2, where the file should end (q.dat:4:1)");
}

TEST(QapFormats, SolutionFilesOfQaplib) {
  using Order = std::vector<std::uint32_t>;
  const auto read = [](const std::string& text) { return parse_solution(4, text, "s.sln"); };
  EXPECT_EQ(read("4 100\n2 1 4 3\n").order, (Order{1, 0, 3, 2}));
  EXPECT_EQ(read("4 100\n2 1 4 3\n").cost, 100);
  EXPECT_EQ(read("  4   -7 \r\n\r\n 2,1,\r\n 4,3").order, (Order{1, 0, 3, 2}));
  EXPECT_EQ(read("4 100\n1 0 3 2\n").order, (Order{1, 0, 3, 2})) << "counted from 0";
  EXPECT_EQ(read("1 0 3 2").order, (Order{1, 0, 3, 2}));
  EXPECT_EQ(read("1 0 3 2").cost, std::nullopt);
  EXPECT_EQ(read("[1, 0, 3, 2]").order, (Order{1, 0, 3, 2}));
  const auto message = [&](const std::string& text) -> std::string {
    return message_of<DataError>([&] { read(text); });
  };
  EXPECT_EQ(message("2 1 4 3"), "an entry is 4; a permutation has each of 0 to 3 once (s.sln:1:5)");
  EXPECT_EQ(message("4 100\n2 1 4 4"),
            "4 stands here again; a permutation has each of 1 to 4 once (s.sln:2:7)");
  EXPECT_EQ(message("4 100\n2 0 4 3"), "an entry is 4; a permutation has each of 0 to 3 once (s.sln:2:5)");
  EXPECT_EQ(message("5 100\n2 1 4 3"),
            "the size of the solution is 5; that of the instance is 4 (s.sln:1:1)");
  EXPECT_EQ(message("4 1e2\n2 1 4 3"), "'1e2' stands where the cost should; it is an integer (s.sln:1:3)");
  EXPECT_EQ(message("4 100\n2 1 4"),
            "5 numbers stand in it; a solution has the 4 entries of a permutation, and before "
            "them the size and the cost or neither (s.sln)");
}

}  // namespace
}  // namespace skerry::qap

#include "puzzles/party/search/constructor.hpp"
#include "unit/puzzles/party/puzzles.hpp"

#include <sstream>
#include <vector>

#include <gmock/gmock.h>

namespace skerry::party {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::vector<std::string> fields(const std::string& row) {
  std::istringstream stream(row.substr(0, row.find('\n')));
  std::vector<std::string> fields;
  for (std::string field; std::getline(stream, field, ',');) fields.push_back(field);
  if (row.ends_with(",\n")) fields.emplace_back();
  return fields;
}

TEST(Construction, ARowHasTheColumnsOfTheHeader) {
  const Roster roster(read_texts(small_puzzle));
  Construction construction(roster, {}, 1);
  const std::size_t columns = fields(std::string(construction_header)).size();
  int feasible = 0;
  for (std::uint64_t attempt = 1; attempt <= 50; ++attempt) {
    const std::string row = construction.attempt(attempt);
    const auto values = fields(row);
    ASSERT_EQ(values.size(), columns) << row;
    EXPECT_EQ(values[0], std::to_string(attempt));
    EXPECT_EQ(values[1], "guided");
    EXPECT_EQ(values[3] == "1", values[6].empty()) << row;
    if (values[3] == "1") {
      ++feasible;
      EXPECT_GE(std::stod(values[2]), 0.5) << row;
      EXPECT_GT(std::stod(values[4]), 0) << row;
    }
  }
  EXPECT_GT(feasible, 0);
  EXPECT_THAT(construction.summary(),
              StartsWith("50 guided attempts, " + std::to_string(feasible) + " feasible"));
  EXPECT_THAT(construction.summary(), HasSubstr("objective of feasible ones: least "));
}

TEST(Construction, NamesWhatFailed) {
  // The two elves that can be chosen and any third hero give a synergy of at most a half.
  const auto puzzle = with(small_puzzle, "at_least = 0.5", "at_least = 1");
  const Roster roster(read_texts(puzzle));
  Construction construction(roster, {.guided = false}, 1);
  for (std::uint64_t attempt = 1; attempt <= 20; ++attempt) {
    const auto values = fields(construction.attempt(attempt));
    EXPECT_EQ(values[1], "unguided");
    EXPECT_EQ(values[3], "0");
    EXPECT_FALSE(values[6].empty());
  }
  EXPECT_THAT(construction.summary(), StartsWith("20 unguided attempts, 0 feasible (0 %)"));
  EXPECT_THAT(construction.summary(), HasSubstr("times on synergy at least 1\n"));
}

TEST(Construction, TheSameSeedBuildsTheSame) {
  const Roster roster(read_texts(small_puzzle));
  Construction first(roster, {}, 5);
  Construction second(roster, {}, 5);
  for (std::uint64_t attempt = 1; attempt <= 20; ++attempt) {
    auto a = fields(first.attempt(attempt));
    auto b = fields(second.attempt(attempt));
    a[5].clear();  // seconds
    b[5].clear();
    EXPECT_EQ(a, b);
  }
}

}  // namespace
}  // namespace skerry::party

#pragma once

#include <string_view>

// The puzzles of the published account of inference (July 2019), with their answers.

namespace skerry::skyscraper::published {

constexpr std::string_view small = R"(
    . . 1 2
  +---------+
. | . . . . | .
. | . . . . | 2
1 | . . . . | .
. | . . . . | .
  +---------+
    . . 3 .
)";
constexpr std::string_view small_after_three_forms =
    "123 123 4   123\n"
    "123 4   123 123\n"
    "4   123 123 123\n"
    "123 123 12  4\n";
constexpr std::string_view small_solution = "2143 3412 4231 1324";

constexpr std::string_view seven = R"(
  . 2 3 . 2 . .
. . . . . . . . 5
4 . . . . . . . .
. . . . . . . . 4
. . . . . . . . 5
. . . . . . . . .
. . . . . . . . 4
. . . . . . . . .
  6 . . . 2 4 .
)";
constexpr std::string_view seven_solution = "7621543 1354276 6547321 5176432 4213765 3762154 2435617";

/// This puzzle is by the CodeWars user Medved01; inference alone does not solve it.
constexpr std::string_view hard = R"(
  3 3 2 1 2 2 3
3 . . . . . . . 4
2 . . . . . . . 3
5 . . . . . . . 2
2 . . . . . . . 4
4 . . . . . . . 1
1 . . . . . . . 4
3 . . . . . . . 2
  2 3 5 4 1 4 2
)";
/// The account prints 12345 in row 2, column 4, although the 4 beside it excludes 4.
constexpr std::string_view hard_fixpoint =
    "12 13  12345 7     6     45  34\n"
    "6  4   7     1235  125   12  23\n"
    "12 23  34    6     1234  7   5\n"
    "5  7   6     1234  1234  124 123\n"
    "34 123 35    12345 12345 6   7\n"
    "7  6   234   12345 12345 35  1234\n"
    "34 5   12    1234  7     123 6\n";

}  // namespace skerry::skyscraper::published

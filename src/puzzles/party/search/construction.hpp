#pragma once

#include "skerry/random.hpp"

#include "puzzles/party/search/constructor.hpp"
#include "puzzles/party/search/roster.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace skerry::party {

constexpr std::string_view construction_header =
    "attempt,mode,synergy,feasible,objective,seconds,failed_requirement\n";

/// Repeats Algorithm 1, each time from the locked heroes alone.
class Construction {
 public:
  Construction(const Roster& roster, const ConstructionSettings& settings, std::uint64_t seed);

  /// Makes one attempt, and returns its row of the CSV.
  std::string attempt(std::uint64_t number);
  /// Returns a summary: how many attempts were feasible, their synergy and objective, and the causes that
  /// ended the others.
  std::string summary() const;

 private:
  const Roster& roster_;
  bool guided_;
  Constructor constructor_;
  Board board_;
  Random random_;
  std::uint64_t attempts_ = 0;
  double elapsed_s_ = 0;
  std::vector<double> synergies_;   // of full boards
  std::vector<double> objectives_;  // of feasible ones
};

/// Returns how rare parties are that meet every rule, "one in N VERB every rule". If there were none, and
/// more than a few attempts, N is the least with 95 % confidence (the rule of three: Hanley and Lippman-Hand
/// 1983).
std::string rarity_text(std::uint64_t feasible, std::uint64_t attempts, std::string_view verb = "");

}  // namespace skerry::party

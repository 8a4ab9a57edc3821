#pragma once

#include "skerry/random.hpp"

#include "puzzles/party/search/roster.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace skerry::party {

/// Simulated annealing (Kirkpatrick et al. 1983) for a party that meets every rule, whatever it costs: for
/// cells whose rules Algorithm 1, which takes the highest synergy at each node, does not meet. A step gives a
/// node another hero, most often one who shares a trait with a hero of the party, or exchanges two nodes.
class CellAnnealing {
 public:
  explicit CellAnnealing(const Roster& roster);

  /// Anneals again and again until a party meets every rule, which is returned as [node] hero of the pool, or
  /// until `stop` says so: an empty one.
  std::vector<std::uint32_t> run(Random& random, const std::function<bool()>& stop);

 private:
  /// A requirement with what each hero adds to it.
  struct Rule {
    const Requirement* requirement = nullptr;
    std::vector<double> number;        ///< [hero] of sums and counts
    std::vector<std::uint32_t> value;  ///< [hero] of distinct and share
    double scale = 1;                  ///< of the sum that is missing
  };
  /// Returns what the rules miss together: half an edge, a hero or a value counts as 1, and a sum by the
  /// spread of its column.
  double missing() const;
  double missing_of(const Rule& rule) const;
  void begin(Random& random);
  void step(Random& random, double temperature);
  std::uint32_t draw(std::uint32_t node, Random& random) const;
  bool stands(std::uint32_t hero) const;

  const Roster* roster_;
  std::vector<Rule> rules_;
  std::vector<std::uint32_t> free_;                                  // nodes that are not locked
  std::vector<std::vector<std::uint32_t>> allowed_;                  // [node]
  std::vector<std::vector<std::uint32_t>> trait_;                    // [trait][hero] value
  std::vector<std::vector<std::vector<std::uint32_t>>> with_value_;  // [trait][value] heroes
  std::vector<std::uint32_t> heroes_;                                // [node] price place
  double energy_ = 0;
};

}  // namespace skerry::party

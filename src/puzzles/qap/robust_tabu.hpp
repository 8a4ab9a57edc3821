#pragma once

#include "skerry/random.hpp"

#include "puzzles/qap/instance.hpp"
#include "puzzles/qap/swap_search.hpp"
#include "puzzles/qap/swap_table.hpp"
#include "puzzles/qap/tabu_list.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace skerry::qap {

/// How long a robust tabu search is, besides its budget.
struct TabuSettings {
  /// Numbers of steps are kept as int32.
  static constexpr std::int64_t most_iterations = 1'000'000'000;

  std::uint64_t iterations = 5000;
};

/// Robust tabu search (Taillard 1991). Each step makes the best swap of two entries that is not tabu, whether
/// it lessens the cost or not; a facility must not return to a place that it left less than some n steps ago,
/// a number that is drawn in 0.9 n .. 1.1 n each time. A swap that is tabu is made if it leads to a new best
/// cost, and one that has not been made for 5 n^2 steps goes before all others. The best order that was met
/// is the result. All swaps of a step count as evaluations.
class RobustTabu {
 public:
  /// The search allocates here alone: some 6 n^2 numbers of 4 bytes, or of 8 where the entries are large, and
  /// half as many more if neither matrix is symmetric.
  explicit RobustTabu(const Instance& instance);

  /// Improves an order of that cost. The search ends after a number of steps, before a step that would exceed
  /// the budget, and at a cost of at most `target`, if there is one.
  SearchResult operator()(const TabuSettings& settings, std::span<std::uint32_t> order, std::int64_t cost,
                          std::uint64_t budget, std::optional<double> target, Random& random);

 private:
  template <typename Number>
  struct State {
    explicit State(const Instance& instance)
        : table(instance), tabu(instance.size()), least(instance.size()), row(instance.size()) {}

    SwapTable<Number> table;
    TabuList<Number> tabu;
    BlockRow<Number> least, row;  // scratch: the best swaps by their second place
  };

  using States = std::variant<State<std::int32_t>, State<std::int64_t>>;

  static States states_for(const Instance& instance);
  template <typename Number>
  SearchResult search(State<Number>& state, std::uint64_t steps, std::span<std::uint32_t> order,
                      std::int64_t cost, double target, Random& random);

  States state_;
  std::vector<std::uint32_t> best_;  // scratch
};

}  // namespace skerry::qap

#pragma once

#include "puzzles/party/bound/integer_puzzle.hpp"
#include "puzzles/party/bound/kin_bound.hpp"
#include "puzzles/party/bound/search.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace skerry::party {

/// A depth-first search for all parties that meet every rule and cost `most` or less, for puzzles in which
/// all edges of full weight join heroes who agree in one certain trait: the kin. It first decides which nodes
/// have the same kin, since few divisions of the nodes lose little enough synergy, then which kin that is,
/// then the other traits of each node until the synergy is met in any case, and heroes last; at each step
/// KinBound rules candidates out. It counts in whole numbers.
class KinSearch {
 public:
  using Found = Search::Found;
  using Stop = Search::Stop;

  /// Returns the trait that all edges of full weight share, where the puzzle has one and few enough divisions
  /// of its nodes.
  static std::optional<std::size_t> kin_of(const IntegerPuzzle& puzzle);

  /// `kin` is that trait, and `multipliers` are where the prices of rules on sums begin. The puzzle must
  /// outlive it.
  KinSearch(const IntegerPuzzle& puzzle, std::size_t kin, const Multipliers& multipliers,
            const Candidates& candidates);

  /// Returns whether it ended by itself.
  bool run(std::int64_t most, const Found& found, const Stop& stop);

 private:
  using Lists = std::vector<std::vector<std::uint32_t>>;  // [node] heroes
  using Prices = KinBound::Prices;
  using State = KinBound::State;
  /// A set of traits that two heroes may share, such that no smaller one weighs as much.
  struct Agreement {
    std::int64_t lost;                // of the full weight of an edge
    std::vector<std::uint32_t> code;  // [hero] of its values in these traits
    std::uint32_t codes;
  };
  /// The traits in which the heroes of an edge's ends agree, as masks.
  struct Agreed {
    unsigned surely = 0;
    unsigned perhaps = 0;
  };
  /// Nodes of the same kin, by parts; the larger parts come first.
  struct Division {
    std::vector<std::uint32_t> part_of;  // [node]
  };

  void collect_agreements();
  void divide_nodes();
  void prepare_grid();
  bool label(const std::vector<std::uint32_t>& sizes, std::size_t part,
             const std::vector<std::int64_t>& sums);
  bool search_divisions(const std::vector<std::uint32_t>& sizes, std::size_t at);
  bool descend(std::size_t depth);
  std::vector<Agreed> agreed_on(const State& state);
  bool synergy_is_met(const std::vector<Agreed>& agreed) const;
  bool undecided(const Agreed& agreed) const;
  bool branch(std::size_t depth);
  bool choose_hero(std::size_t depth, bool synergy_is_met);
  bool propagate(State& state);
  bool prune_lost(State& state, bool& changed);
  static bool prune_used(State& state, bool& changed);
  void sign(std::size_t node, const std::vector<std::uint32_t>& heroes);
  std::int64_t least_lost(std::uint32_t hero, std::size_t node) const;
  bool report(const State& state);
  bool report_orders(std::vector<std::uint32_t>& party, std::size_t group);
  std::uint32_t trait(std::uint32_t hero, std::size_t index) const {
    return puzzle_.traits[puzzle_.class_of[hero]][index];
  }
  bool alike(const std::vector<std::uint32_t>& heroes, std::size_t index) const;

  const IntegerPuzzle& puzzle_;
  Candidates candidates_;
  KinBound bound_;
  std::size_t kin_;
  std::vector<std::size_t> traits_;  // in which order they are decided; the kin is the first
  std::int64_t most_ = 0;
  std::vector<std::vector<std::uint32_t>> neighbours_;
  std::int64_t lost_between_kins_ = 0;
  std::vector<std::int64_t> sure_weight_;  // [mask of traits]
  std::vector<Agreement> agreements_;      // those that lose least first
  std::map<std::vector<std::uint32_t>, std::vector<Division>, std::greater<>> divisions_;  // [sizes of parts]
  std::vector<std::uint32_t> part_of_;

  std::vector<Prices> grid_;  // some prices of the rules on sums
  std::vector<std::int64_t> grid_constant_;
  std::vector<std::vector<std::vector<std::int64_t>>> cheapest_;  // [kin][heroes][grid] sum of reduced prices
  std::vector<std::vector<std::int64_t>> cheapest_any_;           // [heroes][grid] of one kin, whichever
  std::vector<std::vector<std::int64_t>> cheapest_of_all_;        // [heroes][grid] of any kin
  std::vector<std::int64_t> kin_labels_;  // of the parts so far; -1: none of the others
  std::size_t best_grid_ = 0;

  std::deque<State> states_;                                    // [depth]
  std::vector<std::vector<std::vector<std::uint32_t>>> marks_;  // [node][agreement][code] of the last signing
  std::vector<std::uint32_t> mark_;                             // [node]
  std::vector<std::uint64_t> stamps_;                           // [value] the last stamp
  std::uint64_t stamp_ = 0;
  std::vector<std::size_t> group_of_;               // [node] 1 + index of groups_, or 0
  std::vector<std::vector<std::uint32_t>> groups_;  // nodes that may exchange their heroes
  std::uint64_t steps_ = 0;
  const Found* found_ = nullptr;
  const Stop* stop_ = nullptr;
};

}  // namespace skerry::party

#pragma once

#include "puzzles/party/bound/integer_puzzle.hpp"
#include "puzzles/party/bound/lagrangian.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace skerry {
class Communicator;
}

namespace skerry::party {

/// A depth-first search for the parties of the candidates that meet every rule and cost `most` or less, in
/// whole units of price. It takes the node with the fewest candidates first and prunes by the Lagrangian
/// bound, by the worth of heroes for whom no node is left, by the synergy that is lost on the edges decided
/// so far, and by what each rule can still reach, at what cost heroes can have one value, with forward
/// checking (Haralick and Elliott 1980). It counts in whole numbers, so where it ends by itself there is no
/// such party but those found.
class Search {
 public:
  /// Is called with each party found, [node] hero; returns the most that a party may cost from now on.
  using Found = std::function<std::int64_t(std::span<const std::uint32_t> party)>;
  /// Is asked now and then whether to give up.
  using Stop = std::function<bool()>;

  Search(const IntegerPuzzle& puzzle, const Lagrangian& lagrangian, const Candidates& candidates);

  /// Lets it try, of the candidates of the first node that it decides, only each `parts`-th from place
  /// `part`: searches of all parts together go through everything.
  void take_part(std::size_t part, std::size_t parts) {
    part_ = part;
    parts_ = parts;
  }

  /// Returns whether it ended by itself.
  bool run(std::int64_t most, const Found& found, const Stop& stop);
  std::uint64_t steps() const { return steps_; }

 private:
  struct Candidate {
    std::uint32_t hero;
    std::int64_t excess;  // of the bound, with the edges to the nodes decided
    std::int64_t lost;    // weight of the edges to the nodes decided
  };
  /// A hero whom it costs not to use.
  struct Worthy {
    std::uint32_t hero;
    std::int64_t worth;
    std::uint64_t nodes;  // a bit for each on which the hero may stand
  };
  struct Least {
    std::int64_t excess, lost;
  };
  using Lists = std::vector<std::vector<Candidate>>;  // [node]

  bool descend(std::size_t depth, std::int64_t excess, std::int64_t lost);
  bool prune(Lists& lists, std::int64_t excess, std::int64_t lost);
  bool prune_by_sum(Lists& lists, std::size_t rule);
  bool prune_by_values(Lists& lists, std::size_t rule);
  bool prune_by_shared_value(Lists& lists, SharedValue& shared, std::int64_t slack);
  std::uint32_t choose(const Lists& lists) const;
  std::int64_t worth_of_unused() const;
  void look_ahead(const Lists& from, Lists& to, std::uint32_t node, std::uint32_t hero) const;
  void count(std::uint32_t hero, int sign);
  void set_most(std::int64_t most);

  const IntegerPuzzle& puzzle_;
  const Lagrangian& lagrangian_;
  std::int64_t fraction_;
  std::int64_t most_ = 0;
  std::int64_t slack_ = 0;  // what the excess may come to
  std::int64_t lost_most_ = 0;
  std::vector<Lists> lists_;  // [depth]
  std::vector<std::uint32_t> party_;
  std::vector<bool> open_;  // [node]
  std::size_t open_count_ = 0;
  std::vector<std::int64_t> sum_;                   // [linear rule] over the nodes decided
  std::vector<std::vector<std::int32_t>> holders_;  // [rule on values][value]
  std::vector<std::int64_t> distinct_;              // [rule on values]
  std::vector<SharedValue> shared_;                 // of the rules that ask for heroes of one value
  std::vector<Worthy> worthy_;                      // the most worth first
  std::vector<bool> used_;                          // [hero]
  std::uint64_t steps_ = 0;
  std::size_t part_ = 0, parts_ = 1;
  const Found* found_ = nullptr;
  const Stop* stop_ = nullptr;
};

/// Searches that all ranks share: each takes its part of the candidates of the first node. What they find
/// together is what one search finds. The first rank runs them, while the others are in serve_searches().
class SharedSearch {
 public:
  struct Limits {
    std::int64_t most = 0;    ///< that a party may cost
    std::size_t parties = 0;  ///< to find at most; 0: the cheapest alone
    double seconds = 0;       ///< after which the other ranks give up
  };

  /// The whole-numbered form of the puzzle and the ranks must outlive it.
  SharedSearch(const IntegerPuzzle& whole, Communicator& ranks) : whole_(&whole), ranks_(&ranks) {}
  /// Lets the other ranks go on.
  ~SharedSearch();
  SharedSearch(const SharedSearch&) = delete;
  SharedSearch& operator=(const SharedSearch&) = delete;

  /// Returns whether all ranks have ended by themselves. `found` and `stop` are as for Search; `found` gets
  /// the sound parties of the other ranks after this rank's own.
  bool run(const Limits& limits, const Multipliers& multipliers, const Candidates& candidates,
           const Search::Found& found, const Search::Stop& stop);

 private:
  const IntegerPuzzle* whole_;
  Communicator* ranks_;
};

/// Takes part in the searches that the first rank runs about the puzzle, until its SharedSearch ends. A
/// search is given up, too, where `stop` says so.
void serve_searches(const Puzzle& puzzle, Communicator& ranks, const Search::Stop& stop);

}  // namespace skerry::party

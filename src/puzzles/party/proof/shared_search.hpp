#pragma once

#include "puzzles/party/proof/search.hpp"

#include <cstddef>
#include <cstdint>

namespace skerry {
class Communicator;
}

namespace skerry::party {

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

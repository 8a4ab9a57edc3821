#pragma once

#include "designer/request/request.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace skerry::party {

/// How a search ended that found nothing.
enum class SearchEnd {
  found,
  too_dear,   ///< even the loosest bounds are
  too_cheap,  ///< even the tightest bounds are
  all_tried,  ///< no further choice seems to differ from those that were tried
  tries_over,
  stopped
};

struct SearchResult {
  SearchEnd end = SearchEnd::stopped;
  Trial best;             ///< the puzzle found, or the one nearest to what is wanted
  std::size_t tried = 0;  ///< puzzles of which something was proven
};

/// Chooses bounds from the ranges of a request so that the puzzle is what is wanted. It follows random chains
/// of choices from the loosest bounds to the tightest. Along a chain no price falls, so that bisection finds
/// the choices whose price is in the range, and some of these are tried. What is proven about one choice
/// settles those that are tighter and too dear, or looser and too cheap. The same seed gives the same puzzle
/// unless `stop` ends the search. `progress` is called before each trial.
SearchResult search_bounds(const Request& request, std::uint64_t seed, const std::function<bool()>& stop,
                           const std::function<void(const Puzzle&)>& progress);

/// Returns the puzzle of a request with the bounds of a trial.
Puzzle puzzle_of(const Request& request, const Trial& trial);

/// Returns the file of that puzzle: the request without its ranges and [wanted], in the order of
/// docs/designer.md, with the certificate of the request's puzzle, or else the optimum that the trial proved.
/// `heading` are comments at its top, a line each. The pool is named relative to `folder`, in which the
/// puzzle will lie.
std::string puzzle_text(const Request& request, const Trial& trial, const std::vector<std::string>& heading,
                        const std::filesystem::path& folder);

/// Returns what was proven about the puzzle of a trial: "the cheapest party costs 950 coins, and 12 teams
/// cost up to 2 % more".
std::string proven_text(const Request& request, const Trial& trial);

/// Returns why a search found no puzzle, with the one that came nearest.
std::string failure_text(const Request& request, const SearchResult& result);

}  // namespace skerry::party

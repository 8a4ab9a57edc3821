#pragma once

#include "puzzles/party/generate/bound_search.hpp"
#include "puzzles/party/generate/request.hpp"
#include "puzzles/party/generate/trial.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace skerry::party {

/// Returns the puzzle of a request with the bounds of a trial.
Puzzle puzzle_of(const Request& request, const Trial& trial);

/// Returns the file of that puzzle: the request without its ranges and [wanted], in the order of
/// docs/party.md, with the certificate of the request's puzzle, or else the optimum that the trial proved.
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

#pragma once

#include "puzzles/party/generate/request.hpp"
#include "puzzles/party/puzzle/puzzle.hpp"
#include "puzzles/party/validate/validation.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace skerry::party {

/// Where the price of a puzzle lies: below the range that is wanted (better, where the objective is
/// maximised), in it, above it (or no party meets the rules), or not decided.
enum class PriceSide { cheap, wanted, dear, open };

/// What was proven about a puzzle that a request could stand for.
struct Trial {
  std::vector<std::size_t> places{};  ///< [range] which of its values the puzzle has
  PriceSide side = PriceSide::open;
  PriceAnswer answer{};  ///< of a price out of the range, a party or a bound may be all that is known
  std::optional<Solutions> solutions{};   ///< where the price is in the range
  std::vector<std::uint32_t> cheapest{};  ///< [node] hero; where the price is proven
};

/// Tells whether the puzzle of a trial is what is wanted.
bool fulfils(const Trial& trial, const Wanted& wanted);

/// Proves what the cheapest party of a puzzle costs, as far as it takes to say whether that is in the range
/// that is wanted, and then counts the parties near it. The effort is limited in the nodes that the searches
/// visit, so that the same puzzle has the same trial unless `stop` ends it.
Trial try_puzzle(const Puzzle& puzzle, const Wanted& wanted, const std::function<bool()>& stop);

}  // namespace skerry::party

#pragma once

#include "skerry/app/any_problem.hpp"

#include "puzzles/party/bound/integer_puzzle.hpp"
#include "puzzles/party/puzzle/puzzle.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skerry::party {

/// What was proven about the cheapest party. Costs are in whole units of price (IntegerPuzzle).
struct Findings {
  std::vector<std::uint32_t> best;    ///< [node] hero of the pool; empty where no party is known
  std::int64_t best_cost = 0;         ///< where a party is known
  std::optional<std::int64_t> bound;  ///< no party costs less
  bool complete = false;              ///< the best is the cheapest, or, without one, no party meets the rules
  /// The multipliers that prove the bound, in the order in which they filter the candidates; a search by the
  /// last ones ends without a party that costs less.
  std::vector<Multipliers> stages;
  bool by_kins = false;  ///< whether the last search was by kins (KinSearch)
};

/// Returns the certificate of what was found, as JSON (schema "skerry.proof/1"): the party by its heroes'
/// ids, the claim that no party costs less, and the multipliers that prove it. docs/designer.md describes it.
std::string certificate_text(const Puzzle& puzzle, const IntegerPuzzle& whole, const Findings& findings);

/// Returns the findings of which certificate_text() made this text, called `name` in messages, without
/// verifying them. Throws DataError where the text is no certificate of that puzzle.
Findings read_certificate(const Puzzle& puzzle, const IntegerPuzzle& whole, std::string_view text,
                          const std::string& name);

/// Verifies a certificate, called `name` in messages: judges its party, and proves its bound anew from the
/// multipliers with whole numbers alone, without a linear program and whatever wrote the file. Throws
/// DataError where the text is no certificate.
ProofVerdict verify_proof(const Puzzle& puzzle, std::string_view text, const std::string& name);

}  // namespace skerry::party

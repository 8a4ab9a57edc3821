#pragma once

#include "skerry/app/any_problem.hpp"

#include "puzzles/party/proof/prover.hpp"
#include "puzzles/party/puzzle/puzzle.hpp"

#include <string>
#include <string_view>

namespace skerry::party {

/// Returns the certificate of what was found, as JSON (schema "skerry.proof/1"): the party by its heroes'
/// ids, the claim that no party costs less, and the multipliers that prove it. docs/validate.md describes it.
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

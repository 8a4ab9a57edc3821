#pragma once

#include "puzzles/party/map/party_map.hpp"
#include "puzzles/party/map/trait_agreements.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <span>

namespace skerry::party {

/// Decides single cells of a map of a puzzle. Its functions may be called by several threads at a time, for
/// different cells.
class CellAnswers {
 public:
  CellAnswers(const Puzzle& puzzle, std::span<const Feature> axes);

  /// Proves a cell empty without a search through heroes, or leaves it open.
  void prove_quickly(PartyCell& cell, std::size_t number, std::uint64_t most_steps,
                     const std::function<bool()>& stop) const;
  /// Gives the rules of the cell to a search through patterns of traits, to annealing, and to the prover,
  /// about `seconds` in all, until one decides.
  void decide(PartyCell& cell, std::size_t number, double seconds, std::uint64_t seed,
              const std::function<bool()>& stop) const;
  /// Bounds the price of a filled cell, and replaces its party where the prover finds a cheaper one.
  void bound(PartyCell& cell, std::size_t number, double seconds, const std::function<bool()>& stop) const;
  /// Looks for a cheaper party of a filled cell: by local search from its party, and by an island.
  void cheapen(PartyCell& cell, std::size_t number, double seconds, std::uint64_t seed,
               const std::function<bool()>& stop) const;
  /// Writes the fitness and the values of the party that fills a cell.
  void measure(PartyCell& cell) const;

 private:
  /// Takes a party into the cell if it meets every rule, belongs there and is better than what is there.
  bool take(PartyCell& cell, std::size_t number, const std::vector<std::uint32_t>& party,
            std::string_view by) const;

  const Puzzle* puzzle_;
  std::span<const Feature> axes_;
  std::vector<FeatureMeasure> measures_;
  TraitAgreements agreements_;
};

}  // namespace skerry::party

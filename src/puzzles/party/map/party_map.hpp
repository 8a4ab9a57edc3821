#pragma once

#include "skerry/measures.hpp"

#include "puzzles/party/puzzle/puzzle.hpp"
#include "puzzles/party/search/roster.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skerry::party {

/// The settings of a map.
struct PartyMapSettings {
  double seconds = 60;        ///< for everything; cells that are not decided then are open
  std::uint64_t threads = 2;  ///< islands, and cells that are decided at the same time; at least 1
  std::uint64_t seed = 1;
  std::uint64_t evaluations = 0;  ///< of the islands, at most; 0: they end after a part of the time
};

/// What is known about one cell, and by what.
struct PartyCell {
  enum class State { open, filled, empty };
  State state = State::open;
  /// What filled the cell: "islands", "annealing" (on the rules of the cell), "patterns" (search_patterns())
  /// or "proof" (a party that the prover found); or what proved it empty: "rules" (one rule alone),
  /// "patterns", "clash" (find_clash()) or "proof".
  std::string_view by = "";
  std::vector<std::uint32_t> party{};  ///< [node] hero of the pool; the cheapest found
  double best = 0;                     ///< its fitness
  std::vector<double> values{};        ///< [feature] of the party
  std::optional<double> bound{};       ///< no party of the cell has a better fitness
};

struct PartyMap {
  std::vector<Feature> axes;
  std::vector<PartyCell> cells;   ///< the last axis changes fastest
  std::uint64_t evaluations = 0;  ///< of the islands
  double seconds = 0;

  std::size_t number_of(PartyCell::State state) const;
  /// Returns the place of a cell on each axis.
  std::vector<std::uint64_t> places_of(std::size_t cell) const;
};

/// Maps the parties of a puzzle over its features: islands fill cells first (MAP-Elites); then each other
/// cell is proven empty, or its own rules are given to islands and to the prover; then the prices of filled
/// cells are bounded. Ends early where `stop` says so. `progress` gets a sentence now and then, from any
/// thread, one at a time. Throws UsageError for features that can't be axes.
PartyMap map_parties(const std::shared_ptr<const Roster>& roster, const PartyMapSettings& settings,
                     const std::function<bool()>& stop,
                     const std::function<void(const std::string&)>& progress);

}  // namespace skerry::party

#pragma once

#include "skerry/measures.hpp"

#include "designer/map/trait_patterns.hpp"
#include "puzzles/party/puzzle/puzzle.hpp"
#include "puzzles/party/search/roster.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace skerry::party {

/// The steps of an annealing that is to find a party for a cell, or a somewhat cheaper one.
constexpr std::uint64_t few_annealing_steps = 150'000;

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

/// Fills cells by MAP-Elites, an island on each thread, for `seconds` or the evaluations of the settings.
void fill_by_islands(PartyMap& map, const std::shared_ptr<const Roster>& roster,
                     const PartyMapSettings& settings, double seconds, const std::function<bool()>& stop);

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
  /// Looks for a cheaper party of a filled cell: by local search from its party, and by annealings of so many
  /// steps.
  void cheapen(PartyCell& cell, std::size_t number, double seconds, std::uint64_t seed,
               const std::function<bool()>& stop, std::uint64_t steps = few_annealing_steps) const;
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

/// Returns the puzzle with the rules of a cell of the map over these axes, see puzzle_within().
std::optional<Puzzle> with_cell(const Puzzle& puzzle, std::span<const FeatureMeasure> measures,
                                std::span<const Feature> axes, std::size_t cell);

/// Returns a map as a table for people: with two features the first one downwards and the second one across,
/// else a line for each cell that is not proven empty.
std::string text_of(const PartyMap& map, const Puzzle& puzzle);

/// Returns a map as JSON; docs/designer.md describes it.
nlohmann::ordered_json json_of(const PartyMap& map, const Puzzle& puzzle);

}  // namespace skerry::party

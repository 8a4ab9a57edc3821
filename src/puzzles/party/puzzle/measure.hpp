#pragma once

#include "skerry/score.hpp"

#include "puzzles/party/puzzle/pool.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace skerry {
class Settings;
}

namespace skerry::party {

struct Puzzle;

/// A quantity of a party:
/// - fitness: the sum of the objective's column; synergy: as of the rules
/// - sum, mean, least, most: of numeric column `column` over the heroes
/// - distinct: different values of categorical `column`
/// - count, share: the heroes with value `value` of categorical `column`, and their part of all
enum class MeasureKind { fitness, synergy, sum, mean, least, most, distinct, count, share };

struct Measure {
  std::string name;  ///< "mean level"
  MeasureKind kind = MeasureKind::fitness;
  std::uint32_t column = 0;  ///< index into Pool::numeric or Pool::categorical
  std::uint32_t value = 0;   ///< code, of count and share
};

/// A measure as an axis of a map; what is absent follows from the puzzle, see feature_of().
struct FeatureMeasure {
  Measure measure;
  std::optional<double> from{}, to{};
  std::optional<std::uint64_t> cells{};
};

/// A measure as an objective; what is absent follows from the puzzle, see objective_of().
struct ObjectiveMeasure {
  Measure measure;
  std::optional<Direction> direction{};
  std::optional<double> reference{};
};

/// A measure as text, before the pool is known: `[minimise|maximise] MEASURE [reference R]` for an objective,
/// `MEASURE [from A to B] [in N cells]` for a feature. MEASURE is `price`, `synergy`, `sum COLUMN`,
/// `mean COLUMN`, `least COLUMN`, `most COLUMN`, `distinct COLUMN`, `count COLUMN=VALUE` or
/// `share COLUMN=VALUE`.
struct MeasureText {
  std::string name;
  MeasureKind kind = MeasureKind::fitness;
  std::string column{}, value{};  ///< empty where there is none
  std::optional<double> from{}, to{}, reference{};
  std::optional<std::uint64_t> cells{};
  std::optional<Direction> direction{};

  /// Returns what it needs of its column; none where it has no column.
  std::optional<ColumnUse> column_use() const;
};

/// Returns the measures that a table lists under `key`, "features" or "objectives". `objective` is the column
/// of the puzzle's objective, whose name alone means the price, too. Throws by Settings::fail for a text that
/// is no measure.
std::vector<MeasureText> read_measures(const Settings& table, const std::string& key,
                                       const std::string& objective);

/// Returns the measure in the columns of a pool, which has them. Throws by Settings::fail for a value that no
/// hero has.
Measure measure_of(const Naming& naming, const MeasureText& text, const Pool& pool, const Settings& table,
                   const std::string& key);

/// Returns a measure of a party, [node] hero, from scratch.
double measured(const Puzzle& puzzle, const Measure& measure, const std::vector<std::uint32_t>& party);

}  // namespace skerry::party

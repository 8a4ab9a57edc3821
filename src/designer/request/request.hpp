#pragma once

#include "skerry/app/settings.hpp"

#include "designer/answers/validation.hpp"
#include "puzzles/party/generate/generate.hpp"
#include "puzzles/party/puzzle/puzzle.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skerry::party {

/// A bound of a rule that a designer leaves open, with the values to choose from. A tighter bound never lets
/// a better party in.
struct BoundRange {
  std::size_t rule = 0;        ///< index of Puzzle::requirements, or their number for the synergy
  bool lower_bound = true;     ///< at_least; else at_most
  std::vector<double> values;  ///< at least one; the loosest first
};

/// Takes the ranges out of a puzzle file, [low, high] or [low, high, step] in place of at_least and at_most
/// of requirements and of at_least of the synergy, and leaves the loosest bound of each. Without a step, it
/// is 1, and 0.05 for the synergy. Throws DataError for a list that is no range.
std::vector<BoundRange> take_ranges(Settings& settings);

/// Returns the key of a range in its table.
std::string_view key_of(const BoundRange& range);

/// Sets the bound of a range in a puzzle.
void set_bound(Puzzle& puzzle, const BoundRange& range, double value);

/// Returns what the rules of the ranges ask of a puzzle: "average level at least 78; synergy at least 0.7".
std::string bounds_text(const Puzzle& puzzle, const std::vector<BoundRange>& ranges);

/// What a designer wants of a puzzle, the [wanted] table of a request.
struct Wanted {
  double lowest = 0, highest = 0;  ///< of the fitness of the best party
  std::uint64_t solutions = 1;     ///< teams within the part below of the best, at least
  double within = 0.02;
  std::uint64_t tries = 200;  ///< puzzles to be proven, at most
  double seconds = 600;       ///< after which the search gives up
};

/// A puzzle file with ranges in place of some bounds.
struct Request {
  Settings settings;               ///< the file, with the loosest bound in place of each range
  Puzzle puzzle;                   ///< with the same bounds
  std::vector<BoundRange> ranges;  ///< in the order of the requirements; the synergy is the last
  Wanted wanted;
  std::filesystem::path pool;  ///< the pool's file
  std::string pool_csv;        ///< a generated pool, which is not on disk; else empty
};

/// The file of a request, and what its pool is generated from, if it names none.
struct RequestFile {
  Settings settings;
  std::optional<GenerateSettings> pool;
};

/// Parses a request. Where [pool] has `heroes` in place of `file`, the pool is to be generated from `seed`,
/// and its file is `generated_pool`. Throws DataError for a text that is no TOML, and for mistakes in those
/// keys.
RequestFile parse_request(const std::filesystem::path& file, const std::filesystem::path& generated_pool,
                          std::uint64_t seed, Files& files);

/// Reads a request: a puzzle file (docs/designer.md) in which at_least and at_most may be ranges, with a
/// [wanted] table. Where [pool] has `heroes` in place of `file`, a pool is generated from `seed`; it is to be
/// written to `generated_pool`. Throws DataError for every mistake that read_puzzle() refuses, a range that
/// is none, and bounds of which even the loosest are impossible.
Request read_request(const std::filesystem::path& file, const std::filesystem::path& generated_pool,
                     std::uint64_t seed, Files& files);

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

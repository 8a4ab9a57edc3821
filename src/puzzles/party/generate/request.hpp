#pragma once

#include "skerry/app/files.hpp"
#include "skerry/app/settings.hpp"

#include "puzzles/party/generate/bound_range.hpp"
#include "puzzles/party/generate/generate.hpp"
#include "puzzles/party/puzzle/puzzle.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace skerry::party {

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

/// Reads a request: a puzzle file (docs/party.md) in which at_least and at_most may be ranges, with a
/// [wanted] table. Where [pool] has `heroes` in place of `file`, a pool is generated from `seed`; it is to be
/// written to `generated_pool`. Throws DataError for every mistake that read_puzzle() refuses, a range that
/// is none, and bounds of which even the loosest are impossible.
Request read_request(const std::filesystem::path& file, const std::filesystem::path& generated_pool,
                     std::uint64_t seed, Files& files);

}  // namespace skerry::party

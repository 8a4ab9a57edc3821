#pragma once

#include "skerry/measures.hpp"
#include "skerry/record.hpp"
#include "skerry/score.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry {

/// What islands keep besides populations: nothing, the best of each cell, or what no other dominates.
enum class SetKind : std::uint64_t { none, map, front };

/// What the solutions of a set mean. It follows from problem and settings, and is the same on every island.
struct SetDescription {
  SetKind kind = SetKind::none;
  std::vector<Objective> objectives = {};  ///< of a front
  std::vector<Feature> features = {};      ///< of a map
  std::uint64_t cells = 0;                 ///< of a map
  /// The centroids of the cells, [cell][feature], in the units of the features; empty if the cells are those
  /// of a grid, which are numbered with the last feature changing fastest.
  std::vector<double> centroids = {};

  std::size_t width() const { return kind == SetKind::map ? features.size() : objectives.size(); }
};

/// Improvements at levels of a front, and how many brought nothing that it did not have; or in empty cells of
/// a map, and how many left them empty.
struct Trials {
  std::uint64_t made = 0;
  std::uint64_t vain = 0;

  void count(bool in_vain) {
    ++made;
    vain += in_vain ? 1 : 0;
  }
  void save(std::vector<std::byte>& bytes) const {
    append_record(bytes, made);
    append_record(bytes, vain);
  }
  /// Leaves those of an island that an earlier version saved, without any, as they are.
  void load(std::span<const std::byte>& bytes) {
    if (bytes.size() < sizeof(made) + sizeof(vain)) return;
    take_record(bytes, made);
    take_record(bytes, vain);
  }
};

/// Many solutions with their features (of a map) or objectives (of a front) in the problem's directions.
struct SolutionSet {
  std::vector<Key> keys;
  std::vector<std::uint64_t> cells;  ///< of a map, rising; empty for a front
  std::vector<double> values;        ///< [solution][feature or objective]
  std::vector<std::byte> genomes;    ///< packed one after another, see Island::pack
  std::vector<std::uint64_t> ends;   ///< where the genome of each solution ends in `genomes`
  Trials trials = {};

  std::size_t size() const { return keys.size(); }
  /// Returns a genome as a buffer of one.
  std::span<const std::byte> genome(std::size_t solution) const {
    const std::uint64_t begin = solution == 0 ? 0 : ends[solution - 1];
    return std::span(genomes).subspan(begin, ends[solution] - begin);
  }
  /// Appends a solution of another set; both have that many values for each.
  void append(const SolutionSet& other, std::size_t solution, std::size_t width);
};

/// Returns one set of several: of a map the best of each cell, by cell; of a front what no other dominates,
/// in lexicographic order of minimised objectives. Of equal ones it has that of the first set.
SolutionSet merged(const SetDescription& description, std::span<const SolutionSet> sets);

}  // namespace skerry

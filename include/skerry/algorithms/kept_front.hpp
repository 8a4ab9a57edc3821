#pragma once

#include "skerry/error.hpp"
#include "skerry/fronts/front_archive.hpp"
#include "skerry/measures.hpp"
#include "skerry/population/genome_buffer.hpp"
#include "skerry/record.hpp"
#include "skerry/score.hpp"
#include "skerry/solution_set.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry {

/// All solutions that an island has found and that no other dominates, without a limit of their number.
template <typename Genome>
class KeptFront {
 public:
  /// For solutions with that many objectives, at least 1.
  explicit KeptFront(std::size_t objectives) : archive_(objectives) {}

  /// Keeps a feasible solution unless another dominates or equals it; `row` has its objectives, minimised.
  void insert(const Genome& genome, const Key& key, std::span<const double> row) {
    const std::uint64_t slot = free_.empty() ? genomes_.size() : free_.back();
    if (!archive_.insert(row, slot)) return;
    if (slot == genomes_.size()) {
      genomes_.push_back(genome);
      keys_.push_back(key);
    } else {
      free_.pop_back();
      genomes_[slot] = genome;
      keys_[slot] = key;
    }
    const auto removed = archive_.removed();
    free_.insert(free_.end(), removed.begin(), removed.end());
  }

  /// Returns the number of solutions.
  std::size_t size() const { return archive_.size(); }

  /// Returns the solutions, with objectives in their own directions.
  SolutionSet set(const std::vector<Objective>& objectives) const {
    SolutionSet set;
    archive_.for_each([&](std::span<const double> row, std::uint64_t slot) {
      set.keys.push_back(keys_[slot]);
      for (std::size_t i = 0; i < row.size(); ++i) set.values.push_back(minimised(objectives[i], row[i]));
      pack_genome(genomes_[slot], set.genomes);
      set.ends.push_back(set.genomes.size());
    });
    return set;
  }

  /// Appends everything as bytes.
  void save(std::vector<std::byte>& bytes) const {
    append_record(bytes, std::uint64_t{size()});
    archive_.for_each([&](std::span<const double> row, std::uint64_t slot) {
      append_record(bytes, keys_[slot]);
      for (const double value : row) append_record(bytes, value);
      pack_genome(genomes_[slot], bytes);
    });
  }
  /// Reads what save() wrote, and calls check(key, genome) for each solution. Throws DataError for bytes that
  /// end too early.
  template <typename Check>
  void load(std::span<const std::byte>& bytes, Check check) {
    const auto take = [&](auto& value) {
      if (!take_record(bytes, value)) throw DataError("a saved front ends too early");
    };
    archive_.clear();
    genomes_.clear();
    keys_.clear();
    free_.clear();
    std::uint64_t count = 0;
    take(count);
    std::vector<double> row(archive_.objectives());
    for (; count > 0; --count) {
      Key key;
      take(key);
      for (double& value : row) take(value);
      const auto genome = take_genome<Genome>(bytes);
      check(key, genome);
      insert(genome, key, row);
    }
  }

 private:
  FrontArchive archive_;
  std::vector<Genome> genomes_;  // by slot, which is the id in the archive
  std::vector<Key> keys_;
  std::vector<std::uint64_t> free_;  // slots that hold nothing
};

}  // namespace skerry

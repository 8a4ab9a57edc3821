#pragma once

#include "skerry/population/genome_buffer.hpp"
#include "skerry/population/population.hpp"
#include "skerry/statistics.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry {

/// The slots of a child's parents in the population from which it was bred. A child of one parent has it
/// twice.
struct ParentSlots {
  static constexpr std::uint32_t none = UINT32_MAX;  ///< in both members: a random individual
  std::uint32_t mother = none;
  std::uint32_t father = none;
};

/// Keeps the births of one island, until forget(). All its functions do nothing before start().
template <typename Genome>
class BirthRegister {
 public:
  /// Keeps the births of the island of that number from now on.
  void start(std::uint64_t island) {
    island_ = island;
    on_ = true;
  }

  /// Adds a random individual.
  void add_random(const Genome& genome, std::uint64_t generation) {
    if (on_) add(generation, hash_of_record(genome, room_), {0, 0});
  }

  /// Adds the children that were bred from a population; parents[i] are those of the child in slot i.
  void add_children(const std::vector<Genome>& children, std::span<const ParentSlots> parents,
                    const Population<Genome>& population, std::uint64_t generation) {
    if (!on_) return;
    hash_all(population.genomes);
    const auto hash_of_slot = [this](std::uint32_t slot) {
      return slot == ParentSlots::none ? 0 : hashes_[slot];
    };
    for (std::size_t i = 0; i < children.size(); ++i) {
      add(generation, hash_of_record(children[i], room_),
          {hash_of_slot(parents[i].mother), hash_of_slot(parents[i].father)});
    }
  }

  /// Marks the births since the last call whose genome is in the population, which is that of the end of the
  /// generation.
  void close_generation(const Population<Genome>& population) {
    if (!on_) return;
    hash_all(population.genomes);
    std::ranges::sort(hashes_);
    for (; closed_ < rows_.size(); ++closed_) {
      rows_[closed_].survived = std::ranges::binary_search(hashes_, rows_[closed_].child) ? 1 : 0;
    }
  }

  /// Returns the births since the last forget().
  std::span<const Birth> rows() const { return rows_; }
  /// Removes the births.
  void forget() {
    rows_.clear();
    closed_ = 0;
  }

 private:
  struct ParentHashes {
    std::uint64_t mother;
    std::uint64_t father;
  };

  void add(std::uint64_t generation, std::uint64_t child, ParentHashes parents) {
    rows_.push_back({generation, island_, child, parents.mother, parents.father, 0});
  }

  void hash_all(const std::vector<Genome>& genomes) {
    hashes_.clear();
    for (const Genome& genome : genomes) hashes_.push_back(hash_of_record(genome, room_));
  }

  bool on_ = false;
  std::uint64_t island_ = 0;
  std::vector<Birth> rows_;
  std::size_t closed_ = 0;  // the number of rows whose generation is over
  std::vector<std::uint64_t> hashes_;
  std::vector<std::byte> room_;
};

}  // namespace skerry

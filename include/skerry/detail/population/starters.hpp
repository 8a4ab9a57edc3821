#pragma once

#include "skerry/detail/population/genome_buffer.hpp"
#include "skerry/detail/problem/complete_problem.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace skerry {

/// Individuals for the initial populations of all islands, and how many of them each island takes.
struct Starters {
  std::vector<std::byte> genomes;  ///< packed one after another, see Island::pack
  std::vector<std::size_t> rooms;  ///< [island]: the most individuals that it takes
};

/// What an island of a run is told besides its problem and its algorithm.
struct IslandOfRun {
  std::uint64_t seed;
  std::uint32_t number;       ///< from 0
  std::size_t islands;        ///< of the run
  const std::string& policy;  ///< MigrationSettings::policy
  const Starters& starters;   ///< of all islands
};

/// Deals individuals to the islands in turn, past full ones.
class StarterDeal {
 public:
  explicit StarterDeal(const Starters& starters);
  /// Returns the island of the next individual, of whose genome `fault` is what is wrong with it. Throws
  /// UsageError for a genome of another problem, and for more genomes than all islands take.
  std::size_t next(const std::string& fault);

 private:
  std::vector<std::size_t> left_;  // [island]
  std::size_t places_;
  std::size_t dealt_ = 0;
  std::size_t island_ = 0;
};

/// Returns the genomes from which the island `number` starts. Throws UsageError as StarterDeal::next() does.
template <CompleteProblem P>
std::vector<typename P::Genome> own_starters(const P& problem, const Starters& starters, std::size_t number) {
  std::span<const std::byte> packed = starters.genomes;
  std::vector<typename P::Genome> own;
  StarterDeal deal(starters);
  while (!packed.empty()) {
    auto genome = take_genome<typename P::Genome>(packed);
    if (deal.next(fault_of(problem, genome)) == number) own.push_back(std::move(genome));
  }
  return own;
}

}  // namespace skerry

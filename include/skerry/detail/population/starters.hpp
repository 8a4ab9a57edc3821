#pragma once

#include "skerry/detail/population/genome_buffer.hpp"
#include "skerry/detail/problem/complete_problem.hpp"
#include "skerry/error.hpp"

#include <cstddef>
#include <numeric>
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

/// Returns the genomes from which the island `number` starts, dealt to the islands in turn past full ones.
/// Throws UsageError for a genome of another problem, and for more genomes than all islands take.
template <CompleteProblem P>
std::vector<typename P::Genome> own_starters(const P& problem, const Starters& starters, std::size_t number) {
  std::span<const std::byte> packed = starters.genomes;
  std::vector<std::size_t> left = starters.rooms;
  std::vector<typename P::Genome> own;
  const std::size_t places = std::accumulate(left.begin(), left.end(), std::size_t{0});
  std::size_t island = 0;
  for (std::size_t at = 0; !packed.empty(); ++at) {
    auto genome = take_genome<typename P::Genome>(packed);
    if (const std::string found = fault_of(problem, genome); !found.empty())
      throw UsageError("start[" + std::to_string(at) + "] is no genome of this problem: " + found);
    if (at == places) {
      throw UsageError("there are more individuals to start from than the " + std::to_string(places) +
                       " for which all islands together have room");
    }
    while (left[island] == 0) island = (island + 1) % left.size();
    if (island == number) own.push_back(std::move(genome));
    --left[island];
    island = (island + 1) % left.size();
  }
  return own;
}

}  // namespace skerry

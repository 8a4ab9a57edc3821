#include "skerry/detail/population/population_island.hpp"

#include "skerry/detail/population/starters.hpp"
#include "skerry/error.hpp"

#include <numeric>
#include <string>

namespace skerry {

void refuse_memory(std::uint64_t population, std::uint64_t offspring) {
  const bool of_children = offspring / 2 > population;  // an island keeps each of the population twice
  throw Error(ExitStatus::failed, std::string("out of memory: ") +
                                      (of_children ? "offspring is " : "population is ") +
                                      std::to_string(of_children ? offspring : population) +
                                      "; an island of fewer individuals needs less");
}

void refuse_births() {
  throw UsageError("lineage is true, and only the algorithm \"genetic\" records births");
}

void expect_form(const GenomeForm& form) {
  if (form.width > 0) return;
  throw UsageError(
      "populations or the genomes of improvements are to be recorded, but the genomes of this problem "
      "differ in size; stock genomes can be recorded, and trivially copyable ones");
}

void number_slots(std::span<std::uint32_t> slots, std::size_t first) {
  std::iota(slots.begin(), slots.end(), static_cast<std::uint32_t>(first));
}

void expect_room(std::size_t size, std::size_t starters) {
  if (starters <= size) return;
  throw UsageError("an island of " + std::to_string(size) + " individuals was given " +
                   std::to_string(starters) + " to start from; it has no room for more than its size");
}

StarterDeal::StarterDeal(const Starters& starters)
    : left_(starters.rooms), places_(std::accumulate(left_.begin(), left_.end(), std::size_t{0})) {}

std::size_t StarterDeal::next(const std::string& fault) {
  if (!fault.empty())
    throw UsageError("start[" + std::to_string(dealt_) + "] is no genome of this problem: " + fault);
  if (dealt_ == places_) {
    throw UsageError("there are more individuals to start from than the " + std::to_string(places_) +
                     " for which all islands together have room");
  }
  while (left_[island_] == 0) island_ = (island_ + 1) % left_.size();
  const std::size_t dealt_to = island_;
  --left_[island_];
  island_ = (island_ + 1) % left_.size();
  ++dealt_;
  return dealt_to;
}

}  // namespace skerry

#pragma once

#include "skerry/detail/algorithms/make_island.hpp"
#include "skerry/island.hpp"

#include "support/testing.hpp"
#include "unit/allocations.hpp"

namespace skerry::test {

/// Returns island 0 of this seed after some generations.
template <typename P>
auto evolved(std::uint64_t generations, const P& problem, const Algorithm& settings, std::uint64_t seed = 1) {
  auto island = make_island(problem, settings, seed, 0);
  island->initialise();
  island->evolve(generations);
  return island;
}

/// Returns how often an island calls operator new in some generations, after others in which it gets warm.
inline std::size_t allocations_once_warm(Island& island, std::uint64_t before, std::uint64_t generations) {
  island.evolve(before);
  island.forget();
  const std::size_t allocated = allocations();
  island.evolve(generations);
  island.forget();
  return allocations() - allocated;
}

/// Evolves an island for some epochs, at whose ends it sorts its population as a migration asks it to.
inline void live(Island& island, int epochs) {
  for (int epoch = 0; epoch < epochs; ++epoch) {
    island.evolve(3);
    island.sort_for_links();
  }
}

/// Expects that an island which loads a saved state goes on bit for bit like the one that saved it, and that
/// a state which is cut short is refused. All islands of `make` have the same settings and seed.
template <typename Make>
void expect_resumes_bit_for_bit(Make make) {
  const auto whole = make();
  whole->initialise();
  live(*whole, 4);
  const std::vector<std::byte> middle = whole->save();
  const auto resumed = make();
  for (const std::size_t size : {std::size_t{0}, std::size_t{7}, middle.size() - 8, middle.size() - 1})
    EXPECT_THROW(resumed->load(std::span(middle).first(size)), DataError) << size << " bytes";
  resumed->load(middle);
  EXPECT_EQ(resumed->save(), middle);
  live(*whole, 5);
  live(*resumed, 5);
  EXPECT_EQ(resumed->save(), whole->save());
}

}  // namespace skerry::test

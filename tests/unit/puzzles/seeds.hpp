#pragma once

#include "skerry/random.hpp"

#include <cstdint>
#include <string>

#include <gtest/gtest.h>

namespace skerry {

/// Numbers for a loop over random cases, `for (auto&& [seed, random] : seeds(100))`: failures tell the seed.
class Seeds {
 public:
  struct Seed {
    std::uint32_t value;
    testing::ScopedTrace trace;
    operator std::uint32_t() const { return value; }
  };
  struct Case {
    Seed seed;
    Random random;
  };
  struct Iterator {
    std::uint32_t seed;
    Case operator*() const {
      return {{seed, {__FILE__, __LINE__, "seed " + std::to_string(seed)}}, Random(seed)};
    }
    Iterator& operator++() { return ++seed, *this; }
    bool operator!=(const Iterator& other) const { return seed != other.seed; }
  };

  Seeds(std::uint32_t first, std::uint32_t count) : first_(first), count_(count) {}
  Iterator begin() const { return {first_}; }
  Iterator end() const { return {first_ + count_}; }

 private:
  std::uint32_t first_;
  std::uint32_t count_;
};

/// The seeds from 0, or from 1.
inline Seeds seeds(std::uint32_t count) {
  return {0, count};
}
inline Seeds seeds_from_1(std::uint32_t count) {
  return {1, count};
}

}  // namespace skerry

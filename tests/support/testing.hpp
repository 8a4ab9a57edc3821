#pragma once

// What nearly every test of the libraries includes, compiled once for all of them (tests/CMakeLists.txt):
// GoogleTest, the standard library, random numbers and errors.

#include "skerry/error.hpp"
#include "skerry/random.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace skerry {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;
using testing::ThrowsMessage;
using testing::UnorderedElementsAre;

/// Returns the message of the exception E that `action` throws, or "no error" if it throws nothing.
template <typename E, typename Action>
std::string message_of(Action&& action) {
  try {
    action();
  } catch (const E& error) {
    return error.what();
  }
  return "no error";
}

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

namespace test {

/// Returns how many random cases a slow test tries: all of `in_release`, and a tenth of them under the
/// sanitizers, where code without optimisation takes some ten times as long. They look for errors of memory
/// and undefined behaviour, which few cases show; that the answers are right is for the release build to say.
template <std::integral Count>
constexpr Count random_cases(Count in_release) {
#ifdef SKERRY_SANITIZE
  return (in_release + 9) / 10;
#else
  return in_release;
#endif
}

}  // namespace test
}  // namespace skerry

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

namespace skerry {

/// The allowed values of a number, both ends included.
template <typename T>
struct Limits {
  T least;
  T most;
};

/// The allowed values of a number that can't be 0; the other end is included.
struct AboveZero {
  double most = std::numeric_limits<double>::max();

  /// The values with 0, as which a value is checked first.
  constexpr Limits<double> closed() const { return {0, most}; }
  constexpr bool bounded() const { return most != 1 && most != std::numeric_limits<double>::max(); }
};

/// The names of the values of an enum, in its order.
template <std::size_t N>
using Names = std::array<std::string_view, N>;

inline constexpr Limits<std::uint64_t> any_count{0, std::numeric_limits<std::int64_t>::max()};
inline constexpr Limits<std::uint64_t> positive{1, std::numeric_limits<std::int64_t>::max()};
inline constexpr Limits<double> rate{0, 1};
inline constexpr Limits<double> not_negative{0, std::numeric_limits<double>::max()};
inline constexpr Limits<double> at_least_one{1, std::numeric_limits<double>::max()};
inline constexpr Limits<double> any_number{std::numeric_limits<double>::lowest(),
                                           std::numeric_limits<double>::max()};

/// What becomes of a key that a configuration lacks: its default enters the effective configuration, or
/// nothing does, or the configuration is refused.
enum class Absent { recorded, left_out, refused };

/// What a key means, for docs/configuration.md and `skerry keys`; texts are Markdown.
///
/// Each table of keys has a function visit_settings(settings, visit), or one named after the table, that
/// calls visit(key, member, domain, info) for each key. The domain is Limits or AboveZero of a number, the
/// Names of an enum, the values of a topology, or nullptr. These lists serve to read, check, write and
/// explain the keys.
struct KeyInfo {
  const char* meaning;
  const char* by_default = nullptr;  ///< where the default is more than the value of the member
  Absent absent = Absent::recorded;
};

}  // namespace skerry

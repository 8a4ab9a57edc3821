#pragma once

#include <cstdint>
#include <string>

namespace skerry {

/// Returns the shortest text that reads back as the same number.
std::string exact_text(double number);
/// Does the same for a number of JSON, with a point or an exponent, by which readers tell it from whole
/// numbers.
std::string exact_json(double number);
/// Does the same for integers.
std::string exact_text(std::int32_t number);
/// Does the same for entries of permutations.
std::string exact_text(std::uint32_t number);

}  // namespace skerry

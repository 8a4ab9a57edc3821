#pragma once

#include <cstdint>
#include <string>

namespace skerry {

/// The shortest text that reads back as the same number.
std::string exact_text(double number);
/// The same for integers.
std::string exact_text(std::int32_t number);
/// The same for entries of permutations.
std::string exact_text(std::uint32_t number);

}  // namespace skerry

#pragma once

#include <cstdint>
#include <string>

namespace skerry {

/// The shortest text that reads back as the same number.
std::string number_text(double number);
/// The same for integers.
std::string number_text(std::int32_t number);
/// The same for entries of permutations.
std::string number_text(std::uint32_t number);

}  // namespace skerry

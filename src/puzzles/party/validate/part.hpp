#pragma once

#include <optional>
#include <string_view>

namespace skerry::party {

/// Reads a part of a whole, in [0, 1]: "2%" or "0.02". Returns none for any other text.
std::optional<double> parse_part(std::string_view text);

}  // namespace skerry::party

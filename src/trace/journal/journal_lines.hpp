#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string_view>

namespace skerry {

/// Hands each complete line from that byte on to `take`, without its end. Returns the byte after the last of
/// them. What follows it is a line that is being written, or that a kill has cut. A file that can't be read
/// has no lines.
std::uint64_t read_lines(const std::filesystem::path& file, std::uint64_t begin,
                         const std::function<void(std::string_view line)>& take);

}  // namespace skerry

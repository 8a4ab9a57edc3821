#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

namespace skerry {

/// Writes bytes into a file that exists, from `offset_bytes` on, and down to the disk where `synchronise`
/// says so. Throws Error where it can't.
void write_part(const std::filesystem::path& path, std::uint64_t offset_bytes,
                std::span<const std::byte> bytes, bool synchronise);

}  // namespace skerry

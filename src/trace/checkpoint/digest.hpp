#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace skerry {

using Digest = std::array<std::byte, 32>;

/// Returns the SHA-256 digest.
Digest digest_of(std::span<const std::byte> bytes);
Digest digest_of(std::string_view text);

/// Returns the digest of a file's contents, which are read in blocks. Throws DataError for a file that is
/// missing or can't be read.
Digest digest_of_file(const std::filesystem::path& file);

/// Returns a digest as sha256sum prints it.
std::string hexadecimal(const Digest& digest);

}  // namespace skerry

#pragma once

#include "skerry/archipelago.hpp"

#include "trace/digest.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// The layout of a checkpoint: preamble, a Section for each island, the digest of both, and then the
/// islands' own bytes, one after another. Numbers as the machine has them.
namespace skerry::checkpoint_format {

inline constexpr std::array<char, 16> magic = {'s', 'k', 'e', 'r', 'r', 'y', '-', 'c',
                                               'h', 'e', 'c', 'k', 'p', 'o', 'i', 'n'};
inline constexpr std::uint64_t version = 1;

struct Preamble {
  std::array<char, 16> magic = checkpoint_format::magic;
  std::uint64_t version = checkpoint_format::version;
  std::uint64_t islands = 0;
  Digest identity{};
  RunState state;
};

struct Section {
  std::uint64_t size_bytes = 0;
  Digest digest{};
};

struct Header {
  Preamble preamble;
  std::vector<Section> sections;

  std::uint64_t size_bytes() const {
    return sizeof(Preamble) + sections.size() * sizeof(Section) + sizeof(Digest);
  }
  /// Of the whole file.
  std::uint64_t file_size_bytes() const;
};

std::vector<std::byte> pack(const Header& header);

/// The header at the start of a file. Throws DataError, `file` being its name.
Header read_header(const std::string& file);

}  // namespace skerry::checkpoint_format

#pragma once

#include "skerry/archipelago.hpp"
#include "skerry/record.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace skerry {

using Digest = std::array<std::byte, 32>;

Digest digest_of(std::span<const std::byte> bytes);
Digest digest_of(std::string_view text);

/// Throws DataError for a file that is missing or can't be read.
Digest digest_of_file(const std::filesystem::path& file);

/// Returns a digest as sha256sum prints it.
std::string hexadecimal(const Digest& digest);

}  // namespace skerry

/// The layout of a checkpoint, from its first byte to its last:
///
///   Preamble                                   with the RunState
///   Section                                    of each island
///   digest of all that precedes it             SHA-256
///   of each island, as many bytes as its Section says:
///     Logbook numbers                          src/engine/archipelago/logbook.cpp
///     Statistics, Improvement, Birth, EvaluationRow
///                                              rows that the trace does not have yet; as many as counted
///     IslandCounters                           skerry/population.hpp
///     Key of each individual
///     genome of each individual, and then Key and genome of the best of the island's life
///     the algorithm's own state                save_own_state() of its island
///
/// Each name is a record, which stands there member by member in the order of its table (skerry/record.hpp);
/// numbers are as the machine has them, and genomes as skerry/detail/population/genome_buffer.hpp packs them.
/// None of this outlives a version of skerry, so a checkpoint is read by the version alone that wrote it.
namespace skerry::checkpoint_format {

inline constexpr std::array<char, 16> magic = {'s', 'k', 'e', 'r', 'r', 'y', '-', 'c',
                                               'h', 'e', 'c', 'k', 'p', 'o', 'i', 'n'};
inline constexpr std::uint64_t version = 6;

/// A version of skerry, "0.3.0", padded with zeros.
using Program = std::array<char, 32>;
Program this_program();

/// Every later version begins with these three members, too: magic, version, program.
struct Preamble {
  std::array<char, 16> magic = checkpoint_format::magic;
  std::uint64_t version = checkpoint_format::version;
  Program program = this_program();
  std::uint64_t islands = 0;
  Digest identity{};
  RunState state;
};

struct Section {
  std::uint64_t size_bytes = 0;
  Digest digest{};
};

}  // namespace skerry::checkpoint_format

namespace skerry {

template <>
inline constexpr auto members_of<checkpoint_format::Preamble> = std::tuple{
    Member{"magic", "1", "what this file is", &checkpoint_format::Preamble::magic},
    Member{"version", "1", "version of the layout", &checkpoint_format::Preamble::version},
    Member{"program", "1", "version of skerry that wrote it", &checkpoint_format::Preamble::program},
    Member{"islands", "1", "islands of the run", &checkpoint_format::Preamble::islands},
    Member{"identity", "1", "SHA-256 of all that decides the run", &checkpoint_format::Preamble::identity},
    Member{"state", "1", "what all ranks know of the run", &checkpoint_format::Preamble::state}};
static_assert(describes_whole<checkpoint_format::Preamble>);

template <>
inline constexpr auto members_of<checkpoint_format::Section> =
    std::tuple{Member{"size_bytes", "byte", "bytes of the island", &checkpoint_format::Section::size_bytes},
               Member{"digest", "1", "SHA-256 of them", &checkpoint_format::Section::digest}};
static_assert(describes_whole<checkpoint_format::Section>);

}  // namespace skerry

namespace skerry::checkpoint_format {

struct Header {
  Preamble preamble;
  std::vector<Section> sections;

  std::uint64_t size_bytes() const {
    return sizeof(Preamble) + sections.size() * sizeof(Section) + sizeof(Digest);
  }
  std::uint64_t offset_of(std::size_t island) const;
  std::uint64_t file_size_bytes() const { return offset_of(sections.size()); }
};

std::vector<std::byte> pack(const Header& header);

/// Throws DataError, naming `file`, for one that is foreign, damaged, or of another version.
Header read_header(const std::string& file);

}  // namespace skerry::checkpoint_format

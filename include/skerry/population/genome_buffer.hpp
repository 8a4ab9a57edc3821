#pragma once

#include "skerry/error.hpp"
#include "skerry/population/genome_archive.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include <boost/archive/binary_oarchive.hpp>

namespace skerry {

/// Converts genomes to bytes, for migration and checkpoints. Trivially copyable genomes are flat records of
/// one size; all others are Boost binary archives, each preceded by its size in bytes (64 bits).
template <typename Genome>
constexpr bool is_flat = std::is_trivially_copyable_v<Genome>;

template <typename Genome>
constexpr std::size_t record_size_bytes = is_flat<Genome> ? sizeof(Genome) : 0;

/// Appends a genome's record.
template <typename Genome>
void pack_genome(const Genome& genome, std::vector<std::byte>& bytes) {
  const auto append = [&](const void* data, std::size_t size_bytes) {
    const std::size_t before = bytes.size();
    bytes.resize(before + size_bytes);
    std::memcpy(bytes.data() + before, data, size_bytes);
  };
  if constexpr (is_flat<Genome>) {
    append(&genome, sizeof(Genome));
  } else {
    std::ostringstream stream;
    boost::archive::binary_oarchive(stream, boost::archive::no_header) << genome;
    const std::string archive = std::move(stream).str();
    const std::uint64_t size_bytes = archive.size();
    append(&size_bytes, sizeof(size_bytes));
    append(archive.data(), archive.size());
  }
}

/// Removes the first record from `bytes` and returns its genome. Throws DataError if the bytes are too few,
/// or are not a genome of that type.
template <typename Genome>
Genome take_genome(std::span<const std::byte>& bytes) {
  const auto take = [&](void* data, std::size_t size_bytes) {
    if (bytes.size() < size_bytes) throw DataError("a buffer of genomes ends in the middle of a record");
    std::memcpy(data, bytes.data(), size_bytes);
    bytes = bytes.subspan(size_bytes);
  };
  Genome genome{};
  if constexpr (is_flat<Genome>) {
    take(&genome, sizeof(Genome));
  } else {
    std::uint64_t size_bytes = 0;
    take(&size_bytes, sizeof(size_bytes));
    if (bytes.size() < size_bytes) throw DataError("a buffer of genomes ends in the middle of a record");
    read_genome(bytes.first(size_bytes), genome);
    bytes = bytes.subspan(size_bytes);
  }
  return genome;
}

/// Returns a hash of bytes: FNV-1a of 64 bits (Fowler, Noll and Vo 1991).
inline std::uint64_t hash_of_bytes(std::span<const std::byte> bytes) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const std::byte byte : bytes) hash = (hash ^ static_cast<std::uint64_t>(byte)) * 0x100000001b3U;
  return hash;
}

/// Returns the hash of a genome's record, in [1, 2^63 - 1], so that 0 can stand for no genome and a trace,
/// whose whole numbers have a sign, holds it. `room` is used for the record of a genome that is not flat.
template <typename Genome>
std::uint64_t hash_of_record(const Genome& genome, std::vector<std::byte>& room) {
  std::span<const std::byte> record;
  if constexpr (is_flat<Genome>) {
    record = std::as_bytes(std::span(&genome, 1));
  } else {
    room.clear();
    pack_genome(genome, room);
    record = room;
  }
  const std::uint64_t hash = hash_of_bytes(record) & 0x7fffffffffffffffU;
  return hash == 0 ? 1 : hash;
}

/// Returns the genome of a buffer of one.
template <typename Genome>
Genome unpack_genome(std::span<const std::byte> bytes) {
  return take_genome<Genome>(bytes);
}

}  // namespace skerry

#pragma once

#include "skerry/error.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <span>
#include <sstream>
#include <streambuf>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <boost/archive/binary_iarchive_impl.hpp>
#include <boost/archive/binary_oarchive.hpp>
#include <boost/archive/detail/register_archive.hpp>
#include <boost/archive/impl/archive_serializer_map.ipp>
#include <boost/archive/impl/basic_binary_iarchive.ipp>
#include <boost/archive/impl/basic_binary_iprimitive.ipp>

namespace skerry {

/// Reads what boost::archive::binary_oarchive wrote, from bytes that may be damaged; a size far beyond their
/// number causes an exception and not a lack of memory.
class GenomeArchive
    : public boost::archive::binary_iarchive_impl<GenomeArchive, char, std::char_traits<char>> {
  using Base = boost::archive::binary_iarchive_impl<GenomeArchive, char, std::char_traits<char>>;

 public:
  /// Reads from these bytes, which must outlive this object.
  explicit GenomeArchive(std::streambuf& bytes)
      : Base(bytes, boost::archive::no_header | boost::archive::no_codecvt) {}

  std::size_t left_bytes() { return static_cast<std::size_t>(m_sb.in_avail()); }

  template <typename T>
  void load_override(T& value) {
    Base::load_override(value);
  }
  /// The size of a container is checked against the bytes that are left.
  void load_override(boost::serialization::collection_size_type& size) {
    Base::load_override(size);
    expect_room_for(std::as_const(size));
  }

  template <typename T>
  void load(T& value) {
    Base::load(value);
  }
  /// Reads a truth value; a byte that is neither 0 nor 1 throws.
  void load(bool& value) {
    unsigned char byte = 0;
    Base::load(byte);
    if (byte > 1) fail();
    value = byte == 1;
  }
  void load(std::string& text) { load_text(text); }
  void load(std::wstring& text) { load_text(text); }

 private:
  /// Some sizes are not the number of the elements that follow, such as the number of buckets of a hash
  /// table; these may be a little larger.
  static constexpr std::size_t harmless = 65536;

  [[noreturn]] static void fail() {
    throw boost::archive::archive_exception(boost::archive::archive_exception::input_stream_error);
  }
  void expect_room_for(std::size_t size) {
    if (size > left_bytes() + harmless) fail();
  }
  template <typename Text>
  void load_text(Text& text) {
    std::size_t size = 0;
    Base::load(size);
    if (size > left_bytes() / sizeof(text[0])) fail();
    text.resize(size);
    load_binary(text.data(), size * sizeof(text[0]));
  }
};

/// Reads a genome from `bytes`, a Boost archive. Throws DataError if they do not hold exactly one genome.
template <typename Genome>
void read_genome(std::span<const std::byte> bytes, Genome& genome) {
  struct Buffer : std::streambuf {
    explicit Buffer(std::span<const std::byte> bytes) {
      // A stream buffer needs a pointer to non-constant bytes; nothing is written to them.
      auto* first = const_cast<char*>(reinterpret_cast<const char*>(bytes.data()));
      setg(first, first, first + bytes.size());
    }
  };
  Buffer buffer(bytes);
  GenomeArchive archive(buffer);
  try {
    archive >> genome;
  } catch (const Error&) {
    throw;
  } catch (const std::exception& failure) {
    throw DataError(std::string("a genome can't be read from its record, which is damaged: ") +
                    failure.what());
  }
  if (archive.left_bytes() > 0) throw DataError("a record of a genome is longer than the genome");
}

}  // namespace skerry

BOOST_SERIALIZATION_REGISTER_ARCHIVE(skerry::GenomeArchive)
BOOST_SERIALIZATION_USE_ARRAY_OPTIMIZATION(skerry::GenomeArchive)

namespace skerry {

/// Converts genomes to bytes, for migration and checkpoints. Trivially copyable genomes are flat records of
/// one size; all others are Boost binary archives, each preceded by its size in bytes (64 bits).
template <typename Genome>
constexpr bool is_flat = std::is_trivially_copyable_v<Genome>;

template <typename Genome>
constexpr std::size_t record_size_bytes = is_flat<Genome> ? sizeof(Genome) : 0;

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

template <typename Genome>
Genome unpack_genome(std::span<const std::byte> bytes) {
  return take_genome<Genome>(bytes);
}

}  // namespace skerry

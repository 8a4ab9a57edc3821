#pragma once

#include "skerry/error.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <boost/archive/archive_exception.hpp>
#include <boost/archive/basic_binary_iarchive.hpp>
#include <boost/archive/basic_binary_oarchive.hpp>
#include <boost/archive/detail/register_archive.hpp>
#include <boost/archive/impl/archive_serializer_map.ipp>
#include <boost/archive/impl/basic_binary_iarchive.ipp>
#include <boost/archive/impl/basic_binary_oarchive.ipp>
#include <boost/serialization/array_wrapper.hpp>
#include <boost/serialization/is_bitwise_serializable.hpp>

namespace skerry {

/// Elements that archives copy as a whole array.
struct BitwiseElements {
  template <typename T>
  struct apply : boost::serialization::is_bitwise_serializable<T> {};
};

/// Appends to `bytes` what boost::archive::binary_oarchive writes without a header. That archive
/// makes a stream and several locales each time, which takes longer than to breed the genome.
class GenomeWriter : public boost::archive::basic_binary_oarchive<GenomeWriter> {
 public:
  using use_array_optimization = BitwiseElements;

  /// `bytes` must outlive this object.
  explicit GenomeWriter(std::vector<std::byte>& bytes)
      : basic_binary_oarchive(boost::archive::no_header), bytes_(&bytes) {}

  void save_binary(const void* data, std::size_t size_bytes) {
    const auto* first = static_cast<const std::byte*>(data);
    bytes_->insert(bytes_->end(), first, first + size_bytes);
  }
  template <typename T>
  void save_array(const boost::serialization::array_wrapper<T>& array, unsigned) {
    save_binary(array.address(), array.count() * sizeof(T));
  }
  template <typename T>
  void save(const T& value) {
    save_binary(std::addressof(value), sizeof(value));
  }
  void save(const std::string& text) { save_text(text); }
  void save(const std::wstring& text) { save_text(text); }

 private:
  template <typename Text>
  void save_text(const Text& text) {
    save(text.size());
    save_binary(text.data(), text.size() * sizeof(text[0]));
  }

  std::vector<std::byte>* bytes_;
};

/// Reads what GenomeWriter wrote, from bytes that may be damaged; a size far beyond their number throws.
class GenomeReader : public boost::archive::basic_binary_iarchive<GenomeReader> {
  using Base = boost::archive::basic_binary_iarchive<GenomeReader>;

 public:
  using use_array_optimization = BitwiseElements;

  /// Reads from these bytes, which must outlive this object.
  explicit GenomeReader(std::span<const std::byte> bytes) : Base(boost::archive::no_header), rest_(bytes) {}

  std::size_t left_bytes() const { return rest_.size(); }

  template <typename T>
  void load_override(T& value) {
    Base::load_override(value);
  }
  /// The size of a container is checked against the bytes that are left.
  void load_override(boost::serialization::collection_size_type& size) {
    Base::load_override(size);
    if (std::as_const(size) > left_bytes() + harmless) fail();
  }

  void load_binary(void* data, std::size_t size_bytes) {
    if (size_bytes > rest_.size()) fail();
    if (size_bytes > 0) std::memcpy(data, rest_.data(), size_bytes);
    rest_ = rest_.subspan(size_bytes);
  }
  template <typename T>
  void load_array(boost::serialization::array_wrapper<T>& array, unsigned) {
    load_binary(array.address(), array.count() * sizeof(T));
  }
  template <typename T>
  void load(T& value) {
    load_binary(std::addressof(value), sizeof(value));
  }
  /// Reads a truth value; a byte that is neither 0 nor 1 throws.
  void load(bool& value) {
    unsigned char byte = 0;
    load(byte);
    if (byte > 1) fail();
    value = byte == 1;
  }
  void load(std::string& text) { load_text(text); }
  void load(std::wstring& text) { load_text(text); }

 private:
  /// Some sizes are not those of what follows, but of the buckets of a hash table; they may be larger.
  static constexpr std::size_t harmless = 65536;

  [[noreturn]] static void fail() {
    throw boost::archive::archive_exception(boost::archive::archive_exception::input_stream_error);
  }
  template <typename Text>
  void load_text(Text& text) {
    std::size_t size = 0;
    load(size);
    if (size > left_bytes() / sizeof(text[0])) fail();
    text.resize(size);
    load_binary(text.data(), size * sizeof(text[0]));
  }

  std::span<const std::byte> rest_;
};

/// Reads a genome from `bytes`, a Boost archive. Throws DataError if they do not hold exactly one genome.
template <typename Genome>
void read_genome(std::span<const std::byte> bytes, Genome& genome) {
  GenomeReader archive(bytes);
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

BOOST_SERIALIZATION_REGISTER_ARCHIVE(skerry::GenomeWriter)
BOOST_SERIALIZATION_USE_ARRAY_OPTIMIZATION(skerry::GenomeWriter)
BOOST_SERIALIZATION_REGISTER_ARCHIVE(skerry::GenomeReader)
BOOST_SERIALIZATION_USE_ARRAY_OPTIMIZATION(skerry::GenomeReader)

namespace skerry {

/// Converts genomes to bytes, for migration and checkpoints. Trivially copyable genomes are flat records of
/// one size; all others are Boost binary archives, each preceded by its size in bytes (64 bits).
template <typename Genome>
constexpr bool is_flat = std::is_trivially_copyable_v<Genome>;

template <typename Genome>
constexpr std::size_t record_size_bytes = is_flat<Genome> ? sizeof(Genome) : 0;

template <typename Genome>
void pack_genome(const Genome& genome, std::vector<std::byte>& bytes) {
  const std::size_t before = bytes.size();
  if constexpr (is_flat<Genome>) {
    bytes.resize(before + sizeof(Genome));
    std::memcpy(bytes.data() + before, &genome, sizeof(Genome));
  } else {
    std::uint64_t size_bytes = 0;
    bytes.resize(before + sizeof(size_bytes));
    GenomeWriter(bytes) << genome;
    size_bytes = bytes.size() - before - sizeof(size_bytes);
    std::memcpy(bytes.data() + before, &size_bytes, sizeof(size_bytes));
  }
}

/// Takes the first record from `bytes`. Throws DataError if they are too few, or no genome of that type.
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

#pragma once

#include "skerry/error.hpp"

#include <cstddef>
#include <exception>
#include <span>
#include <streambuf>
#include <string>
#include <utility>

#include <boost/archive/binary_iarchive_impl.hpp>
#include <boost/archive/detail/register_archive.hpp>
#include <boost/archive/impl/archive_serializer_map.ipp>
#include <boost/archive/impl/basic_binary_iarchive.ipp>
#include <boost/archive/impl/basic_binary_iprimitive.ipp>

namespace skerry {

/// Reads what boost::archive::binary_oarchive wrote, from bytes that may be damaged. A size in these bytes is
/// not believed if it is far beyond the number of bytes, so that a flipped bit causes an exception and not a
/// lack of memory.
class GenomeArchive
    : public boost::archive::binary_iarchive_impl<GenomeArchive, char, std::char_traits<char>> {
  using Base = boost::archive::binary_iarchive_impl<GenomeArchive, char, std::char_traits<char>>;

 public:
  /// Reads from these bytes, which must outlive this object.
  explicit GenomeArchive(std::streambuf& bytes)
      : Base(bytes, boost::archive::no_header | boost::archive::no_codecvt) {}

  /// Returns the number of bytes that have not been read yet.
  std::size_t left_bytes() { return static_cast<std::size_t>(m_sb.in_avail()); }

  /// Is called by Boost.Serialization for each value.
  template <typename T>
  void load_override(T& value) {
    Base::load_override(value);
  }
  /// Does the same for the size of a container, which is checked against the bytes that are left.
  void load_override(boost::serialization::collection_size_type& size) {
    Base::load_override(size);
    expect_room_for(std::as_const(size));
  }

  /// Reads a number.
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
  /// Reads a text, whose size is checked against the bytes that are left.
  void load(std::string& text) { load_text(text); }
  /// Does the same for wide characters.
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

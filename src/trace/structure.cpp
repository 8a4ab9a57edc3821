#include "trace/structure.hpp"

#include "skerry/error.hpp"

#include "trace/checkpoint/checkpoint.hpp"
#include "trace/checkpoint/format.hpp"
#include "trace/files/file_calls.hpp"
#include "trace/trace_reader.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include <zlib.h>

namespace skerry {
namespace fs = std::filesystem;
namespace {

/// A file is these bytes, Sizes, the extents and their bytes, both deflated, and the SHA-256 of all that.
constexpr std::string_view structure_magic = "skerry-structure";

struct Sizes {
  std::uint64_t trace = 0;
  std::uint64_t extents = 0;  // their number
  std::uint64_t bytes = 0;
};

template <typename T>
void append_raw(std::vector<std::byte>& bytes, const T& values) {
  const auto raw = std::as_bytes(std::span(values));
  bytes.insert(bytes.end(), raw.begin(), raw.end());
}

/// Most of a structure is zeros. Memory grows by what is left of it, and not by another copy.
void append_deflated(std::vector<std::byte>& smaller, std::span<const std::byte> bytes, int flush,
                     z_stream& stream) {
  std::array<std::byte, 1U << 15U> piece;
  do {
    const auto taken = bytes.first(std::min<std::size_t>(bytes.size(), 1U << 20U));
    bytes = bytes.subspan(taken.size());
    stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(taken.data()));
    stream.avail_in = static_cast<uInt>(taken.size());
    do {
      stream.next_out = reinterpret_cast<Bytef*>(piece.data());
      stream.avail_out = static_cast<uInt>(piece.size());
      ::deflate(&stream, bytes.empty() ? flush : Z_NO_FLUSH);
      smaller.insert(smaller.end(), piece.begin(), piece.end() - stream.avail_out);
    } while (stream.avail_out == 0);
  } while (!bytes.empty());
}

bool inflate_all(std::span<const std::byte> smaller, std::span<std::byte> bytes) {
  uLongf size = bytes.size();
  return ::uncompress(reinterpret_cast<Bytef*>(bytes.data()), &size,
                      reinterpret_cast<const Bytef*>(smaller.data()), smaller.size()) == Z_OK &&
         size == bytes.size();
}

/// Returns none for a file that is missing or not whole.
std::optional<hdf5::Structure> read_structure(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  const std::vector<char> text{std::istreambuf_iterator<char>(stream), {}};
  constexpr std::size_t head = structure_magic.size() + sizeof(Sizes);
  if (text.size() < head + sizeof(Digest)) return std::nullopt;
  const auto sealed = std::as_bytes(std::span(text)).first(text.size() - sizeof(Digest));
  const Digest digest = digest_of(sealed);
  if (!std::string_view(text.data(), text.size()).starts_with(structure_magic) ||
      std::memcmp(sealed.data() + sealed.size(), digest.data(), sizeof(Digest)) != 0)
    return std::nullopt;
  Sizes sizes;
  std::memcpy(&sizes, sealed.data() + structure_magic.size(), sizeof sizes);
  hdf5::Structure structure{.size_bytes = sizes.trace,
                            .extents = std::vector<hdf5::Extent>(sizes.extents),
                            .bytes = std::vector<std::byte>(sizes.bytes)};
  const auto extents = std::as_writable_bytes(std::span(structure.extents));
  std::vector<std::byte> all(extents.size() + structure.bytes.size());
  if (!inflate_all(sealed.subspan(head), all)) return std::nullopt;
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(extents.size());
  std::copy(all.begin(), middle, extents.begin());
  std::copy(middle, all.end(), structure.bytes.begin());
  return structure;
}

void copy_with(const hdf5::Structure& structure, const fs::path& trace, const fs::path& copy) {
  std::fstream to(copy, std::ios::in | std::ios::out | std::ios::binary);
  to << std::ifstream(trace, std::ios::binary).rdbuf();
  const auto* bytes = reinterpret_cast<const char*>(structure.bytes.data());
  for (const hdf5::Extent& extent : structure.extents) {
    to.seekp(static_cast<std::streamoff>(extent.address));
    to.write(bytes, static_cast<std::streamsize>(extent.size_bytes));
    bytes += extent.size_bytes;
  }
  to.close();
  if (!to) refuse_write(copy, errno);
  std::error_code error;
  if (fs::file_size(copy, error) < structure.size_bytes) fs::resize_file(copy, structure.size_bytes, error);
}

std::uint64_t needed_epochs(const fs::path& trace) {
  try {
    return checkpoint_format::read_header(checkpoint_of(trace).string()).preamble.state.epoch;
  } catch (const DataError&) {
    return 0;
  }
}

bool serves(const fs::path& trace, std::uint64_t epochs) {
  try {
    const TraceReader reader(trace);
    reader.header();
    reader.epochs(epochs, 0);
    reader.footer();
    return reader.examine().whole >= epochs;
  } catch (const DataError&) {
    return false;
  }
}

/// A name too long for this file is too long for a checkpoint, without which the structure serves nothing.
bool is_failure(int error) {
  return error != 0 && error != ENAMETOOLONG;
}

}  // namespace

fs::path structure_of(const fs::path& trace) {
  return trace.string() + ".structure";
}

void prepare_structure(const fs::path& trace, const hdf5::Structure& structure) {
  const Sizes sizes{structure.size_bytes, structure.extents.size(), structure.bytes.size()};
  std::vector<std::byte> bytes;
  append_raw(bytes, structure_magic);
  append_raw(bytes, std::array{sizes});
  z_stream stream{};
  ::deflateInit(&stream, Z_BEST_SPEED);
  append_deflated(bytes, std::as_bytes(std::span(structure.extents)), Z_NO_FLUSH, stream);
  append_deflated(bytes, structure.bytes, Z_FINISH, stream);
  ::deflateEnd(&stream);
  append_raw(bytes, digest_of(bytes));
  const fs::path file = structure_of(trace);
  const fs::path part = part_of(file);
  std::error_code none;
  fs::remove(part, none);
  if (const int error = write_at(part, 0, bytes, Synchronised::yes); is_failure(error)) {
    fs::remove(part, none);
    refuse_write(file, error);
  }
}

void put_structure_in_place(const fs::path& trace) {
  const fs::path file = structure_of(trace);
  if (const int error = rename_file(part_of(file), file); is_failure(error)) refuse_write(file, error);
}

void remove_structure(const fs::path& trace) {
  std::error_code error;
  fs::remove(structure_of(trace), error);
  fs::remove(part_of(structure_of(trace)), error);
}

bool restore_torn(const fs::path& trace, const fs::path& file, bool overwrite, FileLock& lock) {
  if (!name_is_taken(structure_of(trace))) return false;
  const std::uint64_t epochs = needed_epochs(trace);
  if (serves(trace, epochs)) return false;
  const auto structure = read_structure(structure_of(trace));
  if (!structure) return false;
  std::optional<FileLock> old;
  const bool replaces = lock.is_of(file);
  if (replaces) old = std::move(lock);
  {
    hdf5::NewFile made(file, overwrite, 0, std::move(old));
    copy_with(*structure, trace, made.path());
    if (serves(made.path(), epochs)) {
      made.sync();
      lock = made.put_in_place();
      return true;
    }
  }
  if (replaces) lock = FileLock(trace);
  return false;
}

}  // namespace skerry

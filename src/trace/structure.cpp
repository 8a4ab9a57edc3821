#include "trace/structure.hpp"

#include "skerry/error.hpp"

#include "trace/checkpoint/checkpoint.hpp"
#include "trace/checkpoint/format.hpp"
#include "trace/file_calls.hpp"
#include "trace/trace_reader.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/core.h>

namespace skerry {
namespace fs = std::filesystem;
namespace {

/// A structure's file: these bytes, the size of the trace, the number of extents, the extents, their bytes,
/// and the SHA-256 of all that.
constexpr std::string_view structure_magic = "skerry-structure";

[[noreturn]] void refuse_structure(const fs::path& file, int error) {
  throw Error(ExitStatus::failed,
              fmt::format("{} can't be written: {}", file.string(), std::strerror(error)));
}

template <typename T>
void append_raw(std::vector<std::byte>& bytes, const T& values) {
  const auto raw = std::as_bytes(std::span(values));
  bytes.insert(bytes.end(), raw.begin(), raw.end());
}

/// Returns none for a file that is missing or not whole.
std::optional<hdf5::Structure> read_structure(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  const std::vector<char> text{std::istreambuf_iterator<char>(stream), {}};
  std::span<const std::byte> bytes = std::as_bytes(std::span(text));
  std::array<std::uint64_t, 2> sizes{};
  if (bytes.size() < structure_magic.size() + sizeof sizes + sizeof(Digest)) return std::nullopt;
  const Digest digest = digest_of(bytes.first(bytes.size() - sizeof(Digest)));
  if (!std::string_view(text.data(), text.size()).starts_with(structure_magic) ||
      std::memcmp(bytes.last<sizeof(Digest)>().data(), digest.data(), sizeof(Digest)) != 0)
    return std::nullopt;
  bytes = bytes.subspan(structure_magic.size());
  std::memcpy(sizes.data(), bytes.data(), sizeof sizes);
  bytes = bytes.subspan(sizeof sizes, bytes.size() - sizeof sizes - sizeof(Digest));
  hdf5::Structure structure{.size_bytes = sizes[0], .extents = std::vector<hdf5::Extent>(sizes[1])};
  const auto extents = std::as_writable_bytes(std::span(structure.extents));
  std::memcpy(extents.data(), bytes.data(), extents.size());
  bytes = bytes.subspan(extents.size());
  structure.bytes.assign(bytes.begin(), bytes.end());
  return structure;
}

/// Makes a copy of the trace with that structure.
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
  if (!to) refuse_structure(copy, errno);
  std::error_code error;
  if (fs::file_size(copy, error) < structure.size_bytes) fs::resize_file(copy, structure.size_bytes, error);
}

/// Returns how many epochs the checkpoint of a trace needs; none are needed without one.
std::uint64_t needed_epochs(const fs::path& trace) {
  try {
    return checkpoint_format::read_header(checkpoint_of(trace).string()).preamble.state.epoch;
  } catch (const DataError&) {
    return 0;
  }
}

/// Tells whether a run can go on with the trace from its epoch of that number.
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

}  // namespace

fs::path structure_of(const fs::path& trace) {
  return trace.string() + ".structure";
}

void prepare_structure(const fs::path& trace, const hdf5::Structure& structure) {
  std::vector<std::byte> bytes;
  append_raw(bytes, structure_magic);
  append_raw(bytes, std::array<std::uint64_t, 2>{structure.size_bytes, structure.extents.size()});
  append_raw(bytes, structure.extents);
  append_raw(bytes, structure.bytes);
  append_raw(bytes, digest_of(bytes));
  const fs::path file = structure_of(trace);
  const fs::path part = part_of(file);
  std::error_code none;
  fs::remove(part, none);
  if (const int error = write_at(part, 0, bytes, Synchronised::yes); error != 0) {
    fs::remove(part, none);
    refuse_structure(file, error);
  }
}

void put_structure_in_place(const fs::path& trace) {
  const fs::path file = structure_of(trace);
  if (const int error = rename_file(part_of(file), file); error != 0) refuse_structure(file, error);
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
  if (lock.is_of(file)) old = std::move(lock);
  {
    hdf5::NewFile made(file, overwrite, 0, std::move(old));
    copy_with(*structure, trace, made.path());
    if (serves(made.path(), epochs)) {
      made.sync();
      lock = made.put_in_place();
      return true;
    }
  }
  lock = FileLock(trace);
  return false;
}

}  // namespace skerry

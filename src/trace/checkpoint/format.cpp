#include "trace/checkpoint/format.hpp"

#include "skerry/error.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <span>
#include <string_view>
#include <system_error>

#include <fmt/core.h>

namespace skerry::checkpoint_format {
namespace {

[[noreturn]] void refuse(const std::string& file, const std::string& what) {
  throw DataError(fmt::format("{}: {}", file, what));
}

/// Reads the next bytes of the file; fewer where it ends.
std::vector<std::byte> read(std::istream& stream, std::size_t size_bytes) {
  std::vector<std::byte> bytes(size_bytes);
  stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size_bytes));
  bytes.resize(static_cast<std::size_t>(stream.gcount()));
  return bytes;
}

[[noreturn]] void refuse_version(const std::string& file, const Preamble& preamble) {
  // The first layout does not name the version of skerry; only 0.1.0 wrote it.
  const std::string program = preamble.version == 1 ? "0.1.0"
                                                    : std::string(preamble.program.begin(),
                                                                  std::ranges::find(preamble.program, '\0'));
  refuse(file, fmt::format("skerry {} wrote the checkpoint (format version {}), and this is skerry {}, which "
                           "reads its own alone (version {}); finish the run with skerry {}, or remove the "
                           "checkpoint, and the run starts over",
                           program, preamble.version, SKERRY_VERSION, version, program));
}

/// Reads the beginning that all versions of the layout share, and refuses all versions but this one.
void check_layout(const std::string& file, std::span<const std::byte> bytes) {
  Preamble preamble;
  if (!take_record(bytes, preamble.magic) || !take_record(bytes, preamble.version) ||
      preamble.magic != magic) {
    refuse(file, "this is no checkpoint of skerry");
  }
  take_record(bytes, preamble.program);
  if (preamble.version != version) refuse_version(file, preamble);
}

}  // namespace

Program this_program() {
  constexpr std::string_view text = SKERRY_VERSION;
  static_assert(text.size() < std::tuple_size_v<Program>);
  Program program{};
  std::ranges::copy(text, program.begin());
  return program;
}

std::uint64_t Header::offset_of(std::size_t island) const {
  std::uint64_t offset = size_bytes();
  for (const Section& section : std::span(sections).first(island)) offset += section.size_bytes;
  return offset;
}

std::vector<std::byte> pack(const Header& header) {
  std::vector<std::byte> bytes;
  append_record(bytes, header.preamble);
  for (const Section& section : header.sections) append_record(bytes, section);
  append_record(bytes, digest_of(bytes));
  return bytes;
}

Header read_header(const std::string& file) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  if (error) refuse(file, fmt::format("the checkpoint can't be read: {}", error.message()));
  std::ifstream stream(file, std::ios::binary);
  if (!stream) refuse(file, "the checkpoint can't be read");
  Header header;
  const std::vector<std::byte> start = read(stream, sizeof(Preamble));
  check_layout(file, start);
  std::span<const std::byte> bytes = start;
  if (!take_record(bytes, header.preamble)) refuse(file, "the checkpoint is cut short");
  const std::uint64_t islands = header.preamble.islands;
  if (islands > size / sizeof(Section)) refuse(file, "the checkpoint is damaged or cut short");
  header.sections.resize(islands);
  const std::vector<std::byte> rest = read(stream, islands * sizeof(Section) + sizeof(Digest));
  bytes = rest;
  Digest digest{};
  bool whole = true;
  for (Section& section : header.sections) whole = whole && take_record(bytes, section);
  if (!whole || !take_record(bytes, digest)) refuse(file, "the checkpoint is cut short");
  if (const auto packed = pack(header);
      digest_of(std::span(packed).first(packed.size() - sizeof(Digest))) != digest) {
    refuse(file, "the checkpoint is damaged: its header does not agree with its checksum");
  }
  if (header.preamble.program != this_program()) refuse_version(file, header.preamble);
  // Each size is checked by itself, since their sum may overflow.
  const auto beyond = [size](const Section& section) { return section.size_bytes > size; };
  if (std::ranges::any_of(header.sections, beyond) || header.file_size_bytes() != size) {
    refuse(file, fmt::format("the checkpoint has {} bytes in place of {}", size, header.file_size_bytes()));
  }
  return header;
}

}  // namespace skerry::checkpoint_format

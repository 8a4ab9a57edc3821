#include "trace/checkpoint/format.hpp"

#include "skerry/error.hpp"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <system_error>

#include <fmt/core.h>
#include <nettle/sha2.h>

namespace skerry {
namespace {

constexpr std::size_t block_bytes = 1 << 20;

[[noreturn]] void refuse_file(const std::filesystem::path& file, const std::string& why) {
  throw DataError(fmt::format("cannot read {}: {}", file.string(), why));
}

class Sha256 {
 public:
  Sha256() { sha256_init(&context_); }
  void add(std::span<const std::byte> bytes) {
    sha256_update(&context_, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
  }
  Digest finish() {
    Digest digest{};
    sha256_digest(&context_, digest.size(), reinterpret_cast<std::uint8_t*>(digest.data()));
    return digest;
  }

 private:
  sha256_ctx context_{};
};

}  // namespace

Digest digest_of(std::span<const std::byte> bytes) {
  Sha256 sum;
  sum.add(bytes);
  return sum.finish();
}

Digest digest_of(std::string_view text) {
  return digest_of(std::as_bytes(std::span(text)));
}

Digest digest_of_file(const std::filesystem::path& file) {
  std::error_code error;
  // Opening a pipe would wait for ever.
  if (std::filesystem::exists(file, error) && !std::filesystem::is_regular_file(file, error))
    refuse_file(file, "it is no ordinary file");
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  if (!stream) refuse_file(file, std::generic_category().message(errno));
  Sha256 sum;
  std::vector<char> block(block_bytes);
  while (stream) {
    stream.read(block.data(), static_cast<std::streamsize>(block.size()));
    sum.add(std::as_bytes(std::span(block)).first(static_cast<std::size_t>(stream.gcount())));
  }
  if (stream.bad()) refuse_file(file, "the file system refused");
  return sum.finish();
}

std::string hexadecimal(const Digest& digest) {
  std::string text;
  for (const std::byte byte : digest) text += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
  return text;
}

}  // namespace skerry

namespace skerry::checkpoint_format {
namespace {

[[noreturn]] void refuse(const std::string& file, const std::string& what) {
  throw DataError(fmt::format("{}: {}", file, what));
}

/// Reads the next bytes of the file; fewer if the file ends.
std::vector<std::byte> read(std::istream& stream, std::size_t size_bytes) {
  std::vector<std::byte> bytes(size_bytes);
  stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size_bytes));
  bytes.resize(static_cast<std::size_t>(stream.gcount()));
  return bytes;
}

[[noreturn]] void refuse_version(const std::string& file, const Preamble& preamble) {
  const std::string program(preamble.program.begin(), std::ranges::find(preamble.program, '\0'));
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

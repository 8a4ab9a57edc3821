#include "trace/checkpoint/format.hpp"

#include "skerry/error.hpp"

#include "engine/flat_bytes.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <span>
#include <system_error>

#include <fmt/format.h>

namespace skerry::checkpoint_format {
namespace {

[[noreturn]] void refuse(const std::string& file, const std::string& what) {
  throw DataError(fmt::format("{}: {}", file, what));
}

template <typename T>
bool take(std::istream& stream, std::span<T> values) {
  stream.read(reinterpret_cast<char*>(values.data()), static_cast<std::streamsize>(values.size_bytes()));
  return static_cast<bool>(stream);
}

}  // namespace

std::uint64_t Header::file_size_bytes() const {
  std::uint64_t size = size_bytes();
  for (const Section& section : sections) size += section.size_bytes;
  return size;
}

std::vector<std::byte> pack(const Header& header) {
  std::vector<std::byte> bytes;
  append_flat<Preamble>(bytes, std::span(&header.preamble, 1));
  append_flat<Section>(bytes, header.sections);
  const Digest digest = digest_of(bytes);
  append_flat<std::byte>(bytes, digest);
  return bytes;
}

Header read_header(const std::string& file) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  if (error) refuse(file, fmt::format("the checkpoint can't be read: {}", error.message()));
  std::ifstream stream(file, std::ios::binary);
  if (!stream) refuse(file, "the checkpoint can't be read");
  Header header;
  Preamble& preamble = header.preamble;
  if (!take(stream, std::span(&preamble, 1)) || preamble.magic != magic) {
    refuse(file, "this is no checkpoint of skerry");
  }
  if (preamble.version != version) {
    refuse(file, fmt::format("the checkpoint has format version {}; this program reads version {}",
                             preamble.version, version));
  }
  if (preamble.islands > size / sizeof(Section)) refuse(file, "the checkpoint is damaged or cut short");
  header.sections.resize(preamble.islands);
  Digest digest{};
  if (!take(stream, std::span(header.sections)) || !take(stream, std::span<std::byte>(digest))) {
    refuse(file, "the checkpoint is cut short");
  }
  const auto packed = pack(header);
  if (std::memcmp(packed.data() + packed.size() - sizeof(Digest), digest.data(), sizeof(Digest)) != 0) {
    refuse(file, "the checkpoint is damaged: its header does not agree with its checksum");
  }
  // One by one, so that sizes whose sum overflows don't pass for right.
  const auto beyond = [size](const Section& section) { return section.size_bytes > size; };
  if (std::ranges::any_of(header.sections, beyond) || header.file_size_bytes() != size) {
    refuse(file, fmt::format("the checkpoint has {} bytes in place of {}", size, header.file_size_bytes()));
  }
  return header;
}

}  // namespace skerry::checkpoint_format

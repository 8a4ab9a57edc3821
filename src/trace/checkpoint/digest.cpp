#include "trace/checkpoint/digest.hpp"

#include "skerry/error.hpp"

#include <cerrno>
#include <fstream>
#include <system_error>
#include <vector>

#include <fmt/core.h>
#include <nettle/sha2.h>

namespace skerry {
namespace {

constexpr std::size_t block_bytes = 1 << 20;

[[noreturn]] void refuse_file(const std::filesystem::path& file, const std::string& why) {
  throw DataError(fmt::format("cannot read {}: {}", file.string(), why));
}

/// A digest of bytes that come one after another.
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

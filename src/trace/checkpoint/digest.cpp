#include "trace/checkpoint/digest.hpp"

#include "skerry/error.hpp"

#include <fmt/core.h>
#include <openssl/evp.h>

namespace skerry {

Digest digest_of(std::span<const std::byte> bytes) {
  Digest digest{};
  unsigned int size = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), reinterpret_cast<unsigned char*>(digest.data()), &size,
                 EVP_sha256(), nullptr) != 1) {
    throw Error(ExitStatus::failed, "OpenSSL could not compute a SHA-256 digest");
  }
  return digest;
}

Digest digest_of(const std::string& text) {
  return digest_of(std::as_bytes(std::span(text)));
}

std::string hexadecimal(const Digest& digest) {
  std::string text;
  for (const std::byte byte : digest) text += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
  return text;
}

}  // namespace skerry

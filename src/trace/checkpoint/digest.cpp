#include "trace/checkpoint/digest.hpp"

#include "skerry/error.hpp"

#include <fstream>
#include <memory>
#include <vector>

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

Digester::Digester()
    : method_(EVP_MD_fetch(nullptr, "SHA256", nullptr),
              [](void* method) { EVP_MD_free(static_cast<EVP_MD*>(method)); }),
      context_(EVP_MD_CTX_new(), [](void* context) { EVP_MD_CTX_free(static_cast<EVP_MD_CTX*>(context)); }) {}

Digest Digester::operator()(std::string_view text) {
  auto* const context = static_cast<EVP_MD_CTX*>(context_.get());
  Digest digest{};
  if (context == nullptr || EVP_DigestInit_ex(context, static_cast<EVP_MD*>(method_.get()), nullptr) != 1 ||
      EVP_DigestUpdate(context, text.data(), text.size()) != 1 ||
      EVP_DigestFinal_ex(context, reinterpret_cast<unsigned char*>(digest.data()), nullptr) != 1) {
    throw Error(ExitStatus::failed, "OpenSSL could not compute a SHA-256 digest");
  }
  return digest;
}

Digest digest_of_file(const std::filesystem::path& file) {
  const auto refuse = [&] { throw DataError(fmt::format("cannot read {}", file.string())); };
  const std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
  Digest digest{};
  std::ifstream stream(file, std::ios::binary);
  if (!stream || !context || EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) != 1) refuse();
  std::vector<char> block(1 << 16);
  while (stream) {
    stream.read(block.data(), static_cast<std::streamsize>(block.size()));
    EVP_DigestUpdate(context.get(), block.data(), static_cast<std::size_t>(stream.gcount()));
  }
  if (stream.bad()) refuse();
  EVP_DigestFinal_ex(context.get(), reinterpret_cast<unsigned char*>(digest.data()), nullptr);
  return digest;
}

std::string hexadecimal(const Digest& digest) {
  std::string text;
  for (const std::byte byte : digest) text += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
  return text;
}

}  // namespace skerry

#include "trace/checkpoint/digest.hpp"

#include "skerry/error.hpp"

#include <cerrno>
#include <fstream>
#include <memory>
#include <system_error>
#include <vector>

#include <fmt/core.h>
#include <openssl/evp.h>

namespace skerry {
namespace {

constexpr std::size_t block_bytes = 1 << 20;

[[noreturn]] void refuse_file(const std::filesystem::path& file, const std::string& why) {
  throw DataError(fmt::format("cannot read {}: {}", file.string(), why));
}

void expect(int done) {
  if (done != 1) throw Error(ExitStatus::failed, "OpenSSL could not compute a SHA-256 digest");
}

}  // namespace

Digest digest_of(std::span<const std::byte> bytes) {
  Digest digest{};
  unsigned int size = 0;
  expect(EVP_Digest(bytes.data(), bytes.size(), reinterpret_cast<unsigned char*>(digest.data()), &size,
                    EVP_sha256(), nullptr));
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
  expect(EVP_DigestInit_ex(context, static_cast<EVP_MD*>(method_.get()), nullptr));
  expect(EVP_DigestUpdate(context, text.data(), text.size()));
  expect(EVP_DigestFinal_ex(context, reinterpret_cast<unsigned char*>(digest.data()), nullptr));
  return digest;
}

Digest digest_of_file(const std::filesystem::path& file) {
  std::error_code error;
  // Opening a pipe would wait for ever.
  if (std::filesystem::exists(file, error) && !std::filesystem::is_regular_file(file, error))
    refuse_file(file, "it is no ordinary file");
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  if (!stream) refuse_file(file, std::generic_category().message(errno));
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
  expect(EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr));
  std::vector<char> block(block_bytes);
  while (stream) {
    stream.read(block.data(), static_cast<std::streamsize>(block.size()));
    expect(EVP_DigestUpdate(context.get(), block.data(), static_cast<std::size_t>(stream.gcount())));
  }
  if (stream.bad()) refuse_file(file, "the file system refused");
  Digest digest{};
  unsigned int size = 0;
  expect(EVP_DigestFinal_ex(context.get(), reinterpret_cast<unsigned char*>(digest.data()), &size));
  return digest;
}

std::string hexadecimal(const Digest& digest) {
  std::string text;
  for (const std::byte byte : digest) text += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
  return text;
}

}  // namespace skerry

#include "skerry/files.hpp"

#include "skerry/error.hpp"

#include <array>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <system_error>

#include <fmt/format.h>
#include <openssl/evp.h>

namespace skerry {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& file, Files::Role role, const std::string& why) {
  const std::string message = fmt::format("cannot read {}: {}", file.string(), why);
  if (role == Files::Role::configuration) throw UsageError(message);
  throw DataError(message);
}

std::string read_whole(const std::filesystem::path& file, Files::Role role) {
  std::error_code error;
  if (std::filesystem::is_directory(file, error)) refuse(file, role, "it is a folder");
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  std::string text;
  if (stream) text.assign(std::istreambuf_iterator<char>(stream), {});
  if (!stream || stream.bad()) {
    refuse(file, role, errno != 0 ? std::generic_category().message(errno) : "the file system refused");
  }
  return text;
}

std::string sha256(const std::string& text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  if (EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1) {
    throw Error(ExitStatus::failed, "OpenSSL could not compute a SHA-256 digest");
  }
  std::string hexadecimal;
  for (unsigned int i = 0; i < size; ++i) hexadecimal += fmt::format("{:02x}", digest[i]);
  return hexadecimal;
}

}  // namespace

const std::string& Files::read(const std::filesystem::path& file, Role role) {
  const std::string name = file.string();
  auto known = contents_.find(name);
  if (known == contents_.end()) {
    if (sealed_) {
      throw Error(ExitStatus::failed,
                  fmt::format("{} was not read by the first rank, so no other has it", name));
    }
    known = contents_.emplace(name, read_whole(file, role)).first;
  }
  return known->second;
}

void Files::replace(std::map<std::string, std::string> contents) {
  contents_ = std::move(contents);
  sealed_ = true;
}

std::map<std::string, std::string> Files::digests() const {
  std::map<std::string, std::string> digests;
  for (const auto& [name, text] : contents_) digests.emplace(name, sha256(text));
  return digests;
}

}  // namespace skerry

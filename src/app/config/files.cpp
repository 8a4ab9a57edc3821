#include "skerry/app/files.hpp"

#include "skerry/error.hpp"

#include "app/text/utf8.hpp"
#include "trace/checkpoint/digest.hpp"

#include <cerrno>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include <fmt/core.h>

namespace skerry {
namespace {

/// Reads a file. Throws E where it can't be read.
template <typename E>
std::string read_whole(const std::filesystem::path& file) {
  const auto refuse = [&](const std::string& why) {
    throw E(fmt::format("cannot read {}: {}", file.string(), why));
  };
  std::error_code error;
  if (std::filesystem::is_directory(file, error)) refuse("it is a folder");
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  std::string text;
  if (stream) text.assign(std::istreambuf_iterator<char>(stream), {});
  if (!stream || stream.bad()) {
    refuse(errno != 0 ? std::generic_category().message(errno) : "the file system refused");
  }
  if (const std::string_view reason = refused_encoding(text); !reason.empty()) refuse(std::string(reason));
  return text;
}

}  // namespace

const std::string& Files::read(const std::filesystem::path& file) {
  if (const std::string* known = find(file)) return *known;
  return contents_.emplace(file.string(), read_whole<DataError>(file)).first->second;
}

const std::string& Files::read_configuration(const std::filesystem::path& file) {
  if (const std::string* known = find(file)) return *known;
  return contents_.emplace(file.string(), read_whole<UsageError>(file)).first->second;
}

const std::string* Files::find(const std::filesystem::path& file) const {
  const auto known = contents_.find(file.string());
  if (known != contents_.end()) return &known->second;
  if (sealed_) {
    throw Error(ExitStatus::failed,
                fmt::format("{} was not read by the first rank, so no other has it", file.string()));
  }
  return nullptr;
}

void Files::provide(const std::filesystem::path& file, std::string contents) {
  contents_.insert_or_assign(file.string(), std::move(contents));
}

void Files::replace(std::map<std::string, std::string> contents,
                    std::map<std::string, std::string> identified) {
  contents_ = std::move(contents);
  identified_ = std::move(identified);
  sealed_ = true;
}

std::optional<std::string> Files::identify(const std::filesystem::path& file) {
  const auto known = identified_.find(file.string());
  if (known != identified_.end()) return known->second;
  std::error_code error;
  if (sealed_ || !std::filesystem::is_regular_file(file, error)) return std::nullopt;
  return identified_.emplace(file.string(), hexadecimal(digest_of_file(file))).first->second;
}

std::map<std::string, std::string> Files::digests() const {
  std::map<std::string, std::string> digests = identified_;
  for (const auto& [name, text] : contents_) digests.emplace(name, hexadecimal(digest_of(text)));
  return digests;
}

}  // namespace skerry

#include "skerry/app/files.hpp"

#include "skerry/error.hpp"

#include "trace/digest.hpp"

#include <cerrno>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include <fmt/format.h>

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

void Files::provide(const std::filesystem::path& file, std::string contents) {
  contents_.insert_or_assign(file.string(), std::move(contents));
}

void Files::replace(std::map<std::string, std::string> contents) {
  contents_ = std::move(contents);
  sealed_ = true;
}

std::map<std::string, std::string> Files::digests() const {
  std::map<std::string, std::string> digests;
  for (const auto& [name, text] : contents_) digests.emplace(name, hexadecimal(digest_of(text)));
  return digests;
}

}  // namespace skerry

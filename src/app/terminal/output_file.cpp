#include "app/terminal/output_file.hpp"

#include "skerry/error.hpp"

#include <cerrno>
#include <system_error>
#include <utility>

#include <fmt/core.h>

namespace skerry {
namespace {

std::string why() {
  return std::generic_category().message(errno);
}

}  // namespace

OutputFile::OutputFile(std::filesystem::path file)
    : file_(std::move(file)), stream_(std::fopen(file_.c_str(), "wb")) {
  if (!stream_) throw UsageError(fmt::format("cannot write {}: {}", file_.string(), why()));
}

void OutputFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stream_.get()) != text.size()) {
    throw Error(ExitStatus::failed, fmt::format("cannot write {}: {}", file_.string(), why()));
  }
}

void OutputFile::close() {
  if (std::fclose(stream_.release()) != 0) {
    throw Error(ExitStatus::failed, fmt::format("cannot write {}: {}", file_.string(), why()));
  }
}

}  // namespace skerry

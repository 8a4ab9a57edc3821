#include "app/terminal/output_file.hpp"

#include "skerry/error.hpp"

#include <cerrno>
#include <system_error>
#include <utility>

#include <fmt/core.h>
#include <unistd.h>

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

void replace_file(const std::filesystem::path& file, std::string_view text) {
  // Several processes may write the file at the same time, so the temporary name is of this one.
  const std::filesystem::path part = fmt::format("{}.{}.part", file.string(), ::getpid());
  std::error_code error;
  try {
    OutputFile output(part);
    output.write(text);
    output.close();
    std::filesystem::rename(part, file);
  } catch (const std::filesystem::filesystem_error& failure) {
    std::filesystem::remove(part, error);
    throw Error(ExitStatus::failed,
                fmt::format("cannot write {}: {}", file.string(), failure.code().message()));
  } catch (...) {
    std::filesystem::remove(part, error);
    throw;
  }
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw UsageError(fmt::format("cannot make the folder {}: {}", folder.string(), error.message()));
}

void remove_parts_of(const std::filesystem::path& file) {
  const std::string begin = file.filename().string() + ".";
  std::error_code error;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::absolute(file).parent_path(), error)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(begin) && name.ends_with(".part")) std::filesystem::remove(entry.path(), error);
  }
}

}  // namespace skerry

#include "app/terminal/console.hpp"

#include "skerry/error.hpp"

#include "app/text/text.hpp"
#include "engine/communication/environment.hpp"

#include <cerrno>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <system_error>
#include <utility>

#include <fmt/core.h>
#include <unistd.h>

namespace skerry {

void print_result(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  if (!text.ends_with('\n')) std::fputc('\n', stdout);
  std::fflush(stdout);
}

void print_note(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void print_message(std::string_view message) {
  const std::string line =
      fmt::format("{} {}\n", coloured("skerry:", Colour::red, colours(STDERR_FILENO)), message);
  // One call writes the whole line, so that the lines of several ranks do not mix.
  std::fwrite(line.data(), 1, line.size(), stderr);
}

bool colours(int descriptor) {
  const char* forbidden = std::getenv("NO_COLOR");
  return !launched().starts_mpi() && isatty(descriptor) != 0 && (forbidden == nullptr || *forbidden == '\0');
}

std::string coloured(std::string_view text, Colour colour, bool on) {
  return on ? fmt::format("\x1b[{}m{}\x1b[0m", static_cast<int>(colour), text) : std::string(text);
}

std::string number_text(double number) {
  return fmt::format("{:.10g}", number);
}

std::string grouped(std::uint64_t count) {
  const std::string digits = std::to_string(count);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

TextArgument read_text(const std::string& argument, Files& files) {
  if (argument != "-") return {files.read(argument), argument};
  TextArgument read{std::string(std::istreambuf_iterator<char>(std::cin), {}), "standard input"};
  if (const std::string_view reason = refused_encoding(read.text); !reason.empty())
    throw DataError(fmt::format("cannot read {}: {}", read.name, reason));
  return read;
}

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

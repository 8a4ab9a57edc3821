#include "app/terminal/console.hpp"

#include "skerry/error.hpp"

#include "app/text/text.hpp"
#include "engine/communication/environment.hpp"
#include "trace/files/file_calls.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <system_error>

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

namespace skerry {

namespace {

/// Drops what a terminal would obey, as names of files may hold it, but for the colours of coloured().
std::string shown(std::string_view text, int descriptor) {
  std::string safe = printable(text, "\n\t");
  constexpr std::string_view escape = "\\u001b[";
  for (auto at = safe.find(escape); colours(descriptor) && at != safe.npos; at = safe.find(escape, at + 1)) {
    const std::size_t digits = at + escape.size();
    const std::size_t end = safe.find_first_not_of("0123456789", digits);
    if (end > digits && end != safe.npos && safe[end] == 'm') safe.replace(at, escape.size(), "\x1b[");
  }
  return safe;
}

}  // namespace

void print_result(std::string_view result) {
  const std::string text = shown(result, STDOUT_FILENO);
  errno = 0;
  bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!text.ends_with('\n')) written &= std::fputc('\n', stdout) != EOF;
  written &= std::fflush(stdout) == 0;
  // A reader that has enough, such as head, closes the pipe.
  if (written || errno == EPIPE) return;
  const int reason = errno;
  std::clearerr(stdout);
  throw Error(ExitStatus::failed,
              fmt::format("cannot write the standard output: {}", std::generic_category().message(reason)));
}

void open_standard_streams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(descriptor, F_GETFD) == -1 && ::open("/dev/null", O_RDWR) != descriptor) std::abort();
  }
}

void print_note(std::string_view note) {
  const std::string text = shown(note, STDERR_FILENO);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void print_message(std::string_view message) {
  // A field of a damaged file may be as long as the file; the place stands at the end.
  constexpr std::size_t longest = 4000;
  std::string text(message);
  if (text.size() > longest) text.replace(longest / 2, text.size() - longest, " ... ");
  const std::string line =
      fmt::format("{} {}\n", coloured("skerry:", Colour::red, colours(STDERR_FILENO)), printable(text));
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

/// Beside the file, or into what is no file, such as a pipe, or may not be written. Several processes may
/// write the same file at once, so the name is of this one.
std::filesystem::path unfinished_name(const std::filesystem::path& file) {
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  const bool exists = std::filesystem::exists(status);
  if (exists && (!std::filesystem::is_regular_file(status) || ::access(file.c_str(), W_OK) != 0)) return file;
  return fmt::format("{}.{}.part", file.string(), ::getpid());
}

/// Returns the file that a link names, so that the link stays.
std::filesystem::path followed(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::is_symlink(file, error)) return file;
  std::filesystem::path target = std::filesystem::canonical(file, error);
  return error ? file : target;
}

}  // namespace

OutputFile::OutputFile(const std::filesystem::path& file)
    : name_(file.string()),
      file_(followed(file)),
      part_(unfinished_name(file_)),
      stream_(std::fopen(part_.c_str(), "wb")) {
  if (!stream_) throw UsageError(fmt::format("cannot write {}: {}", name_, why()));
}

OutputFile::~OutputFile() {
  std::error_code error;
  if (!closed_ && part_ != file_) std::filesystem::remove(part_, error);
}

void OutputFile::close() {
  if (std::fclose(stream_.release()) != 0) fail();
  if (part_ != file_ && rename_file(part_, file_) != 0) fail();
  closed_ = true;
}

void OutputFile::fail() const {
  throw Error(ExitStatus::failed, fmt::format("cannot write {}: {}", name_, why()));
}

void replace_file(const std::filesystem::path& file, std::string_view text) {
  OutputFile output(file);
  output.write(text);
  output.close();
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

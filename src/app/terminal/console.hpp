#pragma once

#include "skerry/app/settings.hpp"
#include "skerry/record.hpp"

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace skerry {

/// Goes to stdout. Throws Error if that fails, unless the reader has closed the pipe.
void print_result(std::string_view text);
/// Opens those of stdin, stdout and stderr that are closed, before another file takes their place.
void open_standard_streams();
void print_note(std::string_view text);
void print_message(std::string_view message);

/// Not if NO_COLOR is set, nor on ranks of a launcher: Open MPI shows them a terminal that is not there.
bool colours(int descriptor);

enum class Colour : int { red = 31, green = 32 };
std::string coloured(std::string_view text, Colour colour, bool on);

/// Returns a number with as many digits as a person wants to see: 1234.5, 0.3333333333, 1e-20.
std::string number_text(double number);
/// Returns 1234567 as "1,234,567".
std::string grouped(std::uint64_t count);

/// Bytes that are not UTF-8, which the name of a file may hold, become the replacement character.
inline std::string json_line(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

template <typename T>
nlohmann::ordered_json optional_json(const std::optional<T>& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json();
}

template <Record R>
nlohmann::ordered_json record_json(const R& record) {
  nlohmann::ordered_json json;
  for_each_member<R>([&](const auto& member) { json[member.name] = record.*member.pointer; });
  return json;
}

struct TextArgument {
  std::string text;
  std::string name;  ///< in messages
};

/// A dash stands for standard input. Throws DataError for a file that can't be read.
TextArgument read_text(const std::string& argument, Files& files);

/// The file is whole or as it was before. Throws UsageError if it can't be made, and Error on a full disk.
class OutputFile {
 public:
  explicit OutputFile(const std::filesystem::path& file);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();
  void write(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), stream_.get()) != text.size()) fail();
  }
  /// Throws Error if something could not be written.
  void close();

 private:
  struct Close {
    void operator()(std::FILE* stream) const { std::fclose(stream); }
  };
  [[noreturn]] void fail() const;

  std::string name_;
  std::filesystem::path file_;
  std::filesystem::path part_;
  std::unique_ptr<std::FILE, Close> stream_;
  bool closed_ = false;
};

/// Readers find the earlier text or this one, even after this process was killed. Throws as OutputFile does.
void replace_file(const std::filesystem::path& file, std::string_view text);

void make_folder(const std::filesystem::path& folder);

/// Removes what processes that were killed in replace_file() have left beside the file.
void remove_parts_of(const std::filesystem::path& file);

}  // namespace skerry

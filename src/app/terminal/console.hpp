#pragma once

#include "skerry/app/settings.hpp"
#include "skerry/record.hpp"

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace skerry {

/// Prints a result, on stdout. Messages go to stderr.
void print_result(std::string_view text);
/// Prints a line of progress, on stderr.
void print_note(std::string_view text);
/// Prints "skerry: message" as one line, on stderr.
void print_message(std::string_view message);

/// Tells whether output to this file descriptor may be coloured: where it is a terminal, NO_COLOR
/// (no-color.org) is not set, and no launcher started the program, since Open MPI shows its ranks a terminal
/// where there is none.
bool colours(int descriptor);

enum class Colour : int { red = 31, green = 32 };
std::string coloured(std::string_view text, Colour colour, bool on);

/// Returns a number with as many digits as a person wants to see: 1234.5, 0.3333333333, 1e-20.
std::string number_text(double number);
/// Returns 1234567 as "1,234,567".
std::string grouped(std::uint64_t count);

/// Returns JSON on one line. Bytes that are no UTF-8, which the name of a file may hold, become the
/// replacement character.
inline std::string json_line(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

/// Returns a record as a JSON object, with a key for each member of its table.
template <Record R>
nlohmann::ordered_json record_json(const R& record) {
  nlohmann::ordered_json json;
  for_each_member<R>([&](const auto& member) { json[member.name] = record.*member.pointer; });
  return json;
}

struct TextArgument {
  std::string text;
  std::string name;  ///< the name that messages use
};

/// Returns the text of the file that an argument names, or of standard input for a dash. Throws DataError for
/// a file that can't be read.
TextArgument read_text(const std::string& argument, Files& files);

/// A text file that a command writes, in place of an existing one. Throws UsageError where it cannot be made,
/// and Error where writing fails later (a full disk).
class OutputFile {
 public:
  explicit OutputFile(std::filesystem::path file);
  void write(std::string_view text);
  /// Closes the file; throws Error where something could not be written.
  void close();

 private:
  struct Close {
    void operator()(std::FILE* stream) const { std::fclose(stream); }
  };
  std::filesystem::path file_;
  std::unique_ptr<std::FILE, Close> stream_;
};

/// Writes a text file in place of an existing one, in one step: whoever reads it, even after this process was
/// killed, finds the earlier text or this one. Throws as OutputFile does.
void replace_file(const std::filesystem::path& file, std::string_view text);

/// Makes a folder, unless it exists. Throws UsageError where it can't be made.
void make_folder(const std::filesystem::path& folder);

/// Removes what processes that were killed in replace_file() have left beside the file.
void remove_parts_of(const std::filesystem::path& file);

}  // namespace skerry

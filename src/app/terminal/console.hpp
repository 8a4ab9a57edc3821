#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace skerry {

/// Results go to stdout, messages to stderr.
void print_result(std::string_view text);
/// A line of progress, on stderr.
void print_note(std::string_view text);
/// "skerry: message", one line.
void print_message(std::string_view message);

/// Whether output to this file descriptor may be coloured: a terminal, and no NO_COLOR (no-color.org). Not
/// under a launcher: Open MPI shows its ranks a terminal where there is none.
bool colours(int descriptor);

enum class Colour : int { red = 31, green = 32 };
std::string coloured(std::string_view text, Colour colour, bool on);

/// As many digits as a person wants to see: 1234.5, 0.3333333333, 1e-20.
std::string number_text(double number);
/// 1234567 as 1,234,567.
std::string grouped(std::uint64_t count);

}  // namespace skerry

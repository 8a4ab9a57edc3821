#pragma once

#include <cstdint>
#include <string>
#include <string_view>

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

}  // namespace skerry

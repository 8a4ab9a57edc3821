#include "app/terminal/console.hpp"

#include "engine/communication/launcher.hpp"

#include <cstdio>
#include <cstdlib>

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

}  // namespace skerry

#include "puzzles/party/puzzle/pool_field.hpp"

#include "skerry/error.hpp"

#include <charconv>
#include <cmath>

#include <fmt/core.h>

namespace skerry::party {

namespace {
/// Sums of larger numbers would lose whole units, and squares of much larger ones are not finite.
constexpr double largest_number = 1e15;
}  // namespace

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

double parse_number(const CsvField& field, const std::string& column, const CsvReader& reader) {
  const std::string_view text = trim(field.text);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) {
    throw DataError(fmt::format("'{}' stands in the numeric column '{}'; a number is needed ({})", field.text,
                                column, reader.where(field.offset)));
  }
  if (std::abs(value) > largest_number) {
    throw DataError(fmt::format("'{}' stands in the numeric column '{}'; a number lies in [{:g}, {:g}] ({})",
                                field.text, column, -largest_number, largest_number,
                                reader.where(field.offset)));
  }
  return value;
}

}  // namespace skerry::party

#include "puzzles/latin/deduction.hpp"

#include "skerry/app/settings.hpp"
#include "skerry/detail/text.hpp"
#include "skerry/error.hpp"

#include <fmt/core.h>

namespace skerry {

Assistance read_assistance(const Settings& settings) {
  const std::string inference = settings.choice("inference", "repair", {"none", "prepare", "repair"});
  if (inference == "none") return Assistance::none;
  return inference == "prepare" ? Assistance::prepare : Assistance::repair;
}

namespace {

std::string said(std::uint8_t value, const Written& written) {
  return value == 0 ? "nothing" : written(value);
}

Verdict verdict(std::string rule, const std::vector<std::string>& offences, const char* sound) {
  return {std::move(rule), offences.empty() ? sound : joined(offences, ", "), offences.empty()};
}

}  // namespace

std::vector<std::uint32_t> misfits(std::span<const std::uint8_t> values, std::uint32_t size) {
  std::vector<std::uint32_t> places;
  std::array<bool, 256> taken{};
  for (std::uint32_t at = 0; at < values.size(); ++at) {
    const std::uint8_t value = values[at];
    if (value == 0 || value > size || taken[value]) places.push_back(at);
    taken[value] = true;
  }
  return places;
}

Verdict once_each(const std::string& unit, const std::string& range, std::span<const std::uint8_t> values,
                  const Written& value, const Written& place) {
  std::vector<std::string> offences;
  for (const std::uint32_t at : misfits(values, static_cast<std::uint32_t>(values.size()))) {
    const bool repeated = values[at] > 0 && values[at] <= values.size();
    offences.push_back(
        fmt::format("{} in {}{}", said(values[at], value), place(at), repeated ? " again" : ""));
  }
  return verdict(fmt::format("{} holds {} once each", unit, range), offences, "so it does");
}

Verdict givens_kept(std::span<const std::uint8_t> givens, std::span<const std::uint8_t> grid,
                    const Written& value, const Written& place) {
  std::vector<std::string> moved;
  for (std::uint32_t cell = 0; cell < grid.size(); ++cell) {
    if (givens[cell] == 0 || givens[cell] == grid[cell]) continue;
    moved.push_back(
        fmt::format("{} instead of {} in {}", said(grid[cell], value), value(givens[cell]), place(cell)));
  }
  return verdict("the givens are kept", moved, "so they are");
}

}  // namespace skerry

namespace skerry::latin {

std::vector<std::string> symbols_of(std::uint32_t size, char first_letter) {
  std::vector<std::string> symbols;
  for (std::uint32_t value = 1; value <= size; ++value) {
    symbols.emplace_back(
        1,
        static_cast<char>(value < 10 ? '0' + value : static_cast<unsigned char>(first_letter) + value - 10));
  }
  return symbols;
}

std::string text_of(std::span<const std::uint32_t> cells, std::span<const std::string> symbols) {
  const auto size = static_cast<std::uint32_t>(symbols.size());
  const bool parted =
      std::ranges::any_of(symbols, [](const std::string& symbol) { return symbol.size() > 1; });
  std::vector<std::string> words(cells.size());
  std::vector<std::size_t> widths(size);
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    std::string& word = words[cell];
    for (std::uint32_t value = 1; value <= size; ++value) {
      if ((cells[cell] & value_bit<std::uint32_t>(value)) == 0) continue;
      if (parted && !word.empty()) word += ',';
      word += symbols[value - 1];
    }
    if (word.empty()) word += '-';
    widths[cell % size] = std::max(widths[cell % size], word.size());
  }
  std::string text;
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    const bool last = (cell + 1) % size == 0;
    text += words[cell];
    text += last ? "\n" : std::string(widths[cell % size] - words[cell].size() + 1, ' ');
  }
  return text;
}

void declare_without(CommandLine& line, std::vector<std::string>& forms) {
  line.option("--without", &forms, "Leave out a form of inference, or what spares it work",
              {.value = "FORM", .separator = ','});
}

void refuse_form(const std::string& name, const std::vector<std::string>& known) {
  const auto near = nearest_name(name, known);
  throw UsageError(fmt::format("--without is \"{}\"; it is one of {}{}", name, joined(known, ", "),
                               near ? fmt::format("; did you mean \"{}\"?", *near) : ""));
}

}  // namespace skerry::latin

#include "puzzles/grid/grid.hpp"

#include "skerry/app/settings.hpp"
#include "skerry/detail/text.hpp"
#include "skerry/error.hpp"
#include "skerry/measures.hpp"

#include "app/text/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include <fmt/core.h>

namespace skerry {

std::vector<std::size_t> chosen_names(const Settings& table, std::string_view key,
                                      std::span<const std::string_view> names,
                                      const std::vector<std::size_t>& fallback) {
  if (!table.has(key)) return fallback;
  std::vector<std::size_t> chosen;
  for (const std::string& name : table.texts(key)) {
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) {
      const auto near = nearest_name(name, {names.begin(), names.end()});
      table.fail(key, fmt::format("{} has \"{}\"; it lists some of {}{}", key, name, joined(names, ", "),
                                  near ? fmt::format("; did you mean \"{}\"?", *near) : ""));
    }
    const auto index = static_cast<std::size_t>(found - names.begin());
    if (std::ranges::find(chosen, index) != chosen.end())
      table.fail(key, fmt::format("{} has \"{}\" twice; each of its names stands once", key, name));
    chosen.push_back(index);
  }
  if (chosen.empty())
    table.fail(key, fmt::format("{} is empty; it lists some of {}", key, joined(names, ", ")));
  return chosen;
}

Feature count_feature(std::string name, std::string unit, std::uint64_t least, std::uint64_t most) {
  constexpr std::uint64_t most_cells = 50;
  const std::uint64_t width = (most - least + most_cells) / most_cells;
  const std::uint64_t cells = (most - least + width) / width;
  Feature feature = whole_number_feature(std::move(name), least, least + cells * width - 1);
  feature.unit = std::move(unit);
  feature.cells = cells;
  return feature;
}

std::string broken_rules(std::span<const Verdict> verdicts) {
  std::vector<std::string> broken;
  for (const Verdict& verdict : verdicts) {
    if (!verdict.met) broken.push_back(verdict.rule + ": " + verdict.found);
  }
  return joined(broken, "; ");
}

namespace {

constexpr std::uint32_t half = GridPicture::unit / 2;
constexpr std::uint32_t mark_inset = 4;

}  // namespace

std::vector<bool> marked_cells(std::uint32_t size, std::span<const std::uint8_t> givens,
                               std::span<const std::uint8_t> values, std::uint32_t unit_count,
                               const std::function<std::uint32_t(std::uint32_t, std::uint32_t)>& cell) {
  std::vector<bool> marked(values.size());
  for (std::uint32_t unit = 0; unit < unit_count; ++unit) {
    std::array<std::uint32_t, 256> count{};
    for (std::uint32_t at = 0; at < size; ++at) ++count[values[cell(unit, at)]];
    for (std::uint32_t at = 0; at < size; ++at) {
      const std::uint8_t value = values[cell(unit, at)];
      if (value > size || (value != 0 && count[value] > 1)) marked[cell(unit, at)] = true;
    }
  }
  for (std::size_t at = 0; at < values.size(); ++at) {
    if (givens[at] != 0 && givens[at] != values[at]) marked[at] = true;
  }
  return marked;
}

GridPicture::GridPicture(std::uint32_t size, std::uint32_t margin, Cells givens, Cells values,
                         const std::vector<bool>& marked, std::function<std::string(std::uint32_t)> written)
    : size_(size),
      margin_(margin),
      givens_(givens),
      values_(values),
      marked_(marked),
      written_(std::move(written)) {}

Point GridPicture::corner_of(std::uint32_t cell) const {
  return {margin_ + unit * (cell % size_), margin_ + unit * (cell / size_)};
}

std::string GridPicture::square(std::uint32_t cell, std::uint32_t inset) const {
  const Point corner = corner_of(cell);
  return fmt::format("M{0} {1}h{2}v{2}h-{2}z", corner.x + inset, corner.y + inset, unit - 2 * inset);
}

std::string GridPicture::head(const std::string& title, const std::string& description) const {
  return fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' width='{0}' height='{0}' viewBox='0 0 {0} {0}' role='img' "
      "font-family='Helvetica, Arial, sans-serif' font-size='22' text-anchor='middle'>\n"
      "<title>{1}</title>\n<desc>{2}</desc>\n<rect width='{0}' height='{0}' fill='#fff'/>\n",
      side(), title, description);
}

std::string GridPicture::lines() const {
  const std::uint32_t length = unit * size_;
  std::string path;
  for (std::uint32_t at = 1; at < size_; ++at) {
    path += fmt::format("M{0} {1}h{2}M{1} {0}v{2}", margin_, margin_ + unit * at, length);
  }
  return fmt::format("<path d='{}' fill='none' stroke='#777'/>\n", path) +
         fmt::format(
             "<rect x='{0}' y='{0}' width='{1}' height='{1}' fill='none' stroke='{2}' stroke-width='2.5'/>\n",
             margin_, length, ink);
}

std::string GridPicture::marks() const {
  std::string path;
  for (std::uint32_t cell = 0; cell < values_.size(); ++cell) {
    if (marked_[cell]) path += square(cell, mark_inset);
  }
  if (path.empty()) return path;
  return fmt::format("<path d='{}' fill='none' stroke='{}' stroke-width='2.5' stroke-dasharray='5 3'/>\n",
                     path, red);
}

std::string GridPicture::numbers() const {
  std::string sound, marked;
  for (std::uint32_t cell = 0; cell < values_.size(); ++cell) {
    const std::uint8_t value = values_[cell];
    if (value == 0) continue;
    const Point corner = corner_of(cell);
    (marked_[cell] ? marked : sound) +=
        fmt::format("<text x='{}' y='{}'{}>{}</text>\n", corner.x + half, corner.y + half + to_baseline,
                    value == givens_[cell] ? " font-weight='bold'" : "", written_(value));
  }
  const auto drawn = [](const std::string& texts, const char* colour) {
    return texts.empty() ? "" : fmt::format("<g fill='{}'>\n{}</g>\n", colour, texts);
  };
  return drawn(sound, ink) + drawn(marked, red);
}

std::string GridPicture::givens_not_kept() const {
  std::string text;
  for (std::uint32_t cell = 0; cell < values_.size(); ++cell) {
    const std::uint8_t given = givens_[cell];
    if (given == 0 || given == values_[cell]) continue;
    const Point corner = corner_of(cell);
    text += fmt::format(
        "<text x='{}' y='{}' font-size='13' font-weight='bold' text-decoration='line-through' "
        "fill='{}'>{}</text>\n",
        corner.x + unit - 10, corner.y + 16, ink, written_(given));
  }
  return text;
}

namespace {

constexpr std::string_view blanks = " \t\r";
constexpr std::string_view blanks_and_strokes = " \t\r|";

}  // namespace

bool TextLine::blank() const {
  return text.find_first_not_of(blanks) == std::string_view::npos;
}

bool TextLine::comment() const {
  const std::size_t start = text.find_first_not_of(blanks);
  return start != std::string_view::npos && text[start] == '#';
}

TextLine TextLine::before_comment() const {
  return {text.substr(0, text.find('#')), file, number};
}

bool TextLine::frame() const {
  if (blank() || text.find_first_not_of(" \t\r|+-") != std::string_view::npos) return false;
  // Dashes with blanks between them mark cells.
  return text.find('-') == std::string_view::npos || text.find("--") != std::string_view::npos ||
         text.find('+') != std::string_view::npos;
}

std::vector<Word> TextLine::words() const {
  std::vector<Word> words;
  std::size_t start = text.find_first_not_of(blanks_and_strokes);
  while (start != std::string_view::npos) {
    const std::size_t end = std::min(text.find_first_of(blanks_and_strokes, start), text.size());
    words.push_back({text.substr(start, end - start), column_of(start)});
    start = text.find_first_not_of(blanks_and_strokes, end);
  }
  return words;
}

std::size_t TextLine::column_of(std::size_t byte) const {
  return 1 + characters_in(text.substr(0, byte));
}

std::string TextLine::where(std::size_t column) const {
  return fmt::format("{}:{}:{}", *file, number, column);
}

void TextLine::fail(const std::string& message, std::size_t column) const {
  throw DataError(fmt::format("{} ({})", message, where(column)));
}

LineReader::LineReader(std::string_view text, const std::string& file) : rest_(text), file_(file) {
  if (rest_.starts_with(byte_order_mark)) rest_.remove_prefix(byte_order_mark.size());
  // Old editors of the Mac end a line by a carriage return alone.
  line_break_ = rest_.find('\n') == std::string_view::npos ? '\r' : '\n';
}

std::optional<TextLine> LineReader::next() {
  if (rest_.empty()) return std::nullopt;
  const std::size_t end = std::min(rest_.find(line_break_), rest_.size());
  const TextLine line{rest_.substr(0, end), &file_, ++number_};
  rest_.remove_prefix(std::min(end + 1, rest_.size()));
  return line;
}

std::vector<TextLine> split_lines(std::string_view text, const std::string& file) {
  std::vector<TextLine> lines;
  LineReader reader(text, file);
  while (const auto line = reader.next()) lines.push_back(*line);
  return lines;
}

std::int32_t number_of(std::string_view text) {
  std::int32_t number = 0;
  if (text.empty() || text.size() > 6 || !std::ranges::all_of(text, is_digit)) return -1;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

}  // namespace skerry

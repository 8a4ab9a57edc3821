#include "puzzles/party/puzzle/measure.hpp"

#include "skerry/app/settings.hpp"

#include "puzzles/party/puzzle/judge.hpp"
#include "puzzles/party/puzzle/pool.hpp"
#include "puzzles/party/puzzle/puzzle.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>
#include <set>
#include <string_view>

#include <fmt/core.h>

namespace skerry::party {

namespace {

constexpr std::array<std::string_view, 9> measure_words = {"price", "synergy",  "sum",   "mean", "least",
                                                           "most",  "distinct", "count", "share"};
constexpr std::uint64_t most_cells = 1'000'000;

template <typename Number>
std::optional<Number> number_in(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// Reads one entry of a list of measures.
class MeasureReader {
 public:
  MeasureReader(const Settings& table, const std::string& key, const std::string& text)
      : table_(table), key_(key), text_(text), left_(trim(text)) {}

  MeasureText read(const std::string& objective) {
    MeasureText read;
    if (key_ == "features") {
      take_cells(read);
      take_range(read);
    } else {
      take_reference(read);
      take_direction(read);
    }
    read.name = left_;
    const std::size_t blank = left_.find(' ');
    const std::string word(left_.substr(0, blank));
    const auto known = std::ranges::find(measure_words, word);
    const std::string_view rest = blank == std::string_view::npos ? "" : trim(left_.substr(blank));
    if (left_ == objective) {
      read.kind = MeasureKind::fitness;
    } else if (known == measure_words.end()) {
      const auto nearest = nearest_name(word, {measure_words.begin(), measure_words.end()});
      fail(nearest ? fmt::format("; did you mean '{}'?", *nearest) : "");
    } else {
      read.kind = static_cast<MeasureKind>(known - measure_words.begin());
      take_column(read, rest);
    }
    return read;
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    table_.fail(key_, fmt::format("'{}' is no measure{}; a measure is price, synergy, distinct COLUMN, sum, "
                                  "mean, least or most COLUMN, count or share COLUMN=VALUE",
                                  text_, why));
  }
  [[noreturn]] void fail_end(std::string_view right) const {
    table_.fail(key_, fmt::format("'{}' does not end as a measure of {} does: '{}'", text_, key_, right));
  }

  void take_column(MeasureText& read, std::string_view rest) const {
    const bool has_column = read.column_use().has_value();
    if (rest.empty() == has_column)
      fail(has_column ? fmt::format(": {} of which column?", measure_words.at(std::size_t(read.kind))) : "");
    read.column = rest;
    if (read.kind != MeasureKind::count && read.kind != MeasureKind::share) return;
    const std::size_t equals = rest.find('=');
    if (equals == std::string_view::npos) fail(": it names no value");
    read.column = trim(rest.substr(0, equals));
    read.value = trim(rest.substr(equals + 1));
    read.name = fmt::format("{} {}={}", measure_words.at(std::size_t(read.kind)), read.column, read.value);
  }

  /// Cuts the end of the text off from a word on, and returns it; empty where there is none.
  std::string_view cut(std::string_view word) {
    const std::size_t at = left_.rfind(word);
    if (at == std::string_view::npos) return {};
    const std::string_view end = trim(left_.substr(at + word.size()));
    left_ = trim(left_.substr(0, at));
    return end;
  }
  void take_cells(MeasureText& read) {
    if (!left_.ends_with(" cells") && !left_.ends_with(" cell")) return;
    const std::string_view end = cut(" in ");
    read.cells = number_in<std::uint64_t>(end.substr(0, end.find(' ')));
    if (!read.cells || *read.cells < 1 || *read.cells > most_cells) fail_end("mean level in 20 cells");
  }
  void take_range(MeasureText& read) {
    const std::string_view end = cut(" from ");
    if (end.empty()) return;
    const std::size_t to = end.find(" to ");
    if (to == std::string_view::npos) fail_end("mean level from 70 to 90");
    read.from = number_in<double>(trim(end.substr(0, to)));
    read.to = number_in<double>(trim(end.substr(to + 4)));
    if (!read.from || !read.to || !std::isfinite(*read.from) || !std::isfinite(*read.to) ||
        !(*read.from < *read.to))
      fail_end("mean level from 70 to 90");
  }
  void take_reference(MeasureText& read) {
    const std::string_view end = cut(" reference ");
    if (end.empty()) return;
    read.reference = number_in<double>(end);
    if (!read.reference || !std::isfinite(*read.reference)) fail_end("price reference 20000");
  }
  void take_direction(MeasureText& read) {
    for (const Direction direction : {Direction::minimise, Direction::maximise}) {
      const std::string_view word = direction == Direction::minimise ? "minimise " : "maximise ";
      if (!left_.starts_with(word)) continue;
      read.direction = direction;
      left_ = trim(left_.substr(word.size()));
      return;
    }
  }

  const Settings& table_;
  const std::string& key_;
  const std::string& text_;
  std::string_view left_;
};

}  // namespace

std::optional<ColumnUse> MeasureText::column_use() const {
  switch (kind) {
    case MeasureKind::fitness:
    case MeasureKind::synergy:
      break;
    case MeasureKind::sum:
    case MeasureKind::mean:
    case MeasureKind::least:
    case MeasureKind::most:
      return ColumnUse::number;
    case MeasureKind::distinct:
      return ColumnUse::one_value;
    case MeasureKind::count:
    case MeasureKind::share:
      return ColumnUse::any_values;
  }
  return std::nullopt;
}

std::vector<MeasureText> read_measures(const Settings& table, const std::string& key,
                                       const std::string& objective) {
  std::vector<MeasureText> measures;
  for (const std::string& text : table.texts(key)) {
    MeasureText read = MeasureReader(table, key, text).read(objective);
    const auto same = [&](const MeasureText& other) { return other.name == read.name; };
    if (std::ranges::any_of(measures, same))
      table.fail(key, fmt::format("'{}' stands in {} twice", read.name, key));
    measures.push_back(std::move(read));
  }
  return measures;
}

Measure measure_of(const Naming& naming, const MeasureText& text, const Pool& pool, const Settings& table,
                   const std::string& key) {
  Measure measure{text.name, text.kind};
  const std::optional<ColumnUse> use = text.column_use();
  if (!use) return measure;
  measure.column =
      *use == ColumnUse::number ? pool.numeric_column(text.column) : pool.categorical_column(text.column);
  if (text.kind != MeasureKind::count && text.kind != MeasureKind::share) return measure;
  const CategoricalColumn& column = pool.categorical[measure.column];
  const auto found = std::ranges::find(column.values, text.value);
  if (found == column.values.end()) {
    const auto nearest = nearest_name(text.value, column.values);
    table.fail(key, said(naming, "the pool has no {hero} whose {} is '{}'{}", text.column, text.value,
                         nearest ? fmt::format("; did you mean '{}'?", *nearest) : ""));
  }
  measure.value = static_cast<std::uint32_t>(found - column.values.begin());
  return measure;
}

double measured(const Puzzle& puzzle, const Measure& measure, const std::vector<std::uint32_t>& party) {
  const auto nodes = static_cast<double>(party.size());
  const auto numbers = [&](std::uint32_t column) {
    std::vector<double> values;
    for (const std::uint32_t hero : party) values.push_back(puzzle.pool.numeric[column].value[hero]);
    return values;
  };
  const auto sum = [&](std::uint32_t column) {
    const std::vector<double> values = numbers(column);
    return std::accumulate(values.begin(), values.end(), 0.0);
  };
  const auto members = [&] {
    return static_cast<double>(std::ranges::count_if(party, [&](std::uint32_t hero) {
      return has_any(puzzle.pool.categorical[measure.column], hero, {&measure.value, 1});
    }));
  };
  switch (measure.kind) {
    case MeasureKind::fitness:
      return sum(puzzle.objective);
    case MeasureKind::synergy:
      return synergy(puzzle, party);
    case MeasureKind::sum:
      return sum(measure.column);
    case MeasureKind::mean:
      return sum(measure.column) / nodes;
    case MeasureKind::least:
      return std::ranges::min(numbers(measure.column));
    case MeasureKind::most:
      return std::ranges::max(numbers(measure.column));
    case MeasureKind::distinct: {
      std::set<std::uint32_t> values;
      for (const std::uint32_t hero : party)
        values.insert(puzzle.pool.categorical[measure.column].value[hero]);
      return static_cast<double>(values.size());
    }
    case MeasureKind::count:
      return members();
    case MeasureKind::share:
      break;
  }
  return members() / nodes;
}

}  // namespace skerry::party

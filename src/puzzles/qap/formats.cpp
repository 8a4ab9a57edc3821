#include "puzzles/qap/formats.hpp"

#include "skerry/error.hpp"

#include "puzzles/grid/text_lines.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <vector>

#include <fmt/core.h>

namespace skerry::qap {

namespace {

constexpr std::int32_t most_entry = 1'000'000'000;

/// A word of the file with its line.
struct Place {
  TextLine line;
  Word word;

  [[noreturn]] void fail(const std::string& message) const { line.fail(message, word.column); }
};

/// The words of a text, one after the other.
class Words {
 public:
  Words(std::string_view text, const std::string& name) : name_(name), lines_(split_lines(text, name)) {}

  std::optional<Place> next() {
    while (at_ == words_.size()) {
      if (line_ == lines_.size()) return std::nullopt;
      words_ = lines_[line_++].before_comment().words();
      at_ = 0;
    }
    return last_ = Place{lines_[line_ - 1], words_[at_++]};
  }

  /// Throws an error at the word that was taken last, which is that of the end of the text.
  [[noreturn]] void fail_at_end(const std::string& message) const {
    if (last_) last_->fail(message);
    throw DataError(fmt::format("{} ({})", message, name_));
  }

 private:
  const std::string& name_;
  std::vector<TextLine> lines_;
  std::vector<Word> words_;  // of the line before line_
  std::size_t line_ = 0;
  std::size_t at_ = 0;
  std::optional<Place> last_;
};

std::int32_t integer_of(const Place& place, std::string_view what, std::int32_t least, std::int32_t most) {
  const std::string_view text = place.word.text;
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = end == text.data() + text.size() && error != std::errc::invalid_argument;
  if (!whole) place.fail(fmt::format("'{}' stands where {} should; it is an integer", text, what));
  if (error != std::errc{} || number < least || number > most)
    place.fail(fmt::format("{} is {}; it lies in [{}, {}]", what, text, least, most));
  return static_cast<std::int32_t>(number);
}

/// The entry of a matrix that is farthest from 0.
struct Largest {
  std::int64_t magnitude = 0;
  std::optional<Place> place;
};

Matrix read_matrix(Words& words, std::uint32_t size, const char* which, Largest& largest) {
  Matrix matrix(size);
  for (std::uint32_t row = 0; row < size; ++row) {
    for (std::uint32_t column = 0; column < size; ++column) {
      const std::optional<Place> place = words.next();
      if (!place) {
        words.fail_at_end(
            fmt::format("the file ends after {} of the {} entries of the {} matrix; the size and two "
                        "matrices of {} x {} are "
                        "expected",
                        std::size_t{row} * size + column, std::size_t{size} * size, which, size, size));
      }
      const std::int32_t entry = integer_of(*place, "an entry", -most_entry, most_entry);
      matrix.at(row, column) = entry;
      if (std::abs(entry) > largest.magnitude) largest = {std::abs(entry), place};
    }
  }
  return matrix;
}

/// Refuses entries with which costs may not be exact.
void expect_exact_costs(std::uint32_t size, const Largest& first, const Largest& second) {
  const std::uint64_t pairs = std::uint64_t{size} * size;
  const std::uint64_t most_product = most_cost / pairs;
  if (first.magnitude == 0 || second.magnitude == 0) return;
  if (static_cast<std::uint64_t>(first.magnitude) <=
      most_product / static_cast<std::uint64_t>(second.magnitude))
    return;
  second.place->fail(fmt::format(
      "{} here, and {} in the first matrix ({}), allow costs beyond 2^53, which are not exact; the "
      "product of the largest entries is at most {} for size {}",
      second.place->word.text, first.place->word.text, first.place->line.where(first.place->word.column),
      most_product, size));
}

void append_matrix(const Matrix& matrix, std::string& text) {
  std::size_t width = 1;
  for (const std::int32_t entry : matrix.entries()) width = std::max(width, fmt::format("{}", entry).size());
  for (std::uint32_t row = 0; row < matrix.size(); ++row) {
    for (std::uint32_t column = 0; column < matrix.size(); ++column)
      text += fmt::format("{}{:>{}}", column == 0 ? "" : " ", matrix.at(row, column), width);
    text += '\n';
  }
}

}  // namespace

Instance parse_instance(std::string_view text, const std::string& name) {
  Words words(text, name);
  const std::optional<Place> place = words.next();
  if (!place) words.fail_at_end("there is no instance in it; it begins with the size");
  const auto size = static_cast<std::uint32_t>(integer_of(*place, "the size", least_size, largest_size));
  Largest first_largest;
  Largest second_largest;
  Matrix first = read_matrix(words, size, "first", first_largest);
  Matrix second = read_matrix(words, size, "second", second_largest);
  expect_exact_costs(size, first_largest, second_largest);
  if (const auto more = words.next()) {
    more->fail(fmt::format("'{}' stands after the two matrices of {} x {}, where the file should end",
                           more->word.text, size, size));
  }
  return {std::move(first), std::move(second)};
}

std::string instance_text(const Instance& instance) {
  std::string text = fmt::format("{}\n\n", instance.size());
  append_matrix(instance.first(), text);
  text += '\n';
  append_matrix(instance.second(), text);
  return text;
}

}  // namespace skerry::qap

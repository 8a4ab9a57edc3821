#include "puzzles/qap/instance.hpp"

#include "skerry/error.hpp"

#include "puzzles/grid/grid.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <numeric>
#include <utility>

#include <fmt/core.h>

namespace skerry::qap {

namespace {

std::int64_t product(std::int32_t a, std::int32_t b) {
  return std::int64_t{a} * b;
}

/// Returns the change of the cost by what rows r and s of `a` share with all columns but r and s.
std::int64_t change_of_rows(const Matrix& a, const Matrix& b, Order order, std::uint32_t r, std::uint32_t s) {
  const std::span row_r = a.row(r);
  const std::span row_s = a.row(s);
  const std::span to_r = b.row(order[r]);
  const std::span to_s = b.row(order[s]);
  std::int64_t sum = 0;
  const auto add = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      sum += (std::int64_t{row_r[i]} - row_s[i]) * (std::int64_t{to_s[order[i]]} - to_r[order[i]]);
  };
  const auto [low, high] = std::minmax(r, s);
  add(0, low);
  add(low + 1, high);
  add(high + 1, order.size());
  return sum;
}

constexpr std::int32_t most_entry = 1'000'000'000;

struct Place {
  TextLine line;
  Word word;

  [[noreturn]] void fail(const std::string& message) const { line.fail(message, word.column); }
};

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

  /// Lines without words are left out.
  std::vector<std::size_t> counts() const {
    std::vector<std::size_t> counts;
    for (const TextLine& line : lines_) {
      if (const std::size_t count = line.before_comment().words().size(); count > 0) counts.push_back(count);
    }
    return counts;
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

std::int64_t integer_of(const Place& place, std::string_view what, std::int64_t least, std::int64_t most) {
  std::string_view text = place.word.text;
  // Programs that compute with reals write 3.0.
  if (const std::size_t point = text.find('.');
      point != std::string_view::npos && point > 0 &&
      text.find_first_not_of('0', point + 1) == std::string_view::npos)
    text = text.substr(0, point);
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = end == text.data() + text.size() && error != std::errc::invalid_argument;
  if (!whole) place.fail(fmt::format("'{}' stands where {} should; it is an integer", text, what));
  if (error != std::errc{} || number < least || number > most)
    place.fail(fmt::format("{} is {}; it lies in [{}, {}]", what, text, least, most));
  return number;
}

/// Returns how many numbers stand in the line of the size without being entries: none, the best known cost,
/// or a bound and that cost. Rows in lines of their own decide, or else the number of all words.
std::size_t costs_beside_size(std::uint32_t size, std::span<const std::size_t> counts) {
  const std::size_t first = counts.front();
  if (first != 2 && first != 3) return 0;
  const std::size_t all = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
  const bool many = counts.size() >= std::size_t{size} + 2;
  const auto rows = counts.subspan(1).first(many ? counts.size() - 2 : 0);
  const auto is_row = [size](std::size_t count) { return count == size; };
  const bool own_rows = !rows.empty() && std::ranges::all_of(rows, is_row);
  // Behind a size of 2 the first row may stand in their place, and nothing is left over then.
  if (first == std::size_t{size} + 1 && all == 2 * std::size_t{size} * size + 1) return 0;
  return own_rows || all == 2 * std::size_t{size} * size + first ? first - 1 : 0;
}

std::optional<std::int64_t> read_best_known(Words& words, std::size_t count) {
  if (count == 0) return std::nullopt;
  constexpr auto most = static_cast<std::int64_t>(most_cost);
  const Place first = words.next().value();
  if (count == 1) return integer_of(first, "the best known cost", -most, most);
  const std::int64_t bound = integer_of(first, "the bound", -most, most);
  const std::int64_t best = integer_of(words.next().value(), "the best known cost", -most, most);
  if (bound > best)
    first.fail(fmt::format("the bound is {}, above the best known cost of {} behind it", bound, best));
  return best;
}

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
      const auto entry = static_cast<std::int32_t>(integer_of(*place, "an entry", -most_entry, most_entry));
      matrix.at(row, column) = entry;
      if (std::abs(entry) > largest.magnitude) largest = {std::abs(entry), place};
    }
  }
  return matrix;
}

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

Matrix uniform_matrix(std::uint32_t size, std::uint32_t seed) {
  if (seed < 1 || seed >= modulus)
    throw UsageError(fmt::format("the seed is {}; it lies in [1, {}]", seed, modulus - 1));
  Matrix matrix(size);
  std::uint64_t x = seed;
  for (std::uint32_t row = 0; row < size; ++row) {
    for (std::uint32_t column = row + 1; column < size; ++column) {
      x = 16807 * x % modulus;
      matrix.at(row, column) = matrix.at(column, row) = static_cast<std::int32_t>(100 * x / modulus);
    }
  }
  return matrix;
}

}  // namespace

Matrix Matrix::transposed() const {
  Matrix turned(size_);
  for (std::uint32_t row = 0; row < size_; ++row) {
    for (std::uint32_t column = 0; column < size_; ++column) turned.at(column, row) = at(row, column);
  }
  return turned;
}

Instance::Instance(Matrix first, Matrix second, std::optional<std::int64_t> best_known)
    : first_(std::move(first)),
      second_(std::move(second)),
      symmetric_(first_ == first_.transposed() && second_ == second_.transposed()),
      first_transposed_(symmetric_ ? Matrix(0) : first_.transposed()),
      second_transposed_(symmetric_ ? Matrix(0) : second_.transposed()),
      best_known_(best_known) {}

std::int64_t Instance::cost(Order order) const {
  std::int64_t sum = 0;
  for (std::uint32_t i = 0; i < size(); ++i) {
    const std::span row = first_.row(i);
    const std::span to = second_.row(order[i]);
    for (std::size_t j = 0; j < row.size(); ++j) sum += product(row[j], to[order[j]]);
  }
  return sum;
}

std::int64_t Instance::change(Order order, std::uint32_t r, std::uint32_t s) const {
  const std::uint32_t p = order[r];
  const std::uint32_t q = order[s];
  const std::int64_t rows = change_of_rows(first_, second_, order, r, s);
  const std::int64_t columns =
      symmetric_ ? rows : change_of_rows(first_transposed_, second_transposed_, order, r, s);
  return rows + columns +
         (std::int64_t{first_.at(r, r)} - first_.at(s, s)) *
             (std::int64_t{second_.at(q, q)} - second_.at(p, p)) +
         (std::int64_t{first_.at(r, s)} - first_.at(s, r)) *
             (std::int64_t{second_.at(q, p)} - second_.at(p, q));
}

Instance parse_instance(std::string_view text, const std::string& name) {
  Words words(text, name);
  const std::optional<Place> place = words.next();
  if (!place) words.fail_at_end("there is no instance in it; it begins with the size");
  const auto size = static_cast<std::uint32_t>(integer_of(*place, "the size", least_size, largest_size));
  const auto best_known = read_best_known(words, costs_beside_size(size, words.counts()));
  Largest first_largest;
  Largest second_largest;
  Matrix first = read_matrix(words, size, "first", first_largest);
  Matrix second = read_matrix(words, size, "second", second_largest);
  expect_exact_costs(size, first_largest, second_largest);
  if (const auto more = words.next()) {
    more->fail(fmt::format("'{}' stands after the two matrices of {} x {}, where the file should end",
                           more->word.text, size, size));
  }
  return {std::move(first), std::move(second), best_known};
}

SolutionText parse_solution(std::uint32_t size, std::string_view text, const std::string& name) {
  const std::string_view between = " \t\r,;[](){}";
  std::vector<TextLine> lines = split_lines(text, name);
  std::vector<Place> places;
  for (const TextLine& whole : lines) {
    const TextLine line = whole.before_comment();
    for (std::size_t at = line.text.find_first_not_of(between); at != std::string_view::npos;) {
      const std::size_t end = std::min(line.text.find_first_of(between, at), line.text.size());
      places.push_back({line, {line.text.substr(at, end - at), line.column_of(at)}});
      at = line.text.find_first_not_of(between, end);
    }
  }
  constexpr auto most = static_cast<std::int64_t>(most_cost);
  const bool states_cost = places.size() == std::size_t{size} + 2;
  if (!states_cost && places.size() != size) {
    throw DataError(
        fmt::format("{} numbers stand in it; a solution has the {} entries of a permutation, and before "
                    "them the size and the cost or neither ({})",
                    places.size(), size, name));
  }
  SolutionText solution;
  std::span<const Place> entries = places;
  if (states_cost) {
    if (integer_of(places[0], "the size", 0, most) != size)
      places[0].fail(fmt::format("the size of the solution is {}; that of the instance is {}",
                                 places[0].word.text, size));
    solution.cost = integer_of(places[1], "the cost", -most, most);
    entries = entries.subspan(2);
  }
  const auto is_zero = [](const Place& place) { return number_of(place.word.text) == 0; };
  const std::int64_t lowest = states_cost && std::ranges::none_of(entries, is_zero) ? 1 : 0;
  std::vector<const Place*> holder(size);
  for (const Place& place : entries) {
    const std::int64_t entry = integer_of(place, "an entry", INT64_MIN, INT64_MAX) - lowest;
    const std::string right =
        fmt::format("a permutation has each of {} to {} once", lowest, size - 1 + lowest);
    if (entry < 0 || entry >= size) place.fail(fmt::format("an entry is {}; {}", place.word.text, right));
    const Place*& other = holder[static_cast<std::size_t>(entry)];
    if (other != nullptr) place.fail(fmt::format("{} stands here again; {}", place.word.text, right));
    other = &place;
    solution.order.push_back(static_cast<std::uint32_t>(entry));
  }
  return solution;
}

std::string instance_text(const Instance& instance) {
  std::string text = fmt::format("{}", instance.size());
  if (const auto best = instance.best_known()) text += fmt::format(" {}", *best);
  text += "\n\n";
  append_matrix(instance.first(), text);
  text += '\n';
  append_matrix(instance.second(), text);
  return text;
}

Instance uniform_instance(std::uint32_t size, std::uint32_t first_seed, std::uint32_t second_seed) {
  if (size < least_size || size > largest_size)
    throw UsageError(fmt::format("the size is {}; it lies in [{}, {}]", size, least_size, largest_size));
  return {uniform_matrix(size, first_seed), uniform_matrix(size, second_seed)};
}

}  // namespace skerry::qap

#include "app/start/table.hpp"

#include "skerry/error.hpp"

#include "app/text/csv.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <vector>

#include <fmt/core.h>

namespace skerry {
namespace {

std::optional<double> finite_number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

class StartTable {
 public:
  StartTable(std::string_view csv, const std::string& name, AnyProblem& problem)
      : reader_(csv, name), name_(name), problem_(problem) {}

  Candidates read() {
    read_columns();
    while (reader_.next(row_)) add_individual();
    if (found_.keys.empty()) {
      throw DataError(fmt::format("{} has a header and no individual below it", name_));
    }
    return {fitness_ ? best_first(found_) : found_, false};
  }

 private:
  using Column = std::optional<std::size_t>;

  [[noreturn]] void fail(const CsvField& field, const std::string& message) const {
    throw DataError(fmt::format("{} ({})", message, reader_.where(field.offset)));
  }

  void read_columns() {
    if (!reader_.next(row_)) {
      throw DataError(fmt::format("{} is empty; a table to start from has a column genome", name_));
    }
    columns_ = row_.size();
    if (std::ranges::all_of(row_,
                            [](const CsvField& field) { return finite_number(field.text).has_value(); })) {
      fail(row_.front(),
           "the first line holds numbers and no names of columns; the column of genomes is "
           "called genome");
    }
    for (std::size_t i = 0; i < columns_; ++i) {
      const std::string_view column = row_[i].text;
      if (column == "genome") {
        note(genome_, i);
      } else if (column == "fitness") {
        note(fitness_, i);
      } else if (column == "violation") {
        note(violation_, i);
      } else if (!column.empty()) {
        genes_.push_back(i);
      }
    }
    if (!genome_ && genes_.empty()) {
      fail(row_.front(), "the table has no genomes; their column is called genome");
    }
  }

  void note(Column& column, std::size_t number) {
    if (column) fail(row_[number], fmt::format("two columns are called {}", row_[number].text));
    column = number;
  }

  double number(const Column& column) const {
    if (!column) return 0;
    const auto value = finite_number(row_[*column].text);
    if (!value) fail(row_[*column], fmt::format("'{}' is not a finite number", row_[*column].text));
    return *value;
  }

  void add_individual() {
    if (row_.size() != columns_) {
      fail(row_.front(), fmt::format("the row has {} field{}; the header has {}", row_.size(),
                                     row_.size() == 1 ? "" : "s", columns_));
    }
    const Score score{.violation = number(violation_), .fitness = number(fitness_)};
    if (score.violation < 0) fail(row_[*violation_], "a violation is at least 0");
    const std::vector<std::byte> genome = genome_of_row();
    found_.keys.push_back(key_of(score, problem_.direction()));
    found_.genomes.insert(found_.genomes.end(), genome.begin(), genome.end());
    found_.ends.push_back(found_.genomes.size());
  }

  std::vector<std::byte> genome_of_row() {
    const CsvField& first = row_[genome_ ? *genome_ : genes_.front()];
    std::string text(first.text);
    if (!genome_) {
      for (std::size_t i = 1; i < genes_.size(); ++i) text.append(" ").append(row_[genes_[i]].text);
    }
    try {
      return problem_.parse(text, name_);
    } catch (const DataError&) {
      // To find a place takes time, so that only a genome that is refused is read again, with its place.
      problem_.parse(text, fmt::format("{}, genome", reader_.where(first.offset)));
      throw;
    }
  }

  CsvReader reader_;
  const std::string& name_;
  AnyProblem& problem_;
  std::vector<CsvField> row_;
  std::size_t columns_ = 0;
  Column genome_, fitness_, violation_;
  std::vector<std::size_t> genes_;
  SolutionSet found_;
};

}  // namespace

Candidates candidates_of_table(std::string_view csv, const std::string& name, AnyProblem& problem) {
  return StartTable(csv, name, problem).read();
}

}  // namespace skerry

#include "app/start/table.hpp"

#include "skerry/detail/text.hpp"
#include "skerry/error.hpp"

#include "app/text/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include <fmt/core.h>

namespace skerry {
namespace {

/// Of equal genomes, the first counts.
std::vector<std::size_t> distinct(const SolutionSet& individuals) {
  std::vector<std::size_t> found;
  std::set<std::string_view> known;
  for (std::size_t i = 0; i < individuals.ends.size(); ++i) {
    const auto genome = individuals.genome(i);
    if (known.emplace(reinterpret_cast<const char*>(genome.data()), genome.size()).second) found.push_back(i);
  }
  return found;
}

std::vector<std::size_t> numbered(const SolutionSet& individuals) {
  std::vector<std::size_t> numbers(individuals.size());
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  return numbers;
}

SolutionSet in_order(const SolutionSet& individuals, const std::vector<std::size_t>& numbers) {
  SolutionSet ordered;
  for (const std::size_t number : numbers) ordered.append(individuals, number, 0);
  return ordered;
}

}  // namespace

SolutionSet chosen(const Candidates& candidates, std::size_t places) {
  const std::vector<std::size_t> all = distinct(candidates.individuals);
  const std::size_t count = std::min(places, all.size());
  std::vector<std::size_t> taken;
  for (std::size_t i = 0; i < count; ++i)
    taken.push_back(all[candidates.spread ? i * all.size() / count : i]);
  return in_order(candidates.individuals, taken);
}

SolutionSet best_first(const SolutionSet& individuals) {
  std::vector<std::size_t> numbers = numbered(individuals);
  std::ranges::stable_sort(numbers, {}, [&](std::size_t i) { return individuals.keys[i]; });
  return in_order(individuals, numbers);
}

SolutionSet best_in_front(const SolutionSet& individuals) {
  std::vector<std::size_t> numbers = numbered(individuals);
  const auto best = std::ranges::min_element(numbers, {}, [&](std::size_t i) { return individuals.keys[i]; });
  if (best != numbers.end()) std::rotate(numbers.begin(), best, best + 1);
  return in_order(individuals, numbers);
}

namespace {

std::optional<double> finite_number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

/// A name such as x1, x_1, x.1 or x[1].
struct NumberedName {
  std::string_view stem;
  std::size_t number = 0;
};

std::optional<NumberedName> numbered_name(std::string_view name) {
  const bool brackets = name.ends_with(']');
  std::string_view rest = brackets ? trimmed(name.substr(0, name.size() - 1)) : name;
  std::size_t digits = 0;
  while (digits < rest.size() && is_digit(rest[rest.size() - 1 - digits])) ++digits;
  NumberedName found;
  const char* const begin = rest.data() + rest.size() - digits;
  if (digits == 0 || std::from_chars(begin, begin + digits, found.number).ec != std::errc{}) return {};
  rest.remove_suffix(digits);
  if (brackets) {
    rest = trimmed(rest);
    if (!rest.ends_with('[')) return {};
    rest.remove_suffix(1);
  } else if (!rest.empty() && std::string_view("_.- ").find(rest.back()) != std::string_view::npos) {
    rest.remove_suffix(1);
  }
  found.stem = trimmed(rest);
  return found;
}

/// A part of one gene needs no number.
std::optional<std::size_t> number_of_gene(std::string_view column, const GenePart& part) {
  if (!column.starts_with(part.name)) return {};
  if (column.size() == part.name.size()) return part.size == 1 ? std::optional<std::size_t>(0) : std::nullopt;
  // Only what follows the name may be its number: the name may end in digits itself.
  const std::string_view behind = column.substr(part.name.size());
  const auto found = numbered_name(behind);
  return found && found->stem.empty() ? std::optional(found->number) : std::nullopt;
}

bool is_index(std::string_view column) {
  std::string lower(column);
  std::ranges::transform(lower, lower.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return lower == "id" || lower == "index" || lower.starts_with("unnamed: ");
}

struct GeneColumn {
  std::size_t place = 0;  // in the row
  std::string_view name;
};

struct Family {
  std::string_view stem;
  std::vector<std::pair<std::size_t, std::size_t>> places;  // number, place in the row

  /// Returns 1, or 0 if that is there.
  std::size_t first() const {
    return std::ranges::any_of(places, [](const auto& member) { return member.first == 0; }) ? 0 : 1;
  }
  bool is_whole() const {
    std::vector<std::size_t> numbers;
    for (const auto& [number, place] : places) numbers.push_back(number - first());
    std::ranges::sort(numbers);
    std::size_t next = 0;
    return std::ranges::all_of(numbers, [&](std::size_t number) { return number == next++; });
  }
  std::vector<std::size_t> in_order() const {
    auto members = places;
    std::ranges::sort(members);
    std::vector<std::size_t> ordered;
    for (const auto& [number, place] : members) ordered.push_back(place);
    return ordered;
  }
};

std::vector<Family> families_of(const std::vector<GeneColumn>& columns) {
  std::vector<Family> families;
  for (const GeneColumn& column : columns) {
    const auto name = numbered_name(column.name);
    if (!name) continue;
    auto family = std::ranges::find(families, name->stem, &Family::stem);
    if (family == families.end()) family = families.insert(family, Family{name->stem, {}});
    family->places.emplace_back(name->number, column.place);
  }
  return families;
}

class StartTable {
 public:
  StartTable(std::string_view csv, const std::string& name, AnyProblem& problem)
      : reader_(csv, name, separator_of(csv)), name_(name), problem_(problem), parts_(problem.gene_parts()) {
    for (const GenePart& part : parts_) gene_count_ += part.size;
  }

  Candidates read() {
    read_columns();
    while (reader_.next(row_)) add_individual();
    if (found_.keys.empty()) {
      throw DataError(fmt::format("{} has a header and no individual below it", name_));
    }
    return {fitness_ ? best_first(found_) : found_, false, std::move(other_columns_)};
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
    constexpr std::string_view right = "and no names of columns; the column of genomes is called genome";
    if (std::ranges::all_of(row_, holds_numbers))
      fail(row_.front(), fmt::format("the first line holds numbers {}", right));
    std::vector<GeneColumn> others;
    for (std::size_t i = 0; i < columns_; ++i) {
      const std::string_view column = trimmed(row_[i].text);
      if (column == "genome") {
        note(genome_, i);
      } else if (column == "fitness") {
        note(fitness_, i);
      } else if (column == "violation") {
        note(violation_, i);
      } else if (!column.empty()) {
        others.push_back({i, column});
      }
    }
    take_exported_text(others);
    if (genome_) return;
    if (others.empty()) fail(row_.front(), "the table has no genomes; their column is called genome");
    if (holds_genome()) fail(row_.front(), fmt::format("the first line holds an individual {}", right));
    find_genes(others);
  }

  /// Several values may stand in a field, as numpy.savetxt parts them by blanks.
  static bool holds_numbers(const CsvField& field) {
    constexpr std::array<std::string_view, 9> other_values = {"true",  "false", "True", "False", "TRUE",
                                                              "FALSE", "nan",   "inf",  "-inf"};
    std::string_view rest = trimmed(field.text);
    if (rest.empty()) return false;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find_first_of(" \t"), rest.size());
      const std::string_view word = rest.substr(0, end);
      if (!finite_number(word) && std::ranges::find(other_values, word) == other_values.end()) return false;
      rest = trimmed(rest.substr(end));
    }
    return true;
  }

  bool holds_genome() {
    std::vector<std::string_view> words;
    for (const CsvField& field : row_) words.push_back(trimmed(field.text));
    try {
      problem_.parse(joined(words, " "), name_);
      return true;
    } catch (const DataError&) {
      return false;
    }
  }

  /// Tables of the analysis have the bytes of a genome in the column genome, and its text beside it.
  void take_exported_text(const std::vector<GeneColumn>& columns) {
    const auto find = [&](std::string_view name) {
      return std::ranges::find(columns, name, &GeneColumn::name);
    };
    if (find("solution") != columns.end() && find("text") != columns.end()) genome_ = find("text")->place;
  }

  void note(Column& column, std::size_t number) {
    if (column) fail(row_[number], fmt::format("two columns are called {}", trimmed(row_[number].text)));
    column = number;
  }

  void find_genes(const std::vector<GeneColumn>& columns) {
    if (parts_.empty()) {
      for (const GeneColumn& column : columns) genes_.push_back(column.place);
    } else if (parts_.front().name.empty()) {
      find_unnamed_genes(columns);
    } else {
      find_named_genes(columns);
    }
  }

  std::string right_columns(const std::string& genes) const {
    return fmt::format("the genes are {}, and fitness, violation, id and index may stand beside them", genes);
  }

  void find_named_genes(const std::vector<GeneColumn>& columns) {
    // Of x and x1, the column x12 is that of the longer name.
    std::vector<std::size_t> by_length(parts_.size());
    std::iota(by_length.begin(), by_length.end(), std::size_t{0});
    std::ranges::stable_sort(by_length, std::greater{}, [&](std::size_t i) { return parts_[i].name.size(); });
    std::vector<Family> families(parts_.size());
    for (const GeneColumn& column : columns) {
      const auto part = std::ranges::find_if(by_length, [&](std::size_t i) {
        const auto number = number_of_gene(column.name, parts_[i]);
        return number && *number <= parts_[i].size;
      });
      if (part != by_length.end()) {
        families[*part].places.emplace_back(*number_of_gene(column.name, parts_[*part]), column.place);
      } else if (is_index(column.name)) {
        other_columns_.emplace_back(column.name);
      } else {
        fail(row_[column.place],
             fmt::format("column {} is no gene; {}", column.name, right_columns(named_genes())));
      }
    }
    for (std::size_t i = 0; i < parts_.size(); ++i) take_part(parts_[i], families[i]);
  }

  /// Takes the columns of a part, which are numbered from 0 or from 1.
  void take_part(const GenePart& part, const Family& family) {
    const bool from_1 = family.first() == 1 && std::ranges::any_of(family.places, [&](const auto& member) {
                          return member.first == part.size;
                        });
    std::vector<Column> places(part.size);
    for (const auto& [number, place] : family.places) {
      const std::size_t gene = from_1 ? number - 1 : number;
      if (gene >= part.size || places[gene]) {
        fail(row_[place], gene >= part.size
                              ? fmt::format("column {} is no gene; {}", trimmed(row_[place].text),
                                            right_columns(named_genes()))
                              : fmt::format("a second column, {}, is of gene {}[{}]",
                                            trimmed(row_[place].text), part.name, gene));
      }
      places[gene] = place;
    }
    for (std::size_t gene = 0; gene < part.size; ++gene) {
      if (!places[gene]) {
        fail(row_.front(),
             fmt::format("no column is of gene {}[{}]; {}", part.name, gene, right_columns(named_genes())));
      }
      genes_.push_back(*places[gene]);
    }
  }

  std::string named_genes() const {
    std::string text;
    for (const GenePart& part : parts_) {
      text += fmt::format("{}{}[0]", text.empty() ? "" : ", ", part.name);
      if (part.size > 1) text += fmt::format(" to {}[{}]", part.name, part.size - 1);
    }
    return text;
  }

  void find_unnamed_genes(const std::vector<GeneColumn>& all) {
    std::vector<GeneColumn> columns;
    for (const GeneColumn& column : all) {
      if (is_index(column.name)) {
        other_columns_.emplace_back(column.name);
      } else {
        columns.push_back(column);
      }
    }
    const std::vector<Family> families = families_of(columns);
    if (take_families(families) && genes_.size() == columns.size()) return;
    const auto largest =
        std::ranges::max_element(families, {}, [](const Family& family) { return family.places.size(); });
    const bool numbered = largest != families.end() && largest->places.size() > 1;
    if (!numbered && columns.size() == gene_count_) {
      for (const GeneColumn& column : columns) genes_.push_back(column.place);
      return;
    }
    refuse_unnamed_genes(columns, numbered ? largest->stem : "x", numbered ? largest->first() : 1);
  }

  /// Takes the columns of one family that has as many as there are genes, or of one for each part.
  bool take_families(const std::vector<Family>& families) {
    for (const Family& family : families) {
      if (family.places.size() != gene_count_ || !family.is_whole()) continue;
      genes_ = family.in_order();
      return true;
    }
    if (families.size() != parts_.size()) return false;
    for (std::size_t i = 0; i < families.size(); ++i) {
      if (families[i].places.size() != parts_[i].size || !families[i].is_whole()) return false;
    }
    for (const Family& family : families) {
      const auto places = family.in_order();
      genes_.insert(genes_.end(), places.begin(), places.end());
    }
    return true;
  }

  [[noreturn]] void refuse_unnamed_genes(const std::vector<GeneColumn>& columns, std::string_view stem,
                                         std::size_t first) const {
    const std::string right = right_columns(
        gene_count_ == 1 ? "one column"
                         : fmt::format("{}{} to {}{}", stem, first, stem, first + gene_count_ - 1));
    std::vector<bool> seen(gene_count_);
    for (const GeneColumn& column : columns) {
      const auto name = numbered_name(column.name);
      const bool is_gene = name && name->stem == stem && name->number >= first &&
                           name->number - first < gene_count_ && !seen[name->number - first];
      if (!is_gene) fail(row_[column.place], fmt::format("column {} is no gene; {}", column.name, right));
      seen[name->number - first] = true;
    }
    const auto missing = static_cast<std::size_t>(std::ranges::find(seen, false) - seen.begin());
    fail(row_.front(), fmt::format("no column is of gene {}{}; {}", stem, first + missing, right));
  }

  double number(const Column& column) const {
    if (!column) return 0;
    const auto value = finite_number(trimmed(row_[*column].text));
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

  std::string text_of_row() {
    if (genome_) return std::string(row_[*genome_].text);
    std::vector<std::string_view> words;
    for (const std::size_t place : genes_) {
      words.push_back(trimmed(row_[place].text));
      if (!parts_.empty() && !finite_number(words.back()))
        fail(row_[place], fmt::format("'{}' is not a number", words.back()));
    }
    return parts_.empty() ? joined(words, " ") : problem_.text_of_genes(words);
  }

  std::vector<std::byte> genome_of_row() {
    const CsvField& first = row_[genome_ ? *genome_ : genes_.front()];
    const std::string text = text_of_row();
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
  std::vector<GenePart> parts_;
  std::size_t gene_count_ = 0;
  std::vector<CsvField> row_;
  std::size_t columns_ = 0;
  Column genome_, fitness_, violation_;
  std::vector<std::size_t> genes_;
  std::vector<std::string> other_columns_;
  SolutionSet found_;
};

}  // namespace

Candidates candidates_of_table(std::string_view csv, const std::string& name, AnyProblem& problem) {
  if (const std::string_view start = trimmed(csv); start.starts_with('{') || start.starts_with('[')) {
    throw DataError(
        fmt::format("{} is JSON; a table to start from is CSV with the names of its columns in the "
                    "first line, such as genome",
                    name));
  }
  return StartTable(csv, name, problem).read();
}

}  // namespace skerry

#include "puzzles/skyscraper/count.hpp"

#include "skerry/app/settings.hpp"
#include "skerry/detail/text.hpp"
#include "skerry/error.hpp"

#include "app/terminal/console.hpp"
#include "app/text/text.hpp"
#include "puzzles/skyscraper/formats.hpp"
#include "puzzles/skyscraper/published_program.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>

namespace skerry::skyscraper {
namespace {

constexpr const char* count_examples =
    "Examples:\n"
    "  skerry count skyscraper configs/instances/skyscraper/post.txt \\\n"
    "      --published configs/paper/skyscraper-sequences.csv\n"
    "      the counts of \"Solving Every Skyscraper Puzzle: Part Two\", the post's below ours\n"
    "  skerry generate skyscraper --size 6 --count 100 | skerry count skyscraper -\n"
    "      with 100 puzzles, and their means\n"
    "  skerry count skyscraper puzzles.txt --json | jq .counts.sorting.without.clue_runs\n"
    "\n"
    "FILE holds puzzles of 1x1 to 9x9 in any form that skerry solve skyscraper reads. Each is solved by the\n"
    "program of that post with no refinement (plain), with the lines sorted by candidates, with lines "
    "without\n"
    "clues skipped besides, and besides with a memory: of the candidates of all lines, as the post has it, "
    "or\n"
    "of lines that have not changed. A clue run is a line taken up, whether or not sequences are generated.\n"
    "With and without say whether clues exclude values of single cells before all (the first form of\n"
    "inference).\n"
    "\n"
    "A puzzle that inference alone does not decide is named, and counts for no mean.\n"
    "\n"
    "TABLE is a CSV file with the columns puzzle (its place in FILE, from 1), refinement, edge_clues (with "
    "or\n"
    "without), sequences and clue_runs. A figure may be a text, and may be left out.";

struct CountOptions {
  std::string file;
  std::string published;
  bool json = false;
};

constexpr std::array<std::string_view, 2> edge_clues_names = {"with", "without"};

/// Of a puzzle with a refinement, with and without the first form of inference.
template <typename Figure>
using Counts = std::array<std::array<Figure, edge_clues_names.size()>, refinement_names.size()>;

struct PublishedCount {
  std::string sequences;
  std::string clue_runs;
};
using PublishedCounts = std::map<std::size_t, Counts<PublishedCount>>;  // [place in the file, from 1]

/// Returns the place of `field` among `names`, counted from 0.
std::size_t place_among(std::span<const std::string_view> names, std::string_view what, const CsvField& field,
                        const CsvReader& reader) {
  const auto found = std::ranges::find(names, field.text);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  throw DataError(fmt::format("{} is \"{}\"; it is one of {} ({})", what, field.text, joined(names, ", "),
                              reader.where(field.offset)));
}

PublishedCounts read_published(const std::string& file, std::size_t puzzles) {
  Files files;
  const auto [text, name] = read_text(file, files);
  CsvReader reader(text, name);
  constexpr std::array<std::string_view, 5> columns = {"puzzle", "refinement", "edge_clues", "sequences",
                                                       "clue_runs"};
  std::vector<CsvField> row;
  if (!reader.next(row) || !std::ranges::equal(row, columns, {}, &CsvField::text)) {
    throw DataError(fmt::format("the first line of a table of published counts is {} ({})",
                                joined(columns, ","), reader.where(0)));
  }
  std::vector<std::string> places;
  for (std::size_t place = 1; place <= puzzles; ++place) places.push_back(std::to_string(place));
  const std::vector<std::string_view> known(places.begin(), places.end());
  PublishedCounts counts;
  while (reader.next(row)) {
    if (row.size() != columns.size()) {
      throw DataError(fmt::format("the row has {} fields; the header has {} ({})", row.size(), columns.size(),
                                  reader.where(row.front().offset)));
    }
    const std::size_t puzzle = 1 + place_among(known, "puzzle", row[0], reader);
    const std::size_t refinement = place_among(refinement_names, "refinement", row[1], reader);
    const std::size_t edge_clues = place_among(edge_clues_names, "edge_clues", row[2], reader);
    counts[puzzle].at(refinement).at(edge_clues) = {std::string(row[3].text), std::string(row[4].text)};
  }
  return counts;
}

std::string count_row(std::string_view name, const std::array<PublishedCount, 2>& figures) {
  const auto& [with, without] = figures;
  std::string row = fmt::format("{:<22}{:>12}{:>13}{:>14}{:>13}", name, with.sequences, with.clue_runs,
                                without.sequences, without.clue_runs);
  row.erase(row.find_last_not_of(' ') + 1);
  return row + "\n";
}

/// Writes a table of `figures`, each with the row of `published` figures below it.
std::string count_table(const std::string& title, const Counts<PublishedCount>& figures,
                        const Counts<PublishedCount>& published) {
  std::string text = fmt::format("{:<22}{:>25}{:>27}\n", title, "with edge clues", "without them");
  const PublishedCount heads{"sequences", "clue runs"};
  text += count_row("", {heads, heads});
  for (std::size_t i = 0; i < refinement_names.size(); ++i) {
    text += count_row(refinement_names.at(i), figures.at(i));
    const auto given = [](const PublishedCount& count) {
      return !count.sequences.empty() || !count.clue_runs.empty();
    };
    if (std::ranges::any_of(published.at(i), given)) text += count_row("  published", published.at(i));
  }
  return text + "\n";
}

/// Returns none if inference does not decide the puzzle.
std::optional<Counts<FiltrationCounts>> counts_of(const Puzzle& puzzle) {
  Counts<FiltrationCounts> counts;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    for (std::size_t without = 0; without < edge_clues_names.size(); ++without) {
      const auto counted = count_filtration(puzzle, static_cast<Refinement>(i), without == 0);
      if (!counted) return std::nullopt;
      counts.at(i).at(without) = *counted;
    }
  }
  return counts;
}

std::string counts_json(std::size_t index, const Puzzle& puzzle,
                        const std::optional<Counts<FiltrationCounts>>& counts) {
  nlohmann::ordered_json json{{"index", index}, {"size", puzzle.size}, {"counts", nullptr}};
  for (std::size_t i = 0; counts && i < counts->size(); ++i) {
    for (std::size_t without = 0; without < edge_clues_names.size(); ++without) {
      const auto& [sequences, clue_runs] = counts->at(i).at(without);
      json["counts"][std::string(refinement_names.at(i))][std::string(edge_clues_names.at(without))] = {
          {"sequences", sequences}, {"clue_runs", clue_runs}};
    }
  }
  return json_line(json);
}

/// Averages over puzzles, and compares their clue runs with and without the first form of inference.
class CountMeans {
 public:
  void add(const Counts<FiltrationCounts>& counts) {
    ++puzzles_;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      for (std::size_t without = 0; without < edge_clues_names.size(); ++without) {
        sums_.at(i).at(without).sequences += counts.at(i).at(without).sequences;
        sums_.at(i).at(without).clue_runs += counts.at(i).at(without).clue_runs;
      }
      const auto& [with, without] = counts.at(i);
      fewer_.at(i) += without.clue_runs < with.clue_runs ? 1 : 0;
      more_.at(i) += without.clue_runs > with.clue_runs ? 1 : 0;
    }
  }

  std::uint64_t puzzles() const { return puzzles_; }

  std::string text() const {
    Counts<PublishedCount> means;
    std::string compared;
    const auto mean = [&](std::uint64_t sum) {
      return fmt::format("{:.1f}", static_cast<double>(sum) / static_cast<double>(puzzles_));
    };
    for (std::size_t i = 0; i < means.size(); ++i) {
      for (std::size_t without = 0; without < edge_clues_names.size(); ++without) {
        const auto& [sequences, clue_runs] = sums_.at(i).at(without);
        means.at(i).at(without) = {mean(sequences), mean(clue_runs)};
      }
      compared += fmt::format("{:<22}without edge clues {} take fewer clue runs, {} as many, {} more\n",
                              refinement_names.at(i), fewer_.at(i), puzzles_ - fewer_.at(i) - more_.at(i),
                              more_.at(i));
    }
    return count_table(fmt::format("mean of {} puzzles", puzzles_), means, {}) + compared;
  }

 private:
  std::uint64_t puzzles_ = 0;
  Counts<FiltrationCounts> sums_{};
  std::array<std::uint64_t, refinement_names.size()> fewer_{};
  std::array<std::uint64_t, refinement_names.size()> more_{};
};

Counts<PublishedCount> written(const Counts<FiltrationCounts>& counts) {
  Counts<PublishedCount> texts;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    for (std::size_t without = 0; without < edge_clues_names.size(); ++without) {
      const auto& [sequences, clue_runs] = counts.at(i).at(without);
      texts.at(i).at(without) = {grouped(sequences), grouped(clue_runs)};
    }
  }
  return texts;
}

ExitStatus count(const CountOptions& options, Program& /*program*/) {
  Files files;
  const auto [text, name] = read_text(options.file, files);
  std::size_t puzzles = 0;
  for_each_puzzle(text, name, [&](const Puzzle& puzzle) {
    ++puzzles;
    if (puzzle.size <= largest_counted_size) return;
    throw DataError(
        fmt::format("the puzzle is {0}x{0}; sequences are counted up to {1}x{1}, since a line of n "
                    "open cells has n! of them ({2})",
                    puzzle.size, largest_counted_size, puzzle.where));
  });
  const PublishedCounts published =
      options.published.empty() ? PublishedCounts{} : read_published(options.published, puzzles);
  CountMeans means;
  std::size_t index = 0;
  for_each_puzzle(text, name, [&](const Puzzle& puzzle) {
    ++index;
    const auto counts = counts_of(puzzle);
    if (counts) means.add(*counts);
    if (options.json) return print_result(counts_json(index, puzzle, counts));
    const std::string title = fmt::format("puzzle {0}, {1}x{1}", index, puzzle.size);
    const auto beside = published.find(index);
    print_result(
        counts ? count_table(title, written(*counts),
                             beside == published.end() ? Counts<PublishedCount>{} : beside->second)
               : title + ": inference alone does not decide it, and the published program does not end\n\n");
  });
  if (!options.json && means.puzzles() > 1) print_result(means.text());
  return ExitStatus::done;
}

void declare_count(CommandLine& line, CountOptions& options) {
  line.argument("FILE", &options.file, "The puzzles; - for standard input");
  line.option("--published", &options.published, "Published counts, to be printed below those seen",
              {.value = "TABLE"});
  line.flag("--json", &options.json, "Print one JSON object for each puzzle, one a line", "--published");
}

}  // namespace

Command count_command() {
  return {.path = "count skyscraper",
          .summary = "Sequences and clue runs of published inference",
          .footer = count_examples,
          .declare = with_options(declare_count, count)};
}

}  // namespace skerry::skyscraper

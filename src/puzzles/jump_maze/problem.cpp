#include "puzzles/jump_maze/problem.hpp"

#include "skerry/app/settings.hpp"
#include "skerry/error.hpp"

#include "puzzles/grid/grid.hpp"
#include "puzzles/jump_maze/draw.hpp"
#include "puzzles/jump_maze/formats.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

namespace skerry::jump_maze {

namespace {

/// Returns none for "random".
std::optional<double> read_crossover_share(const Settings& settings) {
  if (settings.has("crossover_point") && !settings.is_text("crossover_point")) {
    return settings.number("crossover_point", rate_range);
  }
  const std::string text = settings.text("crossover_point", "random");
  if (text == "random") return std::nullopt;
  settings.fail(
      "crossover_point",
      fmt::format("crossover_point is \"{}\"; it is \"random\", or the share of the cells that come "
                  "from the first parent, from 0 to 1",
                  text));
}

JumpMazeSettings read_settings(const Settings& settings) {
  JumpMazeSettings read;
  read.crossover_share = read_crossover_share(settings);
  if (settings.choice("evaluation", "shortest", {"shortest", "published"}) == "published") {
    read.evaluation = EvaluationKind::published;
  }
  // Read only where it is given: a trace of before has no such key, and goes on.
  if (settings.has("mutation") &&
      settings.choice("mutation", "any_number", {"any_number", "other_number"}) == "other_number") {
    read.mutation = MutationKind::other_number;
  }
  read.temperature = settings.number("temperature", read.temperature, {0.01, 100});
  std::vector<std::size_t> fallback;
  for (const MazeFeature feature : read.features) fallback.push_back(static_cast<std::size_t>(feature));
  read.features.clear();
  for (const std::size_t index : chosen_names(settings, "features", maze_feature_names, fallback))
    read.features.push_back(static_cast<MazeFeature>(index));
  return read;
}

template <typename Genome>
const Genome& expect_solution(const Genome* solution) {
  if (solution != nullptr) return *solution;
  throw UsageError(
      "there is no maze to draw: the configuration has none of its own, so a solution is needed (skerry draw "
      "CONFIG SOLUTION; skerry run prints one)");
}

constexpr std::uint32_t most_cells = max_size * max_size;
constexpr std::uint32_t most_entries = 2 * most_cells;

/// Entries of the queue that repeat a cell at the same depth change nothing and are left out; their number
/// would grow like that of the shortest paths. A cell then enters at two depths at most: that of its first
/// entry, which is taken out and marked as seen, and the next.
class Search {
 public:
  Search(std::uint32_t size, std::span<const std::uint8_t> jumps) : cell_count_(size * size) {
    std::fill_n(numbers_.begin(), cell_count_, unreachable);
    std::array<bool, most_cells> seen{};
    std::array<std::uint16_t, most_entries> queue{};
    std::array<std::uint16_t, most_cells> queued_at{};
    numbers_[0] = 0;
    std::uint32_t end = 1;
    std::uint32_t at = 0;
    for (std::uint16_t depth = 1; at < end; ++depth) {
      for (const std::uint32_t level_end = end; at < level_end; ++at) {
        const std::uint32_t cell = queue[at];
        seen[cell] = true;
        for_each_end(size, cell, jumps[cell], [&](std::uint32_t next) {
          if (seen[next]) return;
          numbers_[next] = depth;
          if (queued_at[next] == depth) return;
          queued_at[next] = depth;
          queue[end++] = static_cast<std::uint16_t>(next);
        });
      }
    }
  }

  std::span<const std::uint32_t> numbers() const { return std::span(numbers_).first(cell_count_); }

 private:
  std::uint32_t cell_count_;
  std::array<std::uint32_t, most_cells> numbers_;
};

}  // namespace

std::uint32_t read_size(const Settings& settings) {
  return static_cast<std::uint32_t>(settings.integer("size", 7, {least_size, max_size}));
}

std::optional<double> most_jumps(std::uint32_t size) {
  constexpr std::array<double, 8> most = {0, 0, 2, 4, 12, 21, 32, 45};
  if (size < most.size()) return most[size];
  return std::nullopt;
}

template <std::uint32_t words>
JumpMazeProblem<words>::JumpMazeProblem(std::uint32_t size, const JumpMazeSettings& settings)
    : size_(size),
      kind_(settings.evaluation),
      mutation_(settings.mutation),
      ends_(std::make_shared<const JumpEnds<words>>(size)),
      evaluation_(size, ends_),
      heat_bath_(size, settings.temperature, ends_),
      features_(settings.features),
      structure_(size, ends_),
      mutated_(goal_of(size), 0) {
  if (settings.crossover_share) {
    crossover_point_ = static_cast<std::uint32_t>(std::floor(*settings.crossover_share * size * size + 0.5));
  }
}

template <std::uint32_t words>
JumpMazeProblem<words>::JumpMazeProblem(const Settings& settings, Files& /*files*/)
    : JumpMazeProblem(read_size(settings), read_settings(settings)) {}

template <std::uint32_t words>
Score JumpMazeProblem<words>::evaluate(const Genome& genome) const {
  return {0, static_cast<double>(kind_ == EvaluationKind::published ? published_value(size_, genome.values)
                                                                    : evaluation_(genome))};
}

template <std::uint32_t words>
std::optional<double> JumpMazeProblem<words>::optimum() const {
  return kind_ == EvaluationKind::published ? std::nullopt : most_jumps(size_);
}

template <std::uint32_t words>
Jumps<words> JumpMazeProblem<words>::sample(Random& random) const {
  Genome genome;
  for (std::uint32_t cell = 0; cell < goal_of(size_); ++cell) redraw(genome, cell, random);
  return genome;
}

template <std::uint32_t words>
Jumps<words> JumpMazeProblem<words>::crossover(const Genome& first, const Genome& second,
                                               Random& random) const {
  const std::uint32_t point = crossover_point_ ? *crossover_point_ : random.below(size_ * size_ + 1);
  Genome child = second;
  std::copy_n(first.values.begin(), point, child.values.begin());
  return child;
}

template <std::uint32_t words>
void JumpMazeProblem<words>::mutate(Genome& genome, double rate, Random& random) {
  if (rate != mutated_.rate()) [[unlikely]]
    mutated_ = Sites(goal_of(size_), rate);
  mutated_(random, [&](std::uint32_t cell) { mutate_cell(genome, cell, random); });
}

template <std::uint32_t words>
void JumpMazeProblem<words>::improve(Genome& genome, Score& score, std::uint64_t budget, Random& random) {
  if (kind_ == EvaluationKind::shortest) {
    auto value = static_cast<std::int32_t>(score.fitness);
    evaluations_ += heat_bath_(genome, value, budget, random);
    score.fitness = value;
    return;
  }
  for (std::uint64_t tried = 0; tried < budget; ++tried) {
    const std::uint32_t cell = random.below(goal_of(size_));
    const std::uint8_t before = genome[cell];
    mutate_cell(genome, cell, random);
    const Score changed = evaluate(genome);
    if (changed.fitness < score.fitness) {
      genome[cell] = before;
    } else {
      score = changed;
    }
  }
  evaluations_ += budget;
}

template <std::uint32_t words>
double JumpMazeProblem<words>::distance(const Genome& a, const Genome& b) const {
  std::uint32_t different = 0;
  for (std::uint32_t cell = 0; cell < goal_of(size_); ++cell) different += a[cell] != b[cell];
  return different / static_cast<double>(size_ * size_);
}

template <std::uint32_t words>
void JumpMazeProblem<words>::loci(const Genome& genome, Loci& loci) const {
  for (std::uint32_t cell = 0; cell < goal_of(size_); ++cell) loci.add(genome[cell]);
}

template <std::uint32_t words>
std::vector<Feature> JumpMazeProblem<words>::features() const {
  const std::uint32_t cells = size_ * size_;
  std::vector<Feature> described;
  for (const MazeFeature feature : features_) {
    const std::string name(maze_feature_names.at(static_cast<std::size_t>(feature)));
    switch (feature) {
      case MazeFeature::dead_ends:
        // Start and goal are none.
        described.push_back(count_feature(name, "cells", 0, cells - 2));
        break;
      case MazeFeature::cells_reached:
        described.push_back(count_feature(name, "cells", 1, cells));
        break;
      case MazeFeature::longest_line:
        described.push_back(count_feature(name, "jumps", 1, size_ - 1));
    }
  }
  return described;
}

template <std::uint32_t words>
void JumpMazeProblem<words>::features(const Genome& genome, std::span<double> values) {
  const Structure structure = structure_(genome);
  const std::array<std::uint32_t, maze_feature_names.size()> all = {
      structure.dead_ends, structure.cells_reached, structure.longest_line};
  for (std::size_t i = 0; i < features_.size(); ++i)
    values[i] = all.at(static_cast<std::size_t>(features_[i]));
}

template <std::uint32_t words>
std::vector<Objective> JumpMazeProblem<words>::objectives() const {
  return {{.name = "jumps", .unit = "jumps", .direction = Direction::maximise, .reference = 0},
          {.name = "dead_ends", .unit = "cells", .direction = Direction::maximise, .reference = -1}};
}

template <std::uint32_t words>
void JumpMazeProblem<words>::objectives(const Genome& genome, std::span<double> values) {
  values[0] = evaluate(genome).fitness;
  values[1] = structure_(genome).dead_ends;
}

template <std::uint32_t words>
bool JumpMazeProblem<words>::valid(const Genome& genome) const {
  for (std::uint32_t cell = 0; cell < Genome::most_cells; ++cell) {
    const std::uint32_t longest = ends_->longest(cell);
    if (genome[cell] > longest || (genome[cell] == 0 && longest > 0)) return false;
  }
  return true;
}

template <std::uint32_t words>
std::string JumpMazeProblem<words>::describe(const Genome& genome) const {
  return maze_text(maze_of(size_, genome));
}

template <std::uint32_t words>
Jumps<words> JumpMazeProblem<words>::parse(std::string_view text, const std::string& name) const {
  return jumps_of<words>(parse_maze(size_, text, name));
}

template <std::uint32_t words>
std::vector<Verdict> JumpMazeProblem<words>::judge(const Genome& genome) const {
  const std::int32_t value = value_of(distances_of(maze_of(size_, genome)).jumps);
  const bool met = value > 0;
  return {{.rule = "the goal can be reached",
           .found = met ? fmt::format("yes, in {} jumps", value)
                        : fmt::format("no, {} cell{} can't be", -value, value == -1 ? "" : "s"),
           .met = met}};
}

template <std::uint32_t words>
std::string JumpMazeProblem<words>::explain(const Genome& genome) const {
  const Maze maze = maze_of(size_, genome);
  return distance_text(
      size_, kind_ == EvaluationKind::published ? published_distances(maze) : distances_of(maze).jumps);
}

template <std::uint32_t words>
std::string JumpMazeProblem<words>::draw(const Genome* solution) const {
  return draw_svg(maze_of(size_, expect_solution(solution)));
}

template <std::uint32_t words>
std::string JumpMazeProblem<words>::draw_text(const Genome* solution) const {
  return jump_maze::draw_text(maze_of(size_, expect_solution(solution)));
}

template class JumpMazeProblem<1>;
template class JumpMazeProblem<2>;
template class JumpMazeProblem<4>;
template class JumpMazeProblem<8>;

std::vector<std::uint32_t> published_distances(const Maze& maze) {
  const Search search(maze.size, maze.jumps);
  return {search.numbers().begin(), search.numbers().end()};
}

std::int32_t published_value(std::uint32_t size, std::span<const std::uint8_t> jumps) {
  return value_of(Search(size, jumps).numbers());
}

}  // namespace skerry::jump_maze

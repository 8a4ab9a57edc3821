#include "puzzles/skyscraper/grid_problem.hpp"

#include "skerry/app/settings.hpp"

#include "puzzles/latin/puzzle_key.hpp"
#include "puzzles/skyscraper/draw_svg.hpp"
#include "puzzles/skyscraper/formats.hpp"
#include "puzzles/skyscraper/judge.hpp"

#include <utility>

namespace skerry::skyscraper {

Puzzle read_puzzle(const Settings& settings, Files& files) {
  return puzzle_of_key(settings, files, parse_puzzles);
}

GridProblem::GridProblem(Puzzle puzzle)
    : puzzle_(std::make_shared<const Puzzle>(std::move(puzzle))), evaluation_(*puzzle_) {}

double GridProblem::distance(const Genome& a, const Genome& b) const {
  std::uint32_t different = 0;
  for (std::size_t cell = 0; cell < a.cells.size(); ++cell) different += a.cells[cell] != b.cells[cell];
  return different / static_cast<double>(size() * size());
}

bool GridProblem::valid(const Genome& genome) const {
  for (std::uint32_t row = 0; row < max_size; ++row) {
    for (std::uint32_t column = 0; column < max_size; ++column) {
      const std::uint8_t value = genome[row][column];
      const bool inside = row < size() && column < size();
      if (inside ? value == 0 || value > size() : value != 0) return false;
    }
  }
  return true;
}

std::string GridProblem::describe(const Genome& genome) const {
  return draw_text(&genome);
}

GridProblem::Genome GridProblem::parse(std::string_view text, const std::string& name) const {
  return rows_of(parse_grid(*puzzle_, text, name), size());
}

std::vector<Verdict> GridProblem::judge(const Genome& genome) const {
  return skyscraper::judge(*puzzle_, grid_of(genome, size()));
}

std::string GridProblem::draw(const Genome* solution) const {
  return solution == nullptr ? draw_svg(*puzzle_) : draw_svg(*puzzle_, grid_of(*solution, size()));
}

std::string GridProblem::draw_text(const Genome* solution) const {
  return skyscraper::draw_text(*puzzle_, solution == nullptr ? puzzle_->givens : grid_of(*solution, size()));
}

}  // namespace skerry::skyscraper

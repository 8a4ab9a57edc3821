#include "puzzles/sudoku/grid_problem.hpp"

#include "skerry/app/settings.hpp"

#include "puzzles/latin/puzzle_key.hpp"
#include "puzzles/sudoku/draw_svg.hpp"
#include "puzzles/sudoku/formats.hpp"
#include "puzzles/sudoku/judge.hpp"

#include <utility>

namespace skerry::sudoku {

Puzzle read_puzzle(const Settings& settings, Files& files) {
  return puzzle_of_key(settings, files, parse_puzzles);
}

template <std::uint32_t order>
GridProblem<order>::GridProblem(Puzzle puzzle) : puzzle_(std::make_shared<const Puzzle>(std::move(puzzle))) {}

template <std::uint32_t order>
double GridProblem<order>::distance(const Genome& a, const Genome& b) const {
  std::uint32_t different = 0;
  for (std::uint32_t cell = 0; cell < Genome::count; ++cell) different += a[cell] != b[cell];
  return different / static_cast<double>(Genome::count);
}

template <std::uint32_t order>
std::string GridProblem<order>::describe(const Genome& genome) const {
  return draw_text(&genome);
}

template <std::uint32_t order>
Cells<order> GridProblem<order>::parse(std::string_view text, const std::string& name) const {
  return cells_of<order>(parse_grid(*puzzle_, text, name));
}

template <std::uint32_t order>
std::vector<Verdict> GridProblem<order>::judge(const Genome& genome) const {
  return sudoku::judge(*puzzle_, genome.values);
}

template <std::uint32_t order>
std::string GridProblem<order>::draw(const Genome* solution) const {
  return solution == nullptr ? draw_svg(*puzzle_) : draw_svg(*puzzle_, solution->values);
}

template <std::uint32_t order>
std::string GridProblem<order>::draw_text(const Genome* solution) const {
  return solution == nullptr ? sudoku::draw_text(order, puzzle_->givens)
                             : sudoku::draw_text(order, solution->values);
}

template class GridProblem<2>;
template class GridProblem<3>;
template class GridProblem<4>;
template class GridProblem<5>;

}  // namespace skerry::sudoku

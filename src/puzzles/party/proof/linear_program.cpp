#include "puzzles/party/proof/linear_program.hpp"

#include <algorithm>
#include <memory>

#include <coin/Clp_C_Interface.h>

namespace skerry::party {

std::uint32_t LinearProgram::add_row(double least, double most) {
  row_least_.push_back(least);
  row_most_.push_back(most);
  return static_cast<std::uint32_t>(row_least_.size() - 1);
}

std::uint32_t LinearProgram::add_column(double cost, std::span<const Entry> entries, double most) {
  cost_.push_back(cost);
  column_most_.push_back(most);
  for (const auto& [row, coefficient] : entries) {
    entry_row_.push_back(static_cast<int>(row));
    entry_.push_back(coefficient);
  }
  start_.push_back(static_cast<int>(entry_.size()));
  return static_cast<std::uint32_t>(cost_.size() - 1);
}

LinearProgram::Solution LinearProgram::solve(double seconds) const {
  const std::unique_ptr<Clp_Simplex, decltype(&Clp_deleteModel)> model(Clp_newModel(), &Clp_deleteModel);
  const std::unique_ptr<Clp_Solve, decltype(&ClpSolve_delete)> options(ClpSolve_new(), &ClpSolve_delete);
  Clp_setLogLevel(model.get(), 0);
  const std::vector<double> column_least(columns(), 0);
  Clp_loadProblem(model.get(), static_cast<int>(columns()), static_cast<int>(rows()), start_.data(),
                  entry_row_.data(), entry_.data(), column_least.data(), column_most_.data(), cost_.data(),
                  row_least_.data(), row_most_.data());
  Clp_setMaximumSeconds(model.get(), seconds);
  constexpr int primal = 1;
  ClpSolve_setSolveType(options.get(), primal, -1);
  Clp_initialSolveWithOptions(model.get(), options.get());
  Solution solution;
  solution.optimal = Clp_status(model.get()) == 0;
  solution.cost = Clp_objectiveValue(model.get());
  const double* prices = Clp_dualRowSolution(model.get());
  solution.row_price.assign(prices, prices + rows());
  const double* values = Clp_primalColumnSolution(model.get());
  solution.column.assign(values, values + columns());
  return solution;
}

}  // namespace skerry::party

#include "puzzles/party/proof/linear_program.hpp"

#include <algorithm>

#include <coin/ClpEventHandler.hpp>
#include <coin/ClpSimplex.hpp>
#include <coin/ClpSolve.hpp>

namespace skerry::party {

namespace {

/// Ends a program where a function says so.
class StopHandler : public ClpEventHandler {
 public:
  explicit StopHandler(const std::function<bool()>& stop) : stop_(&stop) {}
  int event(Event) override {
    constexpr int end = 0, go_on = -1;
    return *stop_ && (*stop_)() ? end : go_on;
  }
  ClpEventHandler* clone() const override { return new StopHandler(*this); }

 private:
  const std::function<bool()>* stop_;
};

}  // namespace

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

LinearProgram::Solution LinearProgram::solve(double seconds, const std::function<bool()>& stop) const {
  ClpSimplex model;
  const StopHandler handler(stop);
  model.setLogLevel(0);
  model.passInEventHandler(&handler);
  const std::vector<double> column_least(columns(), 0);
  model.loadProblem(static_cast<int>(columns()), static_cast<int>(rows()), start_.data(), entry_row_.data(),
                    entry_.data(), column_least.data(), column_most_.data(), cost_.data(), row_least_.data(),
                    row_most_.data());
  model.setMaximumSeconds(seconds);
  ClpSolve options;
  options.setSolveType(ClpSolve::usePrimal);
  model.initialSolve(options);
  Solution solution;
  solution.optimal = model.status() == 0;
  solution.cost = model.objectiveValue();
  const double* prices = model.dualRowSolution();
  solution.row_price.assign(prices, prices + rows());
  const double* values = model.primalColumnSolution();
  solution.column.assign(values, values + columns());
  return solution;
}

}  // namespace skerry::party

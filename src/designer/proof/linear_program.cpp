#include "designer/proof/linear_program.hpp"

#include <algorithm>
#include <cmath>

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

namespace {

constexpr double largest_product = 1e15;  // of a multiplier and a coefficient of its row
constexpr double negligible = 1e-9;       // of the largest product
constexpr double cost_of_a_miss = 1000;   // far above the tolerance of reduced costs

/// Returns the largest number of each row.
std::vector<double> row_sizes(const IntegerProgram& program) {
  std::vector<double> size(program.rows.size(), 1);
  for (const auto& [row, coefficient] : program.entries)
    size[row] = std::max(size[row], std::abs(static_cast<double>(coefficient)));
  return size;
}

/// Returns what the values of the columns can take at most off the sum of multiplier x row.
WideInteger most_taken(const IntegerProgram& program, std::span<const std::int64_t> multipliers) {
  WideInteger taken = 0;
  for (std::size_t c = 0; c < program.columns.size(); ++c) {
    WideInteger sum = 0;
    for (const auto& [row, coefficient] : program.column(c))
      sum += WideInteger{multipliers[row]} * coefficient;
    if (sum > 0) taken += sum * program.columns[c].most;
  }
  return taken;
}

}  // namespace

std::uint32_t IntegerProgram::add_row(std::optional<std::int64_t> at_least,
                                      std::optional<std::int64_t> at_most) {
  rows.push_back({at_least, at_most});
  return static_cast<std::uint32_t>(rows.size() - 1);
}

void IntegerProgram::add_column(std::int64_t most, std::span<const Entry> of_column) {
  columns.push_back({most, entries.size()});
  entries.insert(entries.end(), of_column.begin(), of_column.end());
}

std::span<const IntegerProgram::Entry> IntegerProgram::column(std::size_t index) const {
  const std::size_t end = index + 1 < columns.size() ? columns[index + 1].start : entries.size();
  return std::span(entries).subspan(columns[index].start, end - columns[index].start);
}

std::optional<WideInteger> refutation(const IntegerProgram& program,
                                      std::span<const std::int64_t> multipliers) {
  WideInteger asked = 0;
  for (std::size_t r = 0; r < program.rows.size(); ++r) {
    if (multipliers[r] == 0) continue;
    const auto& side = multipliers[r] > 0 ? program.rows[r].at_least : program.rows[r].at_most;
    if (!side) return std::nullopt;
    asked += WideInteger{multipliers[r]} * *side;
  }
  return asked - most_taken(program, multipliers);
}

std::int64_t least_relaxation(const IntegerProgram& program, std::span<const std::int64_t> multipliers,
                              std::uint32_t row) {
  const std::int64_t multiplier = multipliers[row];
  const auto& side = multiplier > 0 ? program.rows[row].at_least : program.rows[row].at_most;
  // The program is refuted where rest + multiplier x bound is above 0.
  const WideInteger rest = *refutation(program, multipliers) - WideInteger{multiplier} * *side;
  const WideInteger size = multiplier > 0 ? multiplier : -WideInteger{multiplier};
  const WideInteger floor = -rest / size - (rest > 0 && rest % size != 0 ? 1 : 0);
  return static_cast<std::int64_t>(multiplier > 0 ? floor : -floor);
}

std::optional<std::vector<std::int64_t>> elastic_multipliers(const IntegerProgram& program,
                                                             std::span<const ElasticRow> elastic,
                                                             double seconds,
                                                             const std::function<bool()>& stop) {
  LinearProgram linear;
  for (const auto& [at_least, at_most] : program.rows) {
    linear.add_row(at_least ? static_cast<double>(*at_least) : -LinearProgram::infinite,
                   at_most ? static_cast<double>(*at_most) : LinearProgram::infinite);
  }
  std::vector<LinearProgram::Entry> entries;
  for (std::size_t c = 0; c < program.columns.size(); ++c) {
    entries.clear();
    for (const auto& [row, coefficient] : program.column(c))
      entries.push_back({row, static_cast<double>(coefficient)});
    linear.add_column(0, entries, static_cast<double>(program.columns[c].most));
  }
  for (const auto& [row, at_most, scale] : elastic) {
    const LinearProgram::Entry miss{row, at_most ? -1.0 : 1.0};
    linear.add_column(cost_of_a_miss / scale, {&miss, 1});
  }
  const LinearProgram::Solution solution = linear.solve(seconds, stop);
  if (!solution.optimal) return std::nullopt;

  const std::vector<double> size = row_sizes(program);
  double largest = 0;
  for (std::size_t r = 0; r < size.size(); ++r)
    largest = std::max(largest, std::abs(solution.row_price[r]) * size[r]);
  std::vector<std::int64_t> multipliers(size.size(), 0);
  for (std::size_t r = 0; r < size.size() && largest > 0; ++r) {
    const double price = solution.row_price[r];
    if (std::abs(price) * size[r] < negligible * largest) continue;
    const auto& [at_least, at_most] = program.rows[r];
    if (price > 0 ? at_least.has_value() : at_most.has_value())
      multipliers[r] = std::llround(price / largest * largest_product);
  }
  return multipliers;
}

}  // namespace skerry::party

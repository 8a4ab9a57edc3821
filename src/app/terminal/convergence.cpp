#include "app/terminal/convergence.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

namespace skerry {
namespace {

std::uint64_t renewals(const Statistics& row) {
  return row.restarts + row.immigrations;
}

}  // namespace

// A run that goes on from a checkpoint may have changed just before.
void Convergence::begin_from(const EpochRecord& record) {
  last_change_ = record.first_generation;
  for (std::size_t island = 0; island < record.islands; ++island)
    renewals_.push_back(renewals(record.statistics[island]));
}

void Convergence::observe(const EpochRecord& record) {
  if (record.generations == 0) return;
  if (renewals_.empty()) begin_from(record);
  for (std::size_t row = 0; row < record.statistics.size(); ++row) {
    std::uint64_t& before = renewals_[row % record.islands];
    const std::uint64_t now = renewals(record.statistics[row]);
    if (now != before) last_change_ = record.first_generation + row / record.islands;
    before = now;
  }
  if (!record.improvements.empty())
    last_change_ = std::max(last_change_, record.improvements.back().generation);

  const auto last = std::span(record.statistics).last(record.islands);
  const std::uint64_t generation = record.first_generation + record.generations - 1;
  restarts_ = 0;
  for (const Statistics& row : last) restarts_ += row.restarts;
  converged_ = generation - last_change_ >= converged_after && std::ranges::all_of(last, [](const auto& row) {
                 return row.fitness_diversity < converged_below;
               });
}

}  // namespace skerry

#pragma once

#include "skerry/evolve.hpp"
#include "skerry/trace.hpp"

#include "mpi/shared_folder.hpp"
#include "support/testing.hpp"
#include "trace/trace_reader.hpp"

namespace skerry {

/// Keeps what the first rank is told of a run.
struct KeepingRecorder : Recorder {
  RunStart begin(const RunDescription& run, const Mpi& /*mpi*/) override {
    description = run;
    return {};
  }
  void record(const EpochRecord& epoch) override { epochs.push_back(epoch); }
  void end(const Outcome& /*outcome*/, const std::string& /*solution*/) override {}

  RunDescription description;
  std::vector<EpochRecord> epochs;
};

/// Returns everything of an epoch that does not depend on times.
inline std::string text_of(const EpochRecord& record) {
  std::string text =
      fmt::format("{} {} {} {} {} {}\n", record.epoch, record.first_generation, record.generations,
                  record.best.violation, record.best.cost, record.evaluations);
  const auto add = [&text]<Record R>(const std::vector<R>& rows) {
    for (const R& row : rows) {
      for_each_member<R>([&](const auto& member) {
        if (!member.measured()) text += fmt::format("{} ", row.*member.pointer);
      });
      text += '\n';
    }
  };
  add(record.statistics);
  add(record.improvements);
  add(record.births);
  add(record.evaluation_rows);
  add(record.populations);
  add(record.migration);
  for (const double value : record.column_values) text += fmt::format("{} ", value);
  for (const auto* genomes : {&record.improvement_genomes, &record.population_genomes}) {
    for (const std::byte byte : *genomes) text += fmt::format("{:02x}", static_cast<unsigned>(byte));
  }
  return text;
}

/// Returns everything of an outcome that does not depend on times, apart from the solutions.
inline std::string text_of(const Outcome& outcome) {
  std::string text =
      fmt::format("{} {} {} {} {} {}\n", outcome.generations, outcome.epochs, outcome.evaluations,
                  outcome.best.cost, outcome.best_island, name_of(outcome.reason));
  for (const std::byte byte : outcome.best_genome) text += fmt::format("{:02x}", static_cast<unsigned>(byte));
  return text;
}

template <typename Genome>
void expect_same_result(const EvolveResult<Genome>& a, const EvolveResult<Genome>& b) {
  EXPECT_TRUE(a.best == b.best);
  EXPECT_EQ(a.score, b.score);
  EXPECT_EQ(a.reason, b.reason);
  EXPECT_EQ(a.generations, b.generations);
  EXPECT_EQ(a.evaluations, b.evaluations);
  EXPECT_EQ(a.best_island, b.best_island);
  EXPECT_TRUE(std::ranges::equal(a.solutions, b.solutions, [](const auto& one, const auto& other) {
    return one.genome == other.genome && one.score == other.score && one.values == other.values &&
           one.cell == other.cell;
  }));
}

/// Evolves for 40 generations in one go and in parts, and expects the same results and traces. `own` are
/// parts and observers of the program's own.
template <typename P, typename... Own>
void expect_goes_on_as_if_it_had_never_stopped(const P& problem, EvolveSettings<typename P::Genome> settings,
                                               const Mpi& mpi, const Own&... own) {
  const SharedFolder folder(mpi.communicator());
  settings.stop.generations = 40;
  settings.record = trace(folder / "whole.h5");
  const auto whole = evolve(problem, settings, mpi, own...);

  settings.record = trace(folder / "parts.h5", Resume::if_present, {.every = 1, .seconds = 1e9, .share = 1});
  settings.on_epoch = [](const Epoch& epoch) { return epoch.generation < 10; };
  EXPECT_EQ(evolve(problem, settings, mpi, own...).reason, StopReason::requested);
  settings.on_epoch = {};
  // A part that ends within an epoch leaves its last rows in the checkpoint alone. At the end nothing is left
  // to do.
  for (const std::uint64_t generations : {17U, 18U, 40U, 40U}) {
    settings.stop.generations = generations;
    const auto parts = evolve(problem, settings, mpi, own...);
    EXPECT_EQ(parts.generations, generations);
    if (generations == 40) expect_same_result(parts, whole);
  }

  if (!mpi.first()) return;
  const TraceReader one(folder / "whole.h5");
  const TraceReader other(folder / "parts.h5");
  ASSERT_EQ(one.epoch_count(), other.epoch_count());
  for (std::uint64_t epoch = 0; epoch < one.epoch_count(); ++epoch)
    EXPECT_EQ(text_of(one.epochs(epoch, 1).front()), text_of(other.epochs(epoch, 1).front()));
}

}  // namespace skerry

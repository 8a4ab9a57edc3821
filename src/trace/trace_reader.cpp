#include "trace/trace_reader.hpp"

#include "trace/hdf5/dataset.hpp"
#include "trace/trace_attributes.hpp"
#include "trace/trace_rows.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include <fmt/core.h>

namespace skerry {
namespace fs = std::filesystem;
namespace {

namespace format = trace_format;
using hdf5::required;

constexpr std::uint64_t rows_in_block = 100000;

/// Returns the stop reason of a run that reached its end; an interrupted run has none.
std::optional<StopReason> stop_reason_of(const std::string& text) {
  for (const StopReason reason :
       {StopReason::generations, StopReason::evaluations, StopReason::seconds, StopReason::target,
        StopReason::stagnation, StopReason::requested, StopReason::no_fitness}) {
    if (text == name_of(reason)) return reason;
  }
  return std::nullopt;
}

/// Returns the mean over the islands that have a value; NaN if none has one.
double mean(std::span<const Statistics> statistics, double Statistics::*member) {
  double sum = 0;
  std::size_t count = 0;
  for (const Statistics& row : statistics) {
    if (std::isnan(row.*member)) continue;
    sum += row.*member;
    ++count;
  }
  return sum / static_cast<double>(count);
}

}  // namespace

struct TraceReader::Impl {
  explicit Impl(const fs::path& trace)
      : path(trace),
        opened(hdf5::open_trace(trace)),
        rows(hdf5::reading_trace(path, [this] { return hdf5::TraceRows(id()); })) {}

  hid_t id() const { return opened.file.id(); }
  std::string text(const char* name) const { return required(hdf5::text_attribute(id(), name), name); }
  void summarise_end(TraceSummary& summary) const;
  EvaluationCounts count_evaluations() const;
  template <typename Work>
  auto guarded(Work work) const {
    return hdf5::reading_trace(path, work);
  }

  fs::path path;
  hdf5::OpenTrace opened;
  hdf5::TraceRows rows;
};

void TraceReader::Impl::summarise_end(TraceSummary& summary) const {
  if (rows.epochs().empty()) return;
  const EpochRow& last = rows.epochs().back();
  summary.last_epoch = last;
  summary.generations = last.generation;
  summary.epochs = rows.epochs().size();
  summary.evaluations = last.evaluations;
  summary.elapsed_s = last.elapsed_s;
  summary.best = Score{.violation = last.violation, .fitness = last.best};
  summary.target_reached = summary.target && key_of_recorded(*summary.best, summary.direction) <=
                                                 key_of({0, *summary.target}, summary.direction);
  const auto epoch = rows.read_epochs(rows.epochs().size() - 1, 1).front();
  if (epoch.generations == 0) return;
  const auto last_rows = std::span(epoch.statistics).last(rows.islands());
  summary.last_generation.assign(last_rows.begin(), last_rows.end());
  const auto values = std::span(epoch.column_values).last(rows.islands() * summary.columns.size());
  summary.column_values.assign(values.begin(), values.end());
  summary.fitness_diversity = mean(last_rows, &Statistics::fitness_diversity);
  summary.genotype_diversity = mean(last_rows, &Statistics::genotype_diversity);
}

EvaluationCounts TraceReader::Impl::count_evaluations() const {
  EvaluationCounts counts;
  for (std::uint64_t epoch = 0; epoch < rows.epochs().size();) {
    const std::uint64_t count = rows.epochs_within(epoch, rows.epochs().size(), rows_in_block);
    for (const EvaluationRow& row : rows.read_evaluations(epoch, count)) {
      ++counts.rows;
      counts.failed += row.failed;
      counts.known += row.known;
    }
    epoch += count;
  }
  return counts;
}

TraceReader::TraceReader(const fs::path& file) : impl_(std::make_unique<Impl>(file)) {}

TraceReader::~TraceReader() = default;
TraceReader::TraceReader(TraceReader&&) noexcept = default;
TraceReader& TraceReader::operator=(TraceReader&&) noexcept = default;

TraceSummary TraceReader::summary() const {
  if (const auto [whole, damage] = examine(); !damage.empty()) hdf5::refuse_damage(impl_->path, damage);
  return impl_->guarded([&] {
    const hid_t id = impl_->id();
    TraceSummary summary{hdf5::read_header(id)};
    summary.source = impl_->text("source");
    summary.ended = impl_->text("ended");
    summary.stop_reason = impl_->text("stop_reason");
    if (summary.stop_reason != format::running) summary.solution = hdf5::read_best(id).text;
    impl_->summarise_end(summary);
    if (impl_->rows.records_evaluations()) summary.recorded_evaluations = impl_->count_evaluations();
    Solutions kept = solutions();
    summary.kept = std::move(kept.recorded.set);
    summary.kept_generation = kept.recorded.generation;
    summary.kept_damage = std::move(kept.damage);
    return summary;
  });
}

TraceHeader TraceReader::header() const {
  return impl_->guarded([this] { return hdf5::read_header(impl_->id()); });
}

TraceReader::Solutions TraceReader::solutions() const {
  Solutions found;
  const hid_t id = impl_->id();
  try {
    found.description = hdf5::read_set_description(id);
    if (found.description.kind == SetKind::none) return found;
    found.recorded = hdf5::read_solutions(id, found.description, hdf5::direction_of(id));
  } catch (const hdf5::Failure& failure) {
    found.damage =
        fmt::format("the solutions in /{} cannot be read, as after a kill while they were written ({})",
                    format::group_of(hdf5::set_kind_of(id)), failure.what());
    found.recorded = {};
  }
  return found;
}

std::string TraceReader::stop_reason() const {
  return impl_->guarded([this] { return impl_->text("stop_reason"); });
}

bool TraceReader::closed() const {
  return impl_->opened.closed;
}

std::optional<TraceFooter> TraceReader::footer() const {
  return impl_->guarded([this]() -> std::optional<TraceFooter> {
    const auto reason = stop_reason_of(impl_->text("stop_reason"));
    if (!reason || impl_->rows.epochs().empty()) return std::nullopt;
    const hid_t id = impl_->id();
    const EpochRow& last = impl_->rows.epochs().back();
    hdf5::Best best = hdf5::read_best(id);
    const Key best_key = key_of_recorded({last.violation, last.best}, hdf5::direction_of(id));
    // First what may throw: see docs/decisions.md, Compilers and MPIs.
    std::string ended = impl_->text("ended");
    SolutionSet kept = solutions().recorded.set;
    return TraceFooter{
        .outcome = {.generations = last.generation,
                    .epochs = impl_->rows.epochs().size(),
                    .evaluations = last.evaluations,
                    .elapsed_s = required(hdf5::real_attribute(id, "elapsed_s"), "elapsed_s"),
                    .best = best_key,
                    .best_island = hdf5::count_attribute(hdf5::open_group(id, "best").id(), "island"),
                    .best_genome = std::move(best.genome),
                    .reason = *reason,
                    .solutions = std::move(kept)},
        .solution = std::move(best.text),
        .ended = std::move(ended)};
  });
}

std::uint64_t TraceReader::epoch_count() const {
  return impl_->rows.epochs().size();
}

std::vector<EpochRecord> TraceReader::epochs(std::uint64_t first, std::uint64_t count) const {
  const std::uint64_t held = epoch_count();
  if (first > held || count > held - first) {
    hdf5::refuse_trace(impl_->path,
                       fmt::format("the trace holds {} whole epochs, fewer than {}", held, first + count));
  }
  return impl_->guarded([&] { return impl_->rows.read_epochs(first, count); });
}

std::uint64_t TraceReader::epochs_within(std::uint64_t first, std::uint64_t end, std::uint64_t rows) const {
  return impl_->rows.epochs_within(first, end, rows);
}

TraceReader::Examination TraceReader::examine() const {
  std::uint64_t epoch = 0;
  std::uint64_t most = epoch_count();
  while (epoch < epoch_count()) {
    const std::uint64_t end = std::min(epoch + most, epoch_count());
    const std::uint64_t count = epochs_within(epoch, end, rows_in_block);
    try {
      impl_->rows.read_epochs(epoch, count);
      epoch += count;
    } catch (const hdf5::Failure& failure) {
      if (count == 1) return {epoch, failure.what()};
      most = count / 2;  // halves the block, to find the damaged epoch in it
    }
  }
  return {epoch, impl_->rows.damage()};
}

}  // namespace skerry

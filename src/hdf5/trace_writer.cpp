#include "hdf5/trace_writer.hpp"

#include "skerry/error.hpp"

#include "hdf5/checksum.hpp"
#include "hdf5/extendible.hpp"
#include "hdf5/handle.hpp"
#include "hdf5/new_file.hpp"
#include "hdf5/trace_attributes.hpp"
#include "hdf5/trace_format.hpp"
#include "hdf5/trace_reader.hpp"
#include "hdf5/trace_table.hpp"
#include "hdf5/writable_file.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace skerry {
namespace {

namespace format = trace_format;
using hdf5::checked;
using hdf5::Extendible;
using Clock = std::chrono::steady_clock;

constexpr int waiting_per_writing = 200;
/// Rows of /generation (times islands) that may wait in memory.
constexpr std::size_t most_waiting = 100000;

/// More than an empty trace takes, in bytes.
std::uint64_t room_for(const TraceHeader& header) {
  return (512 << 10) + 64 * header.islands + header.configuration.size() + header.hosts.size();
}

}  // namespace

struct TraceWriter::Impl {
  Impl(std::filesystem::path final_path, const std::filesystem::path& made_at, const TraceHeader& header);

  void start_swmr();
  void add(const EpochRecord& record);
  void copy(const TraceReader& past, std::uint64_t first_epochs);
  void append(const EpochRecord& record);
  void write();
  void finish(const TraceFooter& footer);
  void close_as(const std::string& stop_reason, const std::string& ended);
  template <typename Work>
  void guarded(Work work);

  std::optional<FileLock> lock;
  std::filesystem::path path;
  Direction direction;
  hdf5::WritableFile file;
  hdf5::TraceTable generation;
  hdf5::TraceTable migration;
  hdf5::TraceTable improvement;
  hdf5::TraceTable epoch;
  Extendible* migration_generation;
  hdf5::Group best;
  Extendible genome;
  Extendible text;
  format::EpochRow last;
  std::uint64_t islands;
  std::uint64_t generations = 0;
  std::uint64_t epochs = 0;
  std::size_t waiting = 0;
  /// The least that a write has cost: what it costs whatever the rows, which cost the same sooner or later.
  Clock::duration writing = Clock::duration::max() / (2 * waiting_per_writing);
  std::optional<Clock::time_point> written;
  bool failed = false;
};

TraceWriter::Impl::Impl(std::filesystem::path final_path, const std::filesystem::path& made_at,
                        const TraceHeader& header)
    : path(std::move(final_path)),
      direction(header.direction),
      file(made_at),
      generation(file.id(),
                 {"generation", "generation", "generation, 0 = the initial population", header.islands,
                  header.fitness_unit},
                 format::generation_columns),
      migration(file.id(), {"migration", "epoch", "epoch that ended with this migration", header.islands, ""},
                format::migration_columns),
      improvement(file.id(), {"improvement", "improvement", "number of the row", 0, header.fitness_unit},
                  format::improvement_columns),
      epoch(file.id(), {"epoch", "epoch", "generations between two migrations", 0, header.fitness_unit},
            format::epoch_columns),
      migration_generation(&migration.add_row_column("generation", "last generation before the migration")),
      best(hdf5::create_group(file.id(), "best")),
      genome(best.id(), {.name = "genome",
                         .type = Extendible::Type::byte,
                         .unit = "",
                         .long_name = "best genome, as skerry stores it"}),
      text(best.id(), {.name = "text",
                       .type = Extendible::Type::character,
                       .unit = "",
                       .long_name = "text form of the best genome"}),
      islands(header.islands) {
  text.set_attribute("_Encoding", "utf-8");
  hdf5::describe_run(file.id(), best.id(), header);
}

void TraceWriter::Impl::start_swmr() {
  file.flush(H5F_SCOPE_GLOBAL);
  checked(H5Fstart_swmr_write(file.id()), "start of SWMR");
  file.sync();
}

template <typename Work>
void TraceWriter::Impl::guarded(Work work) {
  try {
    work();
  } catch (const hdf5::Failure& failure) {
    failed = true;
    file.drop_writes();
    const std::string reason = file.write_error();
    throw Error(ExitStatus::failed, fmt::format("the trace {} can't be written: {}", path.string(),
                                                reason.empty() ? failure.what() : reason));
  }
}

void TraceWriter::Impl::add(const EpochRecord& record) {
  if (record.first_generation != generations || record.islands != islands ||
      record.statistics.size() != record.generations * islands ||
      (!record.migration.empty() && record.migration.size() != islands)) {
    throw std::invalid_argument(fmt::format(
        "epoch {} does not continue the trace: {} values from generation {} of {} islands, after {} "
        "generations of {}",
        record.epoch, record.statistics.size(), record.first_generation, record.islands, generations,
        islands));
  }
  generations += record.generations;
  epochs = record.epoch + 1;
  generation.append(record.first_generation, std::span(record.statistics), format::generation_columns);
  improvement.append(last.improvements, std::span(record.improvements), format::improvement_columns);
  last.improvements += record.improvements.size();
  last.generation = generations == 0 ? 0 : generations - 1;
  if (!record.migration.empty()) {
    migration.append(record.epoch, std::span(record.migration), format::migration_columns);
    migration_generation->add(last.generation);
    ++last.migrations;
  }
  last.evaluations = record.evaluations;
  last.violation = record.best.violation;
  last.best = score_of(record.best, direction).fitness;
  last.elapsed_s = record.elapsed_s;
  const hdf5::EpochChecksums checksums = hdf5::checksums_of(record, last);
  last.checksum = checksums.decided;
  last.measured_checksum = checksums.measured;
  epoch.append(record.epoch, std::span<const format::EpochRow>(&last, 1), format::epoch_columns);
  waiting += record.statistics.size() + 1;
}

/// Copies epochs in blocks, so that memory does not grow with the length of the run.
void TraceWriter::Impl::copy(const TraceReader& past, std::uint64_t first_epochs) {
  for (std::uint64_t next = 0; next < first_epochs;) {
    const std::uint64_t count = past.epochs_within(next, first_epochs, most_waiting);
    for (const EpochRecord& record : past.epochs(next, count)) add(record);
    write();
    next += count;
  }
  written.reset();
}

void TraceWriter::Impl::append(const EpochRecord& record) {
  add(record);
  const bool due = !written || Clock::now() - *written >= waiting_per_writing * writing;
  if (due || waiting >= most_waiting) {
    guarded([this] { write(); });
  }
}

void TraceWriter::Impl::write() {
  if (waiting == 0) return;
  const auto start = Clock::now();
  generation.write();
  migration.write();
  improvement.write();
  file.flush(H5F_SCOPE_LOCAL);
  epoch.write();
  file.flush(H5F_SCOPE_LOCAL);
  waiting = 0;
  written = Clock::now();
  writing = std::min(writing, *written - start);
}

void TraceWriter::Impl::finish(const TraceFooter& footer) {
  const Outcome& outcome = footer.outcome;
  genome.add(outcome.best_genome.data(), outcome.best_genome.size());
  genome.write();
  text.add(footer.solution.data(), footer.solution.size());
  text.write();
  hdf5::write_best(best.id(), footer, score_of(outcome.best, direction));
  write();
  // Before the reason of the end: a trace that says why it ended is whole, whenever its writer was killed.
  file.flush(H5F_SCOPE_GLOBAL);
  last.evaluations = outcome.evaluations;
  last.elapsed_s = outcome.elapsed_s;
  close_as(std::string(name_of(outcome.reason)), footer.ended);
}

void TraceWriter::Impl::close_as(const std::string& stop_reason, const std::string& ended) {
  write();
  hdf5::write_totals(file.id(), {.generations = last.generation,
                                 .epochs = epochs,
                                 .evaluations = last.evaluations,
                                 .elapsed_s = last.elapsed_s,
                                 .ended = ended,
                                 .stop_reason = stop_reason});
  file.flush(H5F_SCOPE_GLOBAL);
  for (hdf5::TraceTable* table : {&generation, &migration, &improvement, &epoch}) table->close();
  genome.close();
  text.close();
  best.close("best");
  file.close();
}

TraceWriter::TraceWriter(const std::filesystem::path& file, const TraceHeader& header, OldFile old) {
  hdf5::quiet_errors();
  hdf5::NewFile made(file, old.overwrite, room_for(header), std::move(old.lock));
  lay_out(file, made.path(), header);
  impl_->guarded([this] { impl_->start_swmr(); });
  impl_->lock = made.put_in_place();
}

TraceWriter::TraceWriter(const std::filesystem::path& file, const TraceHeader& header,
                         const TraceReader& past, std::uint64_t epochs, OldFile old) {
  hdf5::quiet_errors();
  past.epochs(epochs, 0);  // throws where it holds fewer
  hdf5::NewFile made(file, old.overwrite, room_for(header), std::move(old.lock));
  lay_out(file, made.path(), header);
  impl_->guarded([&] {
    impl_->copy(past, epochs);
    impl_->start_swmr();
  });
  impl_->lock = made.put_in_place();
}

void TraceWriter::lay_out(const std::filesystem::path& file, const std::filesystem::path& made_at,
                          const TraceHeader& header) {
  try {
    impl_ = std::make_unique<Impl>(file, made_at, header);
  } catch (const hdf5::Failure& failure) {
    throw Error(ExitStatus::failed,
                fmt::format("the trace {} can't be written: {}", file.string(), failure.what()));
  }
}

TraceWriter::~TraceWriter() {
  if (!impl_) return;
  try {
    if (!impl_->failed) impl_->close_as(format::interrupted, {});
  } catch (const std::exception&) {
    impl_->file.drop_writes();  // nobody is left to tell: a run that ends like this has its own error
  }
  impl_.reset();
}

TraceWriter::TraceWriter(TraceWriter&&) noexcept = default;
TraceWriter& TraceWriter::operator=(TraceWriter&& other) noexcept {
  std::swap(impl_, other.impl_);
  return *this;
}

void TraceWriter::append(const EpochRecord& record) {
  impl_->append(record);
}

void TraceWriter::flush() {
  impl_->guarded([this] { impl_->write(); });
}

void TraceWriter::interrupt(const std::string& ended) {
  impl_->guarded([&] { impl_->close_as(format::interrupted, ended); });
  impl_.reset();
}

void TraceWriter::finish(const TraceFooter& footer) {
  impl_->guarded([&] { impl_->finish(footer); });
  impl_.reset();
}

}  // namespace skerry

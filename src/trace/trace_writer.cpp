#include "trace/trace_writer.hpp"

#include "skerry/error.hpp"

#include "trace/files/file_calls.hpp"
#include "trace/hdf5/file.hpp"
#include "trace/structure.hpp"
#include "trace/trace_file.hpp"
#include "trace/trace_reader.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <stdexcept>
#include <utility>

#include <fmt/core.h>

namespace skerry {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int waiting_per_writing = 200;
/// The most rows of /generation, times islands, of /birth and of /evaluation that wait in memory.
constexpr std::size_t most_waiting = 100000;
/// The largest trace that is packed: most of a small one are chunks that are hardly filled.
constexpr std::uintmax_t most_packed_bytes = 1 << 20;
/// That of a run with rows of /evaluation: packed they take a tenth, and 2 us each, far less than their
/// evaluation.
constexpr std::uintmax_t most_packed_evaluations_bytes = 1 << 24;

/// Returns an upper bound of the size of an empty trace, in bytes.
std::uint64_t room_for(const TraceHeader& header) {
  return (512 << 10) + 64 * header.islands + header.configuration.size() + header.hosts.size() +
         header.solutions.centroids.size() * sizeof(double);
}

}  // namespace

struct TraceWriter::Impl {
  Impl(std::filesystem::path final_path, const std::filesystem::path& made_at, const TraceHeader& header,
       hdf5::Chunks chunks = hdf5::Chunks::plain)
      : path(std::move(final_path)), file(made_at, header, chunks), columns(header.columns.size()) {}

  void add(const EpochRecord& record);
  void copy(const TraceReader& past, std::uint64_t kept);
  void copy_solutions(const TraceReader& past, const SetDescription& described);
  void append(const EpochRecord& record);
  void write();
  void finish(const TraceFooter& footer);
  bool pack();
  void settle() const;
  void interrupt(const std::string& ended);
  template <typename Work>
  void guarded(Work work);

  std::optional<FileLock> lock;
  std::filesystem::path path;
  hdf5::TraceFile file;
  std::size_t columns;  // of the program's own
  std::uint64_t epochs = 0;
  std::size_t waiting = 0;
  bool has_evaluations = false;
  /// The least time that a write has taken: the cost of a write apart from its rows, which cost the same
  /// sooner or later.
  Clock::duration writing = Clock::duration::max() / (2 * waiting_per_writing);
  std::optional<Clock::time_point> written;
  bool failed = false;
};

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
  if (record.first_generation != file.generations() || record.islands != file.islands() ||
      record.statistics.size() != record.generations * record.islands ||
      record.column_values.size() != record.statistics.size() * columns ||
      (!record.migration.empty() && record.migration.size() != record.islands)) {
    throw std::invalid_argument(fmt::format(
        "epoch {} does not continue the trace: {} values from generation {} of {} islands, after {} "
        "generations of {}",
        record.epoch, record.statistics.size(), record.first_generation, record.islands, file.generations(),
        file.islands()));
  }
  file.add(record);
  epochs = record.epoch + 1;
  has_evaluations |= !record.evaluation_rows.empty();
  waiting += record.statistics.size() + 1 + record.populations.size();
  for_each_event_list(record, [&](const auto& rows) { waiting += rows.size(); });
}

/// Copies epochs in blocks, so that memory does not grow with the length of the run.
void TraceWriter::Impl::copy(const TraceReader& past, std::uint64_t kept) {
  while (epochs < kept) {
    const std::uint64_t count = past.epochs_within(epochs, kept, most_waiting);
    for (const EpochRecord& record : past.epochs(epochs, count)) add(record);
    file.write();  // without a flush, whose cost write() measures
    waiting = 0;
  }
}

void TraceWriter::Impl::copy_solutions(const TraceReader& past, const SetDescription& described) {
  if (epochs == 0 || !file.keeps_solutions()) return;
  TraceReader::Solutions solutions = past.solutions();
  const SetDescription& then = solutions.description;
  if (then.kind != described.kind || then.width() != described.width() || then.cells != described.cells)
    return;
  file.write_solutions(std::move(solutions.recorded));
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
  file.write();
  waiting = 0;
  written = Clock::now();
  writing = std::min(writing, *written - start);
}

void TraceWriter::Impl::finish(const TraceFooter& footer) {
  write();
  // The best is written before the stop reason: a trace with a stop reason is then whole, whenever its writer
  // was killed.
  file.write_best(footer);
  file.close({.generations = file.last().generation,
              .epochs = epochs,
              .evaluations = footer.outcome.evaluations,
              .elapsed_s = footer.outcome.elapsed_s,
              .ended = footer.ended,
              .stop_reason = std::string(name_of(footer.outcome.reason))});
}

/// Puts a smaller copy in the place of a small trace that is closed; returns false if it is not small.
bool TraceWriter::Impl::pack() {
  const auto most = has_evaluations ? most_packed_evaluations_bytes : most_packed_bytes;
  if (std::filesystem::file_size(path) > most) return false;
  const TraceReader past(path);
  const TraceHeader header = past.header();
  hdf5::NewFile made(path, true, 0, std::move(lock));
  Impl packed(path, made.path(), header, hdf5::Chunks::deflated);
  packed.copy(past, past.epoch_count());
  packed.copy_solutions(past, header.solutions);
  packed.finish(past.footer().value());
  made.sync();
  lock = made.put_in_place();
  return true;
}

/// Brings a trace that is closed to the disk.
void TraceWriter::Impl::settle() const {
  if (const int error = synchronise(path); error != 0) throw hdf5::Failure(std::strerror(error));
  remove_structure(path);
}

void TraceWriter::Impl::interrupt(const std::string& ended) {
  write();
  file.close({.generations = file.last().generation,
              .epochs = epochs,
              .evaluations = file.last().evaluations,
              .elapsed_s = file.last().elapsed_s,
              .ended = ended,
              .stop_reason = trace_format::interrupted});
  settle();
}

TraceWriter::TraceWriter(const std::filesystem::path& file, const TraceHeader& header, OldFile old) {
  hdf5::quiet_errors();
  hdf5::NewFile made(file, old.overwrite, room_for(header), std::move(old.lock));
  lay_out(file, made.path(), header);
  impl_->guarded([this] { impl_->file.start_swmr(); });
  put_in_place(made);
}

TraceWriter::TraceWriter(const std::filesystem::path& file, const TraceHeader& header,
                         const TraceReader& past, std::uint64_t epochs, OldFile old) {
  hdf5::quiet_errors();
  past.epochs(epochs, 0);  // throws if the past holds fewer epochs
  hdf5::NewFile made(file, old.overwrite, room_for(header), std::move(old.lock));
  lay_out(file, made.path(), header);
  impl_->guarded([&] {
    impl_->copy(past, epochs);
    impl_->copy_solutions(past, header.solutions);
    impl_->file.start_swmr();
  });
  put_in_place(made);
}

/// The structure of a trace that is there serves until the new trace is in its place.
void TraceWriter::put_in_place(hdf5::NewFile& made) {
  const std::filesystem::path& trace = impl_->path;
  prepare_structure(trace, structure());
  const bool replaces = name_is_taken(trace);
  try {
    if (!replaces) put_structure_in_place(trace);
    impl_->lock = made.put_in_place();
  } catch (...) {
    if (!replaces) remove_structure(trace);
    throw;
  }
  if (!replaces) return;
  put_structure_in_place(trace);
  synchronise(folder_of(trace));
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
    if (!impl_->failed) impl_->interrupt({});
  } catch (const std::exception&) {
    impl_->file.drop_writes();  // a run that ends like this already has an error of its own
  }
  impl_.reset();
}

void TraceWriter::append(const EpochRecord& record) {
  impl_->append(record);
}

void TraceWriter::flush() {
  impl_->guarded([this] { impl_->write(); });
}

void TraceWriter::replace_solutions(RecordedSolutions solutions) {
  if (!impl_->file.keeps_solutions()) return;
  impl_->guarded([&] { impl_->file.write_solutions(std::move(solutions)); });
}

hdf5::Structure TraceWriter::structure() const {
  hdf5::Structure structure;
  impl_->guarded([&] { structure = impl_->file.structure(); });
  return structure;
}

void TraceWriter::interrupt(const std::string& ended) {
  impl_->guarded([&] { impl_->interrupt(ended); });
  impl_.reset();
}

void TraceWriter::finish(const TraceFooter& footer) {
  impl_->guarded([&] { impl_->finish(footer); });
  bool packed = false;
  try {
    packed = impl_->pack();
  } catch (const std::exception&) {
    // The trace stays whole without, as on a full disk.
  }
  if (packed) {
    remove_structure(impl_->path);
  } else {
    impl_->guarded([this] { impl_->settle(); });
  }
  impl_.reset();
}

}  // namespace skerry

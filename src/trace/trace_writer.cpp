#include "trace/trace_writer.hpp"

#include "skerry/error.hpp"

#include "trace/files/file_calls.hpp"
#include "trace/hdf5/file.hpp"
#include "trace/structure.hpp"
#include "trace/trace_file.hpp"
#include "trace/trace_reader.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>

#include <fmt/core.h>

namespace skerry {
namespace {

/// The most rows of /generation, times islands, of /birth and of /evaluation that wait in memory.
constexpr std::size_t most_waiting = 100000;
/// The largest trace that is packed: most of a small one are chunks that are hardly filled.
constexpr std::uintmax_t most_packed_bytes = 1 << 20;
/// With rows of /evaluation, which packed take a tenth, and 2 us each, far less than their evaluation.
constexpr std::uintmax_t most_packed_evaluations_bytes = 1 << 24;

/// Returns an upper bound of the size of an empty trace, in bytes.
std::uint64_t room_for(const TraceHeader& header) {
  return (512 << 10) + 64 * header.islands + header.configuration.size() + header.hosts.size() +
         header.solutions.centroids.size() * sizeof(double);
}

void add_to(hdf5::TraceFile& file, const EpochRecord& record, std::size_t columns) {
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
}

/// Copies epochs in blocks, so that memory does not grow with the length of the run, and solutions that are
/// described alike. Tells whether evaluations are among the rows.
bool copy(const TraceReader& past, std::uint64_t kept, hdf5::TraceFile& file, const TraceHeader& header) {
  bool has_evaluations = false;
  for (std::uint64_t epochs = 0; epochs < kept;) {
    const std::uint64_t count = past.epochs_within(epochs, kept, most_waiting);
    for (const EpochRecord& record : past.epochs(epochs, count)) {
      add_to(file, record, header.columns.size());
      has_evaluations |= !record.evaluation_rows.empty();
    }
    file.write();
    epochs += count;
  }
  if (kept == 0 || !file.keeps_solutions()) return has_evaluations;
  TraceReader::Solutions solutions = past.solutions();
  const SetDescription& then = solutions.description;
  const SetDescription& now = header.solutions;
  if (then.kind == now.kind && then.width() == now.width() && then.cells == now.cells)
    file.write_solutions(std::move(solutions.recorded));
  return has_evaluations;
}

void write_end(hdf5::TraceFile& file, std::uint64_t epochs, const TraceFooter& footer) {
  // The best comes before the stop reason, so that a trace with one is whole whenever its writer is killed.
  file.write_best(footer);
  file.close({.generations = file.last().generation,
              .epochs = epochs,
              .evaluations = footer.outcome.evaluations,
              .elapsed_s = footer.outcome.elapsed_s,
              .ended = footer.ended,
              .stop_reason = std::string(name_of(footer.outcome.reason))});
}

}  // namespace

template <typename Work>
void TraceWriter::guarded(Work work) {
  try {
    work();
  } catch (const hdf5::Failure& failure) {
    failed_ = true;
    if (file_) file_->drop_writes();
    const std::string reason = file_ ? file_->write_error() : "";
    throw Error(ExitStatus::failed, fmt::format("the trace {} can't be written: {}", path_.string(),
                                                reason.empty() ? failure.what() : reason));
  }
}

TraceWriter::TraceWriter(std::filesystem::path file, const TraceHeader& header, OldFile old)
    : path_(std::move(file)), columns_(header.columns.size()) {
  hdf5::quiet_errors();
  hdf5::NewFile made(path_, old.overwrite, room_for(header), std::move(old.lock));
  guarded([&] {
    file_ = std::make_unique<hdf5::TraceFile>(made.path(), header, hdf5::Chunks::plain);
    file_->start_swmr();
  });
  put_in_place(made);
}

TraceWriter::TraceWriter(std::filesystem::path file, const TraceHeader& header, const TraceReader& past,
                         std::uint64_t epochs, OldFile old)
    : path_(std::move(file)), columns_(header.columns.size()), epochs_(epochs) {
  hdf5::quiet_errors();
  past.epochs(epochs, 0);  // throws if the past holds fewer epochs
  hdf5::NewFile made(path_, old.overwrite, room_for(header), std::move(old.lock));
  guarded([&] {
    file_ = std::make_unique<hdf5::TraceFile>(made.path(), header, hdf5::Chunks::plain);
    has_evaluations_ = copy(past, epochs, *file_, header);
    file_->start_swmr();
  });
  put_in_place(made);
}

/// The structure of a trace that is there serves until the new trace is in its place.
void TraceWriter::put_in_place(hdf5::NewFile& made) {
  prepare_structure(path_, structure());
  const bool replaces = name_is_taken(path_);
  try {
    if (!replaces) put_structure_in_place(path_);
    lock_ = made.put_in_place();
  } catch (...) {
    if (!replaces) remove_structure(path_);
    throw;
  }
  if (!replaces) return;
  put_structure_in_place(path_);
  synchronise(folder_of(path_));
}

TraceWriter::~TraceWriter() {
  if (!file_) return;
  try {
    if (!failed_) close_interrupted({});
  } catch (const std::exception&) {
    file_->drop_writes();  // a run that ends like this already has an error of its own
  }
}

void TraceWriter::append(const EpochRecord& record) {
  add_to(*file_, record, columns_);
  epochs_ = record.epoch + 1;
  has_evaluations_ |= !record.evaluation_rows.empty();
  waiting_ += record.statistics.size() + 1 + record.populations.size();
  for_each_event_list(record, [&](const auto& rows) { waiting_ += rows.size(); });
  const bool due = !written_ || Clock::now() - *written_ >= waiting_per_writing * writing_;
  if (due || waiting_ >= most_waiting) flush();
}

void TraceWriter::flush() {
  guarded([this] { write(); });
}

void TraceWriter::write() {
  if (waiting_ == 0) return;
  const auto start = Clock::now();
  file_->write();
  waiting_ = 0;
  written_ = Clock::now();
  writing_ = std::min(writing_, *written_ - start);
}

void TraceWriter::replace_solutions(RecordedSolutions solutions) {
  if (!file_->keeps_solutions()) return;
  guarded([&] { file_->write_solutions(std::move(solutions)); });
}

hdf5::Structure TraceWriter::structure() {
  hdf5::Structure structure;
  guarded([&] { structure = file_->structure(); });
  return structure;
}

void TraceWriter::close_interrupted(const std::string& ended) {
  write();
  file_->close({.generations = file_->last().generation,
                .epochs = epochs_,
                .evaluations = file_->last().evaluations,
                .elapsed_s = file_->last().elapsed_s,
                .ended = ended,
                .stop_reason = trace_format::interrupted});
  settle();
}

void TraceWriter::interrupt(const std::string& ended) {
  guarded([&] { close_interrupted(ended); });
  file_.reset();
  lock_.reset();
}

/// Brings a trace that is closed to the disk.
void TraceWriter::settle() const {
  if (const int error = synchronise(path_); error != 0) throw hdf5::Failure(std::strerror(error));
  remove_structure(path_);
}

/// Puts a smaller copy in the place of a small trace that is closed; returns false if it is not small.
bool TraceWriter::pack() {
  const auto most = has_evaluations_ ? most_packed_evaluations_bytes : most_packed_bytes;
  if (std::filesystem::file_size(path_) > most) return false;
  const TraceReader past(path_);
  const TraceHeader header = past.header();
  hdf5::NewFile made(path_, true, 0, std::move(lock_));
  hdf5::TraceFile packed(made.path(), header, hdf5::Chunks::deflated);
  copy(past, past.epoch_count(), packed, header);
  write_end(packed, past.epoch_count(), past.footer().value());
  made.sync();
  lock_ = made.put_in_place();
  return true;
}

void TraceWriter::finish(const TraceFooter& footer) {
  guarded([&] {
    write();
    write_end(*file_, epochs_, footer);
  });
  bool packed = false;
  try {
    packed = pack();
  } catch (const std::exception&) {
    // The trace stays whole without, as on a full disk.
  }
  if (packed) {
    remove_structure(path_);
  } else {
    guarded([this] { settle(); });
  }
  file_.reset();
  lock_.reset();
}

}  // namespace skerry

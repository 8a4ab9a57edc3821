#include "hdf5/trace_reader.hpp"

#include "skerry/error.hpp"

#include "hdf5/attribute.hpp"
#include "hdf5/handle.hpp"
#include "hdf5/reading.hpp"
#include "hdf5/trace_attributes.hpp"
#include "hdf5/trace_format.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace skerry {
namespace fs = std::filesystem;
namespace {

namespace format = trace_format;
using hdf5::checked;
using hdf5::Failure;
using hdf5::required;

[[noreturn]] void refuse(const fs::path& path, const std::string& what) {
  throw DataError(fmt::format("{}: {}", path.string(), what));
}

hdf5::File open_file(const fs::path& path) {
  std::error_code error;
  if (!fs::exists(path, error)) refuse(path, "there is no such file");
  if (fs::is_directory(path, error)) refuse(path, "this is a folder; a trace is a file");
  const hdf5::PropertyList access(H5Pcreate(H5P_FILE_ACCESS), "file access");
  checked(H5Pset_file_locking(access.id(), true, true), "file access");
  checked(H5Pset_fclose_degree(access.id(), H5F_CLOSE_STRONG), "file access");
  std::string reason;
  try {
    if (checked(H5Fis_hdf5(path.c_str()), "opening") == 0) refuse(path, "this is no HDF5 file, so no trace");
    return {H5Fopen(path.c_str(), H5F_ACC_RDONLY, access.id()), "opening"};
  } catch (const Failure& failure) {
    reason = failure.what();
  }
  checked(H5Pset_libver_bounds(access.id(), H5F_LIBVER_LATEST, H5F_LIBVER_LATEST), "file access");
  // A writer at work may be caught halfway; HDF5 then waits 1, 2, 4, ... ns and looks again. Its own 100
  // attempts would take for ever over a file that is cut short; these take 30 ms.
  checked(H5Pset_metadata_read_attempts(access.id(), 25), "file access");
  try {
    return {H5Fopen(path.c_str(), H5F_ACC_RDONLY | H5F_ACC_SWMR_READ, access.id()), "opening"};
  } catch (const Failure&) {
    refuse(path, fmt::format("can't be opened, it may be cut short or damaged ({})", reason));
  }
}

template <typename Record, std::size_t N>
std::vector<Record> read_table(hid_t file, const char* group,
                               const std::array<format::Column<Record>, N>& columns, hdf5::Rows rows,
                               hsize_t islands = 0) {
  std::vector<Record> records;
  const auto fill = [&records](const auto& values, auto member) {
    records.resize(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) records[i].*member = values[i];
  };
  for (const auto& column : columns) {
    const std::string name = fmt::format("/{}/{}", group, column.name);
    if (const auto* real = std::get_if<double Record::*>(&column.member)) {
      fill(hdf5::read_reals(file, name, rows, islands), *real);
    } else {
      fill(hdf5::read_integers(file, name, rows, islands), std::get<std::uint64_t Record::*>(column.member));
    }
  }
  return records;
}

/// A writer that was killed may have lengthened some columns of its last rows and not others.
template <typename Record, std::size_t N>
hsize_t whole_rows(hid_t file, const char* group, const std::array<format::Column<Record>, N>& columns) {
  hsize_t rows = std::numeric_limits<hsize_t>::max();
  for (const auto& column : columns) {
    rows = std::min(rows, hdf5::row_count(file, fmt::format("/{}/{}", group, column.name)));
  }
  return rows;
}

void check_format(const fs::path& path, hid_t file) {
  if (hdf5::text_attribute(file, "format") != format::name) {
    refuse(path, "this HDF5 file is no trace of skerry: its attribute 'format' is not 'skerry-trace'");
  }
  const auto version = required(hdf5::integer_attribute(file, "format_version"), "format_version");
  if (version != format::version) {
    refuse(path, fmt::format("the trace has format version {}; this program reads version {}", version,
                             format::version));
  }
}

/// `count` rows of `width` from row `first` on.
template <typename Record>
std::vector<Record> part(const std::vector<Record>& records, std::size_t first, std::size_t count,
                         std::size_t width = 1) {
  const auto start = records.begin() + static_cast<std::ptrdiff_t>(first * width);
  return {start, start + static_cast<std::ptrdiff_t>(count * width)};
}

double mean_of_last(std::span<const Statistics> statistics, std::size_t islands, double Statistics::*member) {
  double sum = 0;
  for (const Statistics& row : statistics.last(islands)) sum += row.*member;
  return sum / static_cast<double>(islands);
}

}  // namespace

struct TraceReader::Impl {
  explicit Impl(const fs::path& trace) : path(trace), file(open_file(trace)) {}

  fs::path path;
  hdf5::File file;
  std::size_t islands = 0;
  std::vector<format::EpochRow> epochs;

  template <typename Work>
  auto guarded(Work work) const {
    try {
      return work();
    } catch (const Failure& failure) {
      refuse(path, fmt::format("the trace is damaged or cut short ({})", failure.what()));
    }
  }
  /// What the tables hold up to the end of so many epochs.
  struct Extent {
    hsize_t generations = 0;
    hsize_t improvements = 0;
    hsize_t migrations = 0;
  };
  Extent extent(std::uint64_t count) const;
  Extent extent() const { return extent(epochs.size()); }
  std::vector<Statistics> read_statistics(hdf5::Rows rows) const;
  std::vector<Improvement> read_improvements(hdf5::Rows rows) const;
  std::vector<MigrationCost> read_migrations(hdf5::Rows rows) const;
  std::vector<EpochRecord> read_epochs(std::uint64_t first, std::uint64_t count) const;
  std::string text(const char* name) const { return required(hdf5::text_attribute(file.id(), name), name); }
  void check_epochs() const;
  void summarise_end(TraceSummary& summary, std::span<const Statistics> statistics) const;
};

TraceReader::Impl::Extent TraceReader::Impl::extent(std::uint64_t count) const {
  if (count == 0) return {};
  const format::EpochRow& last = epochs[count - 1];
  return {last.generation + 1, last.improvements, last.migrations};
}

std::vector<Statistics> TraceReader::Impl::read_statistics(hdf5::Rows rows) const {
  return read_table(file.id(), "generation", format::generation_columns, rows, islands);
}

std::vector<Improvement> TraceReader::Impl::read_improvements(hdf5::Rows rows) const {
  return read_table(file.id(), "improvement", format::improvement_columns, rows);
}

std::vector<MigrationCost> TraceReader::Impl::read_migrations(hdf5::Rows rows) const {
  return read_table(file.id(), "migration", format::migration_columns, rows, islands);
}

void TraceReader::Impl::check_epochs() const {
  for (std::size_t epoch = 0; epoch < epochs.size(); ++epoch) {
    const Extent before = extent(epoch);
    const Extent after = extent(epoch + 1);
    if (after.generations < before.generations || after.improvements < before.improvements ||
        after.migrations < before.migrations || after.migrations > before.migrations + 1) {
      throw Failure(fmt::format("epoch {} does not follow the one before", epoch));
    }
  }
}

std::vector<EpochRecord> TraceReader::Impl::read_epochs(std::uint64_t first, std::uint64_t count) const {
  const Extent start = extent(first);
  const Extent end = extent(first + count);
  const auto statistics = read_statistics({start.generations, end.generations - start.generations});
  const auto improvements = read_improvements({start.improvements, end.improvements - start.improvements});
  const auto migrations = read_migrations({start.migrations, end.migrations - start.migrations});
  const Direction direction = hdf5::direction_of(file.id());
  std::vector<EpochRecord> records(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    const format::EpochRow& row = epochs[first + i];
    const Extent from = extent(first + i);
    const Extent to = extent(first + i + 1);
    EpochRecord& record = records[i];
    record.epoch = first + i;
    record.first_generation = from.generations;
    record.generations = to.generations - from.generations;
    record.islands = islands;
    record.statistics = part(statistics, from.generations - start.generations, record.generations, islands);
    record.improvements =
        part(improvements, from.improvements - start.improvements, to.improvements - from.improvements);
    record.migration =
        part(migrations, from.migrations - start.migrations, to.migrations - from.migrations, islands);
    record.best = key_of({row.violation, row.best}, direction);
    record.evaluations = row.evaluations;
    record.elapsed_s = row.elapsed_s;
  }
  return records;
}

void TraceReader::Impl::summarise_end(TraceSummary& summary, std::span<const Statistics> statistics) const {
  if (epochs.empty()) return;
  const format::EpochRow& last = epochs.back();
  summary.generations = last.generation;
  summary.epochs = epochs.size();
  summary.evaluations = last.evaluations;
  summary.elapsed_s = last.elapsed_s;
  summary.best = Score{.violation = last.violation, .fitness = last.best};
  summary.target_reached = summary.target && key_of(*summary.best, summary.direction) <=
                                                 key_of({0, *summary.target}, summary.direction);
  summary.fitness_diversity = mean_of_last(statistics, islands, &Statistics::fitness_diversity);
  summary.genotype_diversity = mean_of_last(statistics, islands, &Statistics::genotype_diversity);
}

TraceReader::TraceReader(const fs::path& file) {
  hdf5::quiet_errors();
  impl_ = std::make_unique<Impl>(file);
  impl_->guarded([this] {
    const hid_t id = impl_->file.id();
    check_format(impl_->path, id);
    impl_->islands = hdf5::islands_of(id);
    impl_->epochs =
        read_table(id, "epoch", format::epoch_columns, {0, whole_rows(id, "epoch", format::epoch_columns)});
    impl_->check_epochs();
  });
}

TraceReader::~TraceReader() = default;
TraceReader::TraceReader(TraceReader&&) noexcept = default;
TraceReader& TraceReader::operator=(TraceReader&&) noexcept = default;

TraceSummary TraceReader::summary() const {
  const auto rows = statistics();
  return impl_->guarded([&] {
    const hid_t id = impl_->file.id();
    TraceSummary summary{.problem = impl_->text("problem"),
                         .source = impl_->text("source"),
                         .command = impl_->text("command"),
                         .configuration = hdf5::read_text(id, "/config"),
                         .hosts = impl_->text("hosts"),
                         .inputs = impl_->text("inputs"),
                         .fitness_unit = impl_->text("fitness_unit"),
                         .seed = required(hdf5::unsigned_attribute(id, "seed"), "seed"),
                         .islands = impl_->islands,
                         .direction = hdf5::direction_of(id),
                         .target = hdf5::real_attribute(id, "target"),
                         .started = impl_->text("started"),
                         .ended = impl_->text("ended"),
                         .stop_reason = impl_->text("stop_reason"),
                         .best = std::nullopt,
                         .solution = hdf5::read_characters(id, "/best/text")};
    impl_->summarise_end(summary, rows);
    return summary;
  });
}

TraceHeader TraceReader::header() const {
  return impl_->guarded([this] { return hdf5::read_header(impl_->file.id()); });
}

std::string TraceReader::stop_reason() const {
  return impl_->guarded([this] { return impl_->text("stop_reason"); });
}

std::uint64_t TraceReader::epoch_count() const {
  return impl_->epochs.size();
}

std::vector<EpochRecord> TraceReader::epochs(std::uint64_t first, std::uint64_t count) const {
  const std::uint64_t held = epoch_count();
  if (first > held || count > held - first) {
    refuse(impl_->path, fmt::format("the trace holds {} whole epochs, fewer than {}", held, first + count));
  }
  return impl_->guarded([&] { return impl_->read_epochs(first, count); });
}

std::uint64_t TraceReader::epochs_within(std::uint64_t first, std::uint64_t end, std::uint64_t rows) const {
  end = std::min(end, epoch_count());
  if (first >= end) return 0;
  const hsize_t most = impl_->extent(first).generations + rows / impl_->islands;
  const auto begin = impl_->epochs.begin();
  const auto next = std::upper_bound(
      begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(end), most,
      [](hsize_t limit, const format::EpochRow& row) { return limit < row.generation + 1; });
  return std::max<std::uint64_t>(static_cast<std::uint64_t>(next - begin) - first, 1);
}

std::vector<Statistics> TraceReader::statistics() const {
  return impl_->guarded([this] { return impl_->read_statistics({0, impl_->extent().generations}); });
}

std::vector<Improvement> TraceReader::improvements() const {
  return impl_->guarded([this] { return impl_->read_improvements({0, impl_->extent().improvements}); });
}

std::vector<MigrationCost> TraceReader::migrations() const {
  return impl_->guarded([this] { return impl_->read_migrations({0, impl_->extent().migrations}); });
}

std::vector<std::uint64_t> TraceReader::migration_epochs() const {
  return impl_->guarded([this] {
    return hdf5::read_integers(impl_->file.id(), "/migration/epoch", {0, impl_->extent().migrations}, 0);
  });
}

std::vector<std::byte> TraceReader::best_genome() const {
  return impl_->guarded([this] { return hdf5::read_bytes(impl_->file.id(), "/best/genome"); });
}

}  // namespace skerry

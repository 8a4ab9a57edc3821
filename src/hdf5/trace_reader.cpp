#include "hdf5/trace_reader.hpp"

#include "skerry/error.hpp"

#include "hdf5/attribute.hpp"
#include "hdf5/handle.hpp"
#include "hdf5/reading.hpp"
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

template <typename T>
T required(std::optional<T> value, const char* name) {
  if (!value) throw Failure(fmt::format("attribute '{}' is missing", name));
  return *std::move(value);
}

template <typename Record, std::size_t N>
std::vector<Record> read_table(hid_t file, const char* group,
                               const std::array<format::Column<Record>, N>& columns, hsize_t rows,
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
  hsize_t generations() const { return epochs.empty() ? 0 : epochs.back().generation + 1; }
  hsize_t migrations() const { return epochs.empty() ? 0 : epochs.back().migrations; }
  std::string text(const char* name) const { return required(hdf5::text_attribute(file.id(), name), name); }
  void summarise_end(TraceSummary& summary, std::span<const Statistics> statistics) const;
};

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
    const auto islands = required(hdf5::integer_attribute(id, "islands"), "islands");
    if (islands < 1) throw Failure(fmt::format("attribute 'islands' is {}", islands));
    impl_->islands = static_cast<std::size_t>(islands);
    impl_->epochs =
        read_table(id, "epoch", format::epoch_columns, whole_rows(id, "epoch", format::epoch_columns));
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
                         .target = hdf5::real_attribute(id, "target"),
                         .started = impl_->text("started"),
                         .ended = impl_->text("ended"),
                         .stop_reason = impl_->text("stop_reason"),
                         .best = std::nullopt,
                         .solution = hdf5::read_characters(id, "/best/text")};
    if (impl_->text("direction") == "maximise") summary.direction = Direction::maximise;
    impl_->summarise_end(summary, rows);
    return summary;
  });
}

std::vector<Statistics> TraceReader::statistics() const {
  return impl_->guarded([this] {
    return read_table(impl_->file.id(), "generation", format::generation_columns, impl_->generations(),
                      impl_->islands);
  });
}

std::vector<Improvement> TraceReader::improvements() const {
  return impl_->guarded([this] {
    const hsize_t rows = impl_->epochs.empty() ? 0 : impl_->epochs.back().improvements;
    return read_table(impl_->file.id(), "improvement", format::improvement_columns, rows);
  });
}

std::vector<MigrationCost> TraceReader::migrations() const {
  return impl_->guarded([this] {
    return read_table(impl_->file.id(), "migration", format::migration_columns, impl_->migrations(),
                      impl_->islands);
  });
}

std::vector<std::uint64_t> TraceReader::migration_epochs() const {
  return impl_->guarded(
      [this] { return hdf5::read_integers(impl_->file.id(), "/migration/epoch", impl_->migrations(), 0); });
}

std::vector<std::byte> TraceReader::best_genome() const {
  return impl_->guarded([this] { return hdf5::read_bytes(impl_->file.id(), "/best/genome"); });
}

}  // namespace skerry

#include "trace/trace_file.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <hdf5_hl.h>

namespace skerry::hdf5 {
namespace format = trace_format;

Group create_group(hid_t parent, const char* name) {
  const PropertyList creation(H5Pcreate(H5P_GROUP_CREATE), name);
  checked(H5Pset_link_creation_order(creation.id(), H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED), name);
  return {H5Gcreate2(parent, name, H5P_DEFAULT, creation.id(), H5P_DEFAULT), name};
}

TraceTable::TraceTable(hid_t file, const char* group, const char* row, const char* row_long_name,
                       hsize_t width, Chunks chunks)
    : name_(group),
      width_(width),
      chunks_(chunks),
      group_(create_group(file, group)),
      row_(group_.id(), {.name = row,
                         .type = Extendible::Type::integer,
                         .unit = "1",
                         .long_name = row_long_name,
                         .chunks = chunks}) {
  row_.make_scale();
  if (width_ > 0) island_ = add_index_scale(group_.id(), "island", width_, "island");
}

Extendible& TraceTable::add_column(const Extendible::Format& format, const Dataset& second) {
  Extendible& column = columns_.emplace_back(group_.id(), format);
  attachments_.add(column.id(), 0, row_.id());
  if (format.width > 0) attachments_.add(column.id(), 1, second.id());
  return column;
}

Extendible& TraceTable::add_row_column(const char* name, const std::string& long_name) {
  return add_column({.name = name,
                     .type = Extendible::Type::integer,
                     .unit = "1",
                     .long_name = long_name,
                     .chunks = chunks_},
                    island_);
}

Extendible& TraceTable::add_genome_column(const GenomeForm& form) {
  gene_ = add_index_scale(group_.id(), "gene", form.width, "gene");
  const Extendible::Type type = form.gene == GeneKind::byte      ? Extendible::Type::byte
                                : form.gene == GeneKind::integer ? Extendible::Type::integer
                                : form.gene == GeneKind::text    ? Extendible::Type::character
                                                                 : Extendible::Type::real;
  const bool texts = form.gene == GeneKind::text;
  Extendible& column = add_column({.name = format::genome,
                                   .type = type,
                                   .width = form.width,
                                   .unit = texts ? "" : "1",
                                   .long_name = form.meaning,
                                   .chunks = chunks_,
                                   .characters = texts ? form.text_size_bytes : 0},
                                  gene_);
  if (texts) {
    character_.emplace(group_.id(), "character", chunks_).resize(form.text_size_bytes);
    attachments_.add(column.id(), 2, character_->id());
  }
  return column;
}

void TraceTable::add_own_columns(const std::vector<Column>& columns) {
  std::string names;
  for (const Column& column : columns) {
    own_.push_back(&add_column({.name = column.name,
                                .type = Extendible::Type::real,
                                .width = width_,
                                .unit = column.unit.empty() ? format::no_unit : column.unit,
                                .long_name = column.meaning.empty() ? column.name : column.meaning,
                                .chunks = chunks_},
                               island_));
    names += (names.empty() ? "" : " ") + column.name;
  }
  if (!names.empty()) add_attribute(group_.id(), format::own_columns_attribute, names);
}

void TraceTable::write() {
  row_.write();
  for (Extendible& column : columns_) column.write();
}

void TraceTable::close() {
  for (Extendible& column : columns_) column.close();
  columns_.clear();
  row_.close();
  island_.close(name_);
  gene_.close(name_);
  if (character_) character_->close();
  group_.close(name_);
}

namespace {

using Type = Extendible::Type;

/// Returns rows of equal width, which the rows that end at these places fill from the left.
std::vector<std::byte> padded(std::span<const std::byte> rows, std::span<const std::size_t> ends,
                              hsize_t width) {
  std::vector<std::byte> bytes(ends.size() * width);
  std::size_t begin = 0;
  for (std::size_t row = 0; row < ends.size(); begin = ends[row++])
    std::ranges::copy(rows.subspan(begin, ends[row] - begin), bytes.data() + row * width);
  return bytes;
}

}  // namespace

/// The coordinate comes first, then the others in the order in which their checksum takes them.
std::vector<SolutionTable::Form> SolutionTable::forms_of(const TraceHeader& header, Chunks chunks) {
  using Rows = const RecordedSolutions&;
  const SetKind kind = header.solutions.kind;
  const bool map = kind == SetKind::map;
  std::vector<Form> forms;
  // `value_of` returns the number of a row, or its bytes.
  const auto add = [&](Extendible::Format format, const char* values, auto value_of) {
    format.chunks = chunks;
    forms.push_back({format, values, [value_of](Rows rows, std::size_t row, std::vector<std::byte>& bytes) {
                       const auto value = value_of(rows, row);
                       if constexpr (std::is_arithmetic_v<decltype(value)>) {
                         append_record(bytes, value);
                       } else {
                         bytes.insert(bytes.end(), value.begin(), value.end());
                       }
                     }});
  };
  add({"solution", Type::integer, 0, "1", "solution"}, nullptr, [](Rows, std::size_t i) { return i; });
  if (map)
    add({"cell", Type::integer, 0, "1", "cell of the map"}, nullptr,
        [](Rows rows, std::size_t i) { return rows.set.cells[i]; });
  add({"fitness", Type::real, 0, header.fitness_unit, "fitness"}, nullptr,
      [direction = header.direction](Rows rows, std::size_t i) {
        return score_of(rows.set.keys[i], direction).fitness;
      });
  add({"violation", Type::real, 0, "1", "violation, 0 = feasible"}, nullptr,
      [](Rows rows, std::size_t i) { return rows.set.keys[i].violation; });
  const std::size_t width = header.solutions.width();
  add({format::values_of(kind), Type::real, width, "",
       map ? "features, in the units of the description"
           : "objectives, in the units and directions of the description"},
      format::measure_of(kind), [width](Rows rows, std::size_t i) {
        return std::as_bytes(std::span(rows.set.values).subspan(i * width, width));
      });
  add({"genome_size", Type::integer, 0, "byte", "bytes of the genome"}, nullptr,
      [](Rows rows, std::size_t i) { return rows.set.genome(i).size(); });
  add({"genome", Type::byte, Replaceable::growing, "", "genome, as skerry stores it"}, "genome_byte",
      [](Rows rows, std::size_t i) { return rows.set.genome(i); });
  add({"text", Type::character, Replaceable::growing, "", "text form of the genome"}, "character",
      [](Rows rows, std::size_t i) {
        return std::as_bytes(
            std::span<const char>(i < rows.texts.size() ? rows.texts[i] : std::string_view()));
      });
  return forms;
}

SolutionTable::SolutionTable(hid_t file, const TraceHeader& header, Chunks chunks)
    : group_(create_group(file, format::group_of(header.solutions.kind))) {
  const SetDescription& description = header.solutions;
  const char* measure = format::measure_of(description.kind);
  for (const Form& form : forms_of(header, chunks)) {
    columns_.push_back({form, Replaceable(group_.id(), form.format)});
    if (columns_.size() == 1) measure_ = add_index_scale(group_.id(), measure, description.width(), measure);
  }
  for (Column& column : columns_) {
    if (column.form.format.width == Replaceable::growing)
      column.values.emplace(group_.id(), column.form.values, chunks);
  }
  add_attribute(columns_.back().data.id(), "_Encoding", std::string("utf-8"));
  add_dimensions(description, chunks);
  add_attribute(group_.id(), "description", description_text(description));
  if (description.kind == SetKind::map)
    add_attribute(group_.id(), "cells", static_cast<std::int64_t>(description.cells));
  add_attribute(group_.id(), "generation", last_.generation);
  add_attribute(group_.id(), "solutions", std::int64_t{0});
  add_attribute(group_.id(), "trials", std::int64_t{0});
  add_attribute(group_.id(), "trials_in_vain", std::int64_t{0});
  const auto generation = std::as_bytes(std::span(&last_.generation, 1));
  add_attribute(group_.id(), "checksum", static_cast<std::int64_t>(checksum_of(generation)));
}

void SolutionTable::add_dimensions(const SetDescription& description, Chunks chunks) {
  const auto attach = [](const Replaceable& column, hid_t scale, unsigned dimension) {
    checked(H5DSattach_scale(column.id(), scale, dimension), "coordinate");
  };
  const hid_t rows = columns_.front().data.id();
  checked(H5DSset_scale(rows, "solution"), "coordinate");
  for (const Column& column : columns_) {
    if (&column != &columns_.front()) attach(column.data, rows, 0);
    if (column.form.values != nullptr)
      attach(column.data, column.values ? column.values->id() : measure_.id(), 1);
  }
  if (description.centroids.empty()) return;
  Replaceable centroid(group_.id(), {.name = format::centroid,
                                     .type = Type::real,
                                     .width = description.width(),
                                     .unit = "",
                                     .long_name = "centroids of the cells, in the units of the features",
                                     .chunks = chunks});
  const auto bytes = std::as_bytes(std::span(description.centroids));
  centroid.write(bytes, description.cells, description.width(), Replaceable::Fit::exact);
  attach(centroid, measure_.id(), 1);
  add_attribute(centroid.id(), "checksum", static_cast<std::int64_t>(checksum_of(bytes)));
}

void SolutionTable::replace(RecordedSolutions solutions) {
  last_ = std::move(solutions);
  write(Replaceable::Fit::grow);
}

void SolutionTable::write(Replaceable::Fit fit) {
  const std::size_t rows = last_.set.size();
  std::vector<std::size_t> ends(rows);
  // The coordinate is not covered. The generation is: a kill can leave that of other rows.
  std::uint64_t checksum = checksum_of(std::as_bytes(std::span(&last_.generation, 1)));
  for (Column& column : columns_) {
    std::vector<std::byte> bytes;
    std::size_t longest = 0;
    for (std::size_t row = 0; row < rows; ++row) {
      const std::size_t begin = bytes.size();
      column.form.append(last_, row, bytes);
      ends[row] = bytes.size();
      longest = std::max(longest, ends[row] - begin);
    }
    const hsize_t width = column.data.width_for(longest, fit);
    if (column.values) bytes = padded(bytes, ends, width);
    column.data.write(bytes, rows, width, fit);
    if (column.values) column.values->resize(width);
    if (&column != &columns_.front()) checksum = checksum_of(bytes, checksum);
  }
  change_attribute(group_.id(), "generation", last_.generation);
  change_attribute(group_.id(), "solutions", static_cast<std::int64_t>(rows));
  change_attribute(group_.id(), "trials", static_cast<std::int64_t>(last_.set.trials.made));
  change_attribute(group_.id(), "trials_in_vain", static_cast<std::int64_t>(last_.set.trials.vain));
  change_attribute(group_.id(), "checksum", static_cast<std::int64_t>(checksum));
}

void SolutionTable::close() {
  for (Column& column : columns_) column.data.close();
  for (Column& column : columns_) {
    if (column.values) column.values->close();
  }
  measure_.close("coordinate");
  group_.close("solutions");
}

TraceFile::TraceFile(const std::filesystem::path& made_at, const TraceHeader& header, Chunks chunks)
    : islands_(header.islands),
      direction_(header.direction),
      file_(made_at),
      generation_(file_.id(), format::generation_table, header.islands, header.fitness_unit, chunks),
      migration_(file_.id(), format::migration_table, header.islands, header.fitness_unit, chunks),
      improvement_(file_.id(), format::improvement_table, header.islands, header.fitness_unit, chunks),
      epoch_(file_.id(), format::epoch_table, header.islands, header.fitness_unit, chunks),
      migration_generation_(&migration_.add_row_column("generation", "last generation before the migration")),
      decided_(&epoch_.add_row_column("checksum", "CRC-32 of the epoch's rows in all tables")),
      measured_(&epoch_.add_row_column("checksum_s", "CRC-32 of the times in them")),
      best_(create_group(file_.id(), "best")),
      genome_(best_.id(), {.name = "genome",
                           .type = Extendible::Type::byte,
                           .unit = "",
                           .long_name = "best genome, as skerry stores it",
                           .chunks = chunks}),
      text_(best_.id(), {.name = "text",
                         .type = Extendible::Type::text,
                         .unit = "",
                         .long_name = "text form of the best genome",
                         .chunks = chunks}) {
  generation_.add_own_columns(header.columns);
  std::string decided = decided_columns_text(header.columns);
  if (header.recorded.improvement_genomes) {
    improvement_genomes_ = &improvement_.add_genome_column(header.genome);
    decided += " " + genome_column(format::improvement_table);
  }
  decided_->set_attribute(format::columns_attribute, decided);
  measured_->set_attribute(format::columns_attribute, measured_columns_text());
  format::for_each_event_table(events_, [&](auto& events, const auto& table) {
    if (table.recorded(header.recorded)) events.open(file_.id(), epoch_, table, header, chunks);
  });
  for (const TraceTable* table : {&generation_, &migration_, &improvement_, &epoch_}) table->attach_columns();
  std::apply([](const auto&... events) { (events.attach_columns(), ...); }, events_);
  if (header.solutions.kind != SetKind::none) solutions_.emplace(file_.id(), header, chunks);
  describe_run(file_.id(), best_.id(), header);
}

void TraceFile::add(const EpochRecord& record) {
  generation_.append<Statistics>(record.first_generation, record.statistics);
  generation_.append_own(record.column_values);
  generations_ += record.generations;
  last_.generation = generations_ == 0 ? 0 : generations_ - 1;
  improvement_.append<Improvement>(last_.improvements, record.improvements);
  if (improvement_genomes_ != nullptr) improvement_genomes_->add_bytes(record.improvement_genomes);
  last_.improvements += record.improvements.size();
  if (!record.migration.empty()) {
    migration_.append<MigrationCost>(record.epoch, record.migration);
    migration_generation_->add(last_.generation);
    ++last_.migrations;
  }
  last_.evaluations = record.evaluations;
  const Score best = score_of(record.best, direction_);
  last_.violation = best.violation;
  last_.best = best.fitness;
  last_.elapsed_s = record.elapsed_s;
  const EpochChecksums checksums = checksums_of(record, last_);
  decided_->add(checksums.decided);
  measured_->add(checksums.measured);
  format::for_each_event_table(events_, [&](auto& events, const auto& table) {
    std::span<const std::byte> genomes;
    if (table.genomes != nullptr) genomes = record.*table.genomes;
    events.add(record.*table.rows, genomes);
  });
  epoch_.append<EpochRow>(record.epoch, std::span(&last_, 1));
}

void TraceFile::write() {
  generation_.write();
  migration_.write();
  improvement_.write();
  std::apply([](auto&... events) { (events.write(), ...); }, events_);
  file_.flush(H5F_SCOPE_LOCAL);
  epoch_.write();
  file_.flush(H5F_SCOPE_LOCAL);
}

void TraceFile::write_solutions(RecordedSolutions solutions) {
  solutions_->replace(std::move(solutions));
  file_.flush(H5F_SCOPE_LOCAL);
}

void TraceFile::write_best(const TraceFooter& footer) {
  const std::string_view text = std::string_view(footer.solution).substr(0, footer.solution.find('\0'));
  genome_.add_bytes(footer.outcome.best_genome);
  genome_.write();
  text_.add_text(text);
  text_.write();
  describe_best(best_.id(), footer.outcome, text, score_of(footer.outcome.best, direction_));
  file_.flush(H5F_SCOPE_GLOBAL);
}

void TraceFile::close(const Totals& totals) {
  if (solutions_) {
    solutions_->fit();
    file_.flush(H5F_SCOPE_LOCAL);
  }
  // Only a trace that is on the disk may say that its run has ended.
  file_.sync();
  write_totals(file_.id(), totals);
  file_.flush(H5F_SCOPE_GLOBAL);
  std::apply([](auto&... events) { (events.close(), ...); }, events_);
  if (solutions_) solutions_->close();
  for (TraceTable* table : {&generation_, &migration_, &improvement_, &epoch_}) table->close();
  genome_.close();
  text_.close();
  best_.close("best");
  file_.close();
}

}  // namespace skerry::hdf5

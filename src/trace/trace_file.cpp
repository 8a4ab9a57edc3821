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

Extendible& TraceTable::add_row_column(const char* name, const char* long_name) {
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
                                                                 : Extendible::Type::real;
  return add_column({.name = format::genome,
                     .type = type,
                     .width = form.width,
                     .unit = "1",
                     .long_name = "genes of the genome",
                     .chunks = chunks_},
                    gene_);
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

void TraceTable::append_own(std::span<const double> values) {
  for (std::size_t i = 0; i < values.size(); ++i) own_[i % own_.size()]->add(values[i]);
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
  group_.close(name_);
}

namespace {

using Type = Extendible::Type;

/// Rows of equal width, which texts and genomes fill from the left.
struct PaddedRows {
  PaddedRows(std::size_t rows, hsize_t row_width) : width(row_width), bytes(rows * row_width) {}
  void set(std::size_t row, std::span<const std::byte> values) {
    std::ranges::copy(values, bytes.begin() + static_cast<std::ptrdiff_t>(row * width));
  }
  hsize_t width;
  std::vector<std::byte> bytes;
};

PaddedRows genome_rows(const SolutionSet& set, const Replaceable& column, Replaceable::Fit fit) {
  std::size_t longest = 0;
  for (std::size_t i = 0; i < set.size(); ++i) longest = std::max(longest, set.genome(i).size());
  PaddedRows rows(set.size(), column.width_for(longest, fit));
  for (std::size_t i = 0; i < set.size(); ++i) rows.set(i, set.genome(i));
  return rows;
}

PaddedRows text_rows(const RecordedSolutions& solutions, const Replaceable& column, Replaceable::Fit fit) {
  std::size_t longest = 0;
  for (const std::string& text : solutions.texts) longest = std::max(longest, text.size());
  PaddedRows rows(solutions.set.size(), column.width_for(longest, fit));
  for (std::size_t i = 0; i < solutions.texts.size(); ++i)
    rows.set(i, std::as_bytes(std::span(solutions.texts[i])));
  return rows;
}

}  // namespace

SolutionTable::SolutionTable(hid_t file, const TraceHeader& header, Chunks chunks)
    : kind_(header.solutions.kind),
      direction_(header.direction),
      values_width_(header.solutions.width()),
      group_(create_group(file, format::group_of(kind_))),
      solution_(group_.id(), {.name = "solution",
                              .type = Type::integer,
                              .unit = "1",
                              .long_name = "solution",
                              .chunks = chunks}),
      measure_(
          add_index_scale(group_.id(), format::measure_of(kind_), values_width_, format::measure_of(kind_))),
      cell_(kind_ == SetKind::map
                ? std::optional<Replaceable>(std::in_place, group_.id(),
                                             Extendible::Format{.name = "cell",
                                                                .type = Type::integer,
                                                                .unit = "1",
                                                                .long_name = "cell of the map",
                                                                .chunks = chunks})
                : std::nullopt),
      fitness_(group_.id(), {.name = "fitness",
                             .type = Type::real,
                             .unit = header.fitness_unit,
                             .long_name = "fitness",
                             .chunks = chunks}),
      violation_(group_.id(), {.name = "violation",
                               .type = Type::real,
                               .unit = "1",
                               .long_name = "violation, 0 = feasible",
                               .chunks = chunks}),
      values_(group_.id(), {.name = format::values_of(kind_),
                            .type = Type::real,
                            .width = values_width_,
                            .unit = "",
                            .long_name = kind_ == SetKind::map ? "features, in the units of the description"
                                                               : "objectives, in the units and directions of "
                                                                 "the description",
                            .chunks = chunks}),
      genome_size_(group_.id(), {.name = "genome_size",
                                 .type = Type::integer,
                                 .unit = "byte",
                                 .long_name = "bytes of the genome",
                                 .chunks = chunks}),
      genome_(group_.id(), {.name = "genome",
                            .type = Type::byte,
                            .width = Replaceable::growing,
                            .unit = "",
                            .long_name = "genome, as skerry stores it",
                            .chunks = chunks}),
      text_(group_.id(), {.name = "text",
                          .type = Type::character,
                          .width = Replaceable::growing,
                          .unit = "",
                          .long_name = "text form of the genome",
                          .chunks = chunks}),
      genome_byte_(group_.id(), "genome_byte", chunks),
      character_(group_.id(), "character", chunks) {
  add_attribute(text_.id(), "_Encoding", std::string("utf-8"));
  add_dimensions(header.solutions, chunks);
  add_attribute(group_.id(), "description", description_text(header.solutions));
  if (kind_ == SetKind::map)
    add_attribute(group_.id(), "cells", static_cast<std::int64_t>(header.solutions.cells));
  add_attribute(group_.id(), "generation", last_.generation);
  add_attribute(group_.id(), "solutions", std::int64_t{0});
  const auto generation = std::as_bytes(std::span(&last_.generation, 1));
  add_attribute(group_.id(), "checksum", static_cast<std::int64_t>(checksum_of(generation)));
}

void SolutionTable::add_dimensions(const SetDescription& description, Chunks chunks) {
  const auto attach = [](const Replaceable& column, hid_t scale, unsigned dimension) {
    checked(H5DSattach_scale(column.id(), scale, dimension), "coordinate");
  };
  checked(H5DSset_scale(solution_.id(), "solution"), "coordinate");
  for (const Replaceable* column : {&fitness_, &violation_, &values_, &genome_size_, &genome_, &text_})
    attach(*column, solution_.id(), 0);
  if (cell_) attach(*cell_, solution_.id(), 0);
  attach(values_, measure_.id(), 1);
  attach(genome_, genome_byte_.id(), 1);
  attach(text_, character_.id(), 1);
  if (description.centroids.empty()) return;
  Replaceable centroid(group_.id(), {.name = format::centroid,
                                     .type = Type::real,
                                     .width = values_width_,
                                     .unit = "",
                                     .long_name = "centroids of the cells, in the units of the features",
                                     .chunks = chunks});
  const auto bytes = std::as_bytes(std::span(description.centroids));
  centroid.write(bytes, description.cells, values_width_, Replaceable::Fit::exact);
  attach(centroid, measure_.id(), 1);
  add_attribute(centroid.id(), "checksum", static_cast<std::int64_t>(checksum_of(bytes)));
}

void SolutionTable::replace(RecordedSolutions solutions) {
  last_ = std::move(solutions);
  write(Replaceable::Fit::grow);
}

void SolutionTable::fit() {
  write(Replaceable::Fit::exact);
}

void SolutionTable::write(Replaceable::Fit fit) {
  const SolutionSet& set = last_.set;
  const std::size_t rows = set.size();
  std::uint64_t checksum = 0;
  const auto put = [&](Replaceable& column, std::span<const std::byte> bytes, hsize_t width) {
    column.write(bytes, rows, width, fit);
    checksum = checksum_of(bytes, checksum);
  };
  const auto put_column = [&](Replaceable& column, auto value_of) {
    std::vector<decltype(value_of(0))> values;
    for (std::size_t i = 0; i < rows; ++i) values.push_back(value_of(i));
    put(column, std::as_bytes(std::span(values)), 1);
  };
  put_column(solution_, [](std::size_t i) { return static_cast<std::int64_t>(i); });
  // Coordinates are not covered. The generation is: a kill can leave that of other rows.
  checksum = checksum_of(std::as_bytes(std::span(&last_.generation, 1)));
  if (cell_) put_column(*cell_, [&](std::size_t i) { return static_cast<std::int64_t>(set.cells[i]); });
  put_column(fitness_, [&](std::size_t i) { return score_of(set.keys[i], direction_).fitness; });
  put_column(violation_, [&](std::size_t i) { return set.keys[i].violation; });
  put(values_, std::as_bytes(std::span(set.values)), values_width_);
  put_column(genome_size_, [&](std::size_t i) { return static_cast<std::int64_t>(set.genome(i).size()); });
  const PaddedRows genomes = genome_rows(set, genome_, fit);
  put(genome_, genomes.bytes, genomes.width);
  genome_byte_.resize(genomes.width);
  const PaddedRows texts = text_rows(last_, text_, fit);
  put(text_, texts.bytes, texts.width);
  character_.resize(texts.width);
  change_attribute(group_.id(), "generation", last_.generation);
  change_attribute(group_.id(), "solutions", static_cast<std::int64_t>(rows));
  change_attribute(group_.id(), "checksum", static_cast<std::int64_t>(checksum));
}

void SolutionTable::close() {
  for (Replaceable* column : {&solution_, &fitness_, &violation_, &values_, &genome_size_, &genome_, &text_})
    column->close();
  if (cell_) cell_->close();
  genome_byte_.close();
  character_.close();
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

void TraceFile::start_swmr() {
  file_.start_swmr();
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

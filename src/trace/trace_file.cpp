#include "trace/trace_file.hpp"

#include "trace/checksum.hpp"
#include "trace/trace_columns.hpp"
#include "trace/trace_format.hpp"

#include <span>
#include <string_view>
#include <utility>

namespace skerry::hdf5 {
namespace {

namespace format = trace_format;

}  // namespace

TraceFile::TraceFile(const std::filesystem::path& made_at, const TraceHeader& header)
    : islands_(header.islands),
      direction_(header.direction),
      file_(made_at),
      generation_(file_.id(), format::generation_table, header.islands, header.fitness_unit),
      migration_(file_.id(), format::migration_table, header.islands, header.fitness_unit),
      improvement_(file_.id(), format::improvement_table, header.islands, header.fitness_unit),
      epoch_(file_.id(), format::epoch_table, header.islands, header.fitness_unit),
      migration_generation_(&migration_.add_row_column("generation", "last generation before the migration")),
      decided_(&epoch_.add_row_column("checksum", "CRC-32 of the epoch's rows in all tables")),
      measured_(&epoch_.add_row_column("checksum_s", "CRC-32 of the times in them")),
      best_(create_group(file_.id(), "best")),
      genome_(best_.id(), {.name = "genome",
                           .type = Extendible::Type::byte,
                           .unit = "",
                           .long_name = "best genome, as skerry stores it"}),
      text_(best_.id(), {.name = "text",
                         .type = Extendible::Type::text,
                         .unit = "",
                         .long_name = "text form of the best genome"}) {
  decided_->set_attribute(format::columns_attribute, decided_columns_text());
  measured_->set_attribute(format::columns_attribute, measured_columns_text());
  if (header.births) birth_.emplace(file_.id(), epoch_);
  if (header.evaluations) evaluation_.emplace(file_.id(), epoch_);
  if (header.solutions.kind != SetKind::none) solutions_.emplace(file_.id(), header);
  describe_run(file_.id(), best_.id(), header);
}

void TraceFile::start_swmr() {
  file_.flush(H5F_SCOPE_GLOBAL);
  checked(H5Fstart_swmr_write(file_.id()), "start of SWMR");
  file_.sync();
}

void TraceFile::add(const EpochRecord& record) {
  generation_.append<Statistics>(record.first_generation, record.statistics);
  generations_ += record.generations;
  last_.generation = generations_ == 0 ? 0 : generations_ - 1;
  improvement_.append<Improvement>(last_.improvements, record.improvements);
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
  if (birth_) birth_->add(record.births);
  if (evaluation_) evaluation_->add(record.evaluation_rows);
  epoch_.append<EpochRow>(record.epoch, std::span(&last_, 1));
}

void TraceFile::write() {
  generation_.write();
  migration_.write();
  improvement_.write();
  if (birth_) birth_->write();
  if (evaluation_) evaluation_->write();
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
  genome_.add(footer.outcome.best_genome.data(), footer.outcome.best_genome.size());
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
  if (birth_) birth_->close();
  if (evaluation_) evaluation_->close();
  if (solutions_) solutions_->close();
  for (TraceTable* table : {&generation_, &migration_, &improvement_, &epoch_}) table->close();
  genome_.close();
  text_.close();
  best_.close("best");
  file_.close();
}

}  // namespace skerry::hdf5

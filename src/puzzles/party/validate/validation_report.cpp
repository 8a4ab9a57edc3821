#include "puzzles/party/validate/validation_report.hpp"

#include "app/report/analysis_page.hpp"
#include "app/terminal/console.hpp"
#include "app/terminal/json_line.hpp"
#include "app/terminal/output_file.hpp"
#include "puzzles/party/proof/certificate.hpp"
#include "puzzles/party/validate/comparison.hpp"
#include "puzzles/party/validate/validation_json.hpp"

#include <filesystem>
#include <utility>

#include <fmt/core.h>

namespace skerry::party {

namespace {

std::string text_of(const Validated& validated, const ValidationSettings& settings) {
  if (validated.puzzle) return text_of(validated.validation, *validated.puzzle, settings);
  return fmt::format("puzzle     {}\nsolvable   no: {}\n", validated.name, validated.impossible);
}

nlohmann::ordered_json json_of(const Validated& validated, const ValidationSettings& settings,
                               const std::string& proof) {
  if (validated.puzzle)
    return json_of(validated.validation, *validated.puzzle, settings, validated.file, proof);
  return json_of_impossible(validated.name, validated.file, validated.validation.clash->rules.front());
}

}  // namespace

std::string proof_file(const std::string& folder, const std::string& puzzle_file) {
  const std::string stem = std::filesystem::path(puzzle_file).stem().string();
  return (std::filesystem::path(folder) / (stem + ".proof.json")).string();
}

ValidationReport::ValidationReport(const ValidationSettings& settings, const ReportSettings& report)
    : settings_(settings), report_(report) {}

void ValidationReport::add(Validated validated) {
  nlohmann::ordered_json json = json_of(validated, settings_, write_proof(validated));
  std::string text = text_of(validated, settings_);
  if (report_.compare && previous_) {
    const Comparison comparison = compare(*previous_, validated);
    json["comparison"] = json_of(comparison);
    text += "\n" + text_of(comparison);
  }
  const std::string line = json_line(json) + "\n";
  print_result(report_.json ? line : (rows_.empty() ? "" : "\n") + text);
  objects_ += line;
  rows_.push_back(overview_row(validated));
  if (report_.compare) previous_ = std::move(validated);
}

void ValidationReport::end() {
  if (!report_.json && rows_.size() > 1) print_result("\n" + overview_text(rows_));
  if (report_.page.empty()) return;
  const std::filesystem::path file = report_.page + ".json";
  replace_file(file, objects_);
  make_page("validation", file, report_.page);
}

/// Writes the certificate and returns its file; nothing where none is asked or nothing is proven.
std::string ValidationReport::write_proof(const Validated& validated) const {
  const Validation& validation = validated.validation;
  if (report_.proofs.empty() || validation.findings.stages.empty()) return {};
  make_folder(report_.proofs);
  const std::string file = proof_file(report_.proofs, validated.file);
  remove_parts_of(file);
  replace_file(file, certificate_text(*validated.puzzle, validation.whole, validation.findings));
  return file;
}

}  // namespace skerry::party

#pragma once

#include "designer/answers/answer_text.hpp"
#include "designer/answers/validated.hpp"
#include "designer/answers/validation.hpp"

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace skerry::party {

/// Returns a validation as a JSON object, schema "skerry.validation/1"; docs/designer.md lists its keys.
/// `file` is the puzzle file, `certificate` the file of the proof or empty.
nlohmann::ordered_json json_of(const Validation& validation, const Puzzle& puzzle,
                               const ValidationSettings& settings, const std::string& file,
                               const std::string& certificate);

/// Returns the object of a puzzle that can't be solved because of one rule, found as it was read.
nlohmann::ordered_json json_of_impossible(const std::string& name, const std::string& file,
                                          const std::string& rule);

/// Returns the answers in lines for people.
std::string text_of(const Validation& validation, const Puzzle& puzzle, const ValidationSettings& settings);

/// Adds what the islands did to the answers about a puzzle: the key "islands", and "migrated" where
/// individuals moved between islands.
void add_islands(nlohmann::ordered_json& json, const IslandsAnswer& islands);

/// Where the answers of a validation go.
struct ReportSettings {
  bool json = false;     ///< prints an object for each puzzle instead of lines for people
  bool compare = false;  ///< compares each puzzle with the one before it
  std::string proofs{};  ///< the folder of the certificates, or empty
  std::string page{};    ///< the file of the page of HTML, or empty
};

/// Returns the file of the certificate of a puzzle file, in the folder of certificates.
std::string proof_file(const std::string& folder, const std::string& puzzle_file);

/// Tells the answers puzzle by puzzle on standard output, and writes certificates and the page.
class ValidationReport {
 public:
  ValidationReport(const ValidationSettings& settings, const ReportSettings& report);

  /// Prints the answers about the next puzzle, and writes its certificate.
  void add(Validated validated);
  /// Prints the table of all puzzles, where there are several. Makes the page, and writes what it shows to a
  /// file beside it: `page`.json.
  void end();

 private:
  std::string write_proof(const Validated& validated) const;

  ValidationSettings settings_;
  ReportSettings report_;
  std::optional<Validated> previous_;
  std::vector<OverviewRow> rows_;
  std::string objects_;
};

}  // namespace skerry::party

#pragma once

#include "puzzles/party/validate/overview.hpp"
#include "puzzles/party/validate/validated.hpp"

#include <optional>
#include <string>
#include <vector>

namespace skerry::party {

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

#pragma once

#include "puzzles/external/declaration.hpp"
#include "puzzles/external/evaluation_folder.hpp"
#include "puzzles/external/evaluator_process.hpp"
#include "puzzles/external/protocol.hpp"

#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace skerry::external {

/// Starts a process for each evaluation, in a fresh directory, and reads its result from there.
class ProgramRuns : public EvaluatorProcess {
 public:
  explicit ProgramRuns(std::shared_ptr<const Declaration> declaration)
      : declaration_(std::move(declaration)) {}

  void submit(const Request& request, const Genome& genome) override { queue_.push_back({request, genome}); }
  std::vector<Result> collect() override;

 private:
  struct Ended {
    std::string output;
    std::string last_error_line;
    int status = 0;
    bool in_time = true;
  };

  Judgement evaluate(const Request& request, const Genome& genome);
  Judgement evaluate_in(const EvaluationFolder& folder, const Request& request, const Genome& genome) const;
  Ended run_in(const EvaluationFolder& folder, const Request& request, const Genome& genome) const;
  Judgement read_output(const EvaluationFolder& folder, const std::string& output) const;

  std::shared_ptr<const Declaration> declaration_;
  std::deque<std::pair<Request, Genome>> queue_;
  bool had_folder_ = false;
};

/// Returns the number that the last line with a match has in the group of the pattern, where an exponent may
/// be written with D as Fortran does; none without a match that is a number. Lines over 1,000 bytes are cut.
std::optional<double> last_number(const std::regex& pattern, std::string_view text);

}  // namespace skerry::external

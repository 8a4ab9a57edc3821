#pragma once

#include "skerry/score.hpp"

#include "puzzles/external/declaration.hpp"
#include "puzzles/external/genome.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace skerry::external {

/// The ways in which an evaluation fails.
enum class FailureKind {
  told,        ///< the evaluator said so
  invalid,     ///< a fitness or violation that is no finite number, or a negative violation
  no_answer,   ///< something that is no answer
  unknown_id,  ///< an answer to what was not asked
  too_long,    ///< a line or file beyond the limit
  timeout,
  ended,   ///< the process ended, or closed its output
  refused  ///< no process could be started
};

struct Failure {
  FailureKind kind = FailureKind::told;
  std::string reason;

  friend bool operator==(const Failure&, const Failure&) = default;
};

/// Returns a word for the kind.
std::string_view word_of(FailureKind kind);
/// Returns the kind of that word. Throws DataError if there is none.
FailureKind kind_of_word(std::string_view word);

/// A fitness, or why there is none.
using Judgement = std::variant<Score, Failure>;

/// Returns a judgement as a line without its end, such as "score 0 1.5" (violation, fitness) or "timeout no
/// answer within 60 s".
std::string text_of(const Judgement& judgement);
/// Reads what text_of() returned, to the last bit. Throws DataError for any other text.
Judgement read_judgement(std::string_view text);

/// Counts evaluations and their failures, with an example of each kind.
class Tally {
 public:
  void count_evaluation() { ++evaluations_; }
  /// Returns whether it is the first failure of its kind.
  bool count_failure(const Failure& failure);
  std::uint64_t evaluations() const { return evaluations_; }
  std::uint64_t failures() const { return failures_; }
  /// Returns a sentence that names each kind with its number and first reason; empty without failures.
  std::string summary() const;

 private:
  struct Kind {
    std::uint64_t number = 0;
    std::string reason;
  };
  std::uint64_t evaluations_ = 0;
  std::uint64_t failures_ = 0;
  std::map<FailureKind, Kind> kinds_;
};

/// The longest line or result file that is read.
constexpr std::size_t most_answer_bytes = 1 << 20;

/// Returns the first line to a worker, with its end: version, genome and direction.
std::string first_line(const Declaration& declaration);
/// Returns what is wrong with the answer to the first line; empty if the worker is ready.
std::string read_ready(std::string_view line);

struct Answer {
  std::string id;
  Judgement judgement;
};

/// Reads an answer of a worker. Returns a Failure for a line that is none.
std::variant<Answer, Failure> read_answer(std::string_view line);
/// Reads the result of a program, an answer without an id.
Judgement read_result(std::string_view text);
/// Checks numbers that were read.
Judgement judged(double fitness, double violation);

/// Returns the beginning of a text for a message, on one line.
std::string shown(std::string_view text);

/// Appends a genome as a JSON object: {"x": [0.5, -1.0], "n": [3], "used": [0, 1], "order": [2, 0, 1]}. Reals
/// are the shortest decimals that read back as the same number, and always have a point or an exponent.
void append_json(const Space& space, const Genome& genome, std::string& text);
/// Appends the declaration of the parts: [{"name": "x", "kind": "real", "size": 2, "low": -1.0, "high": 1.0},
/// {"name": "order", "kind": "permutation", "size": 3}].
void append_json(const Space& space, std::string& text);

/// Returns the genome with these numbers, of all parts in their order, as a JSON object.
std::string json_of_numbers(const Space& space, std::span<const std::string_view> numbers);

/// Reads what append_json() wrote for a genome, values of any valid JSON. Returns what is wrong with the
/// text, a sentence; empty if nothing is.
std::string read_json(const Space& space, std::string_view text, Genome& genome);

/// Appends one value of a part, as append_json() writes it.
void append_value(const Values& values, std::size_t gene, std::string& text);
/// Appends all values of a part with a separator between them.
void append_values(const PartSpace& part, const Values& values, std::string_view separator,
                   std::string& text);

}  // namespace skerry::external

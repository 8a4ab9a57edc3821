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
#include <utility>
#include <variant>
#include <vector>

namespace skerry::external {

enum class FailureKind {
  told,     ///< the evaluator said so
  invalid,  ///< a number that is not finite, a negative violation, or no category
  no_answer,
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

std::string_view word_of(FailureKind kind);
/// Throws DataError for an unknown word.
FailureKind kind_of_word(std::string_view word);

struct Scored {
  Score score;
  std::vector<double> measures{};  ///< the declared objectives, then the declared features

  Scored(Score given = {}, std::vector<double> measured = {}) : score(given), measures(std::move(measured)) {}
  friend bool operator==(const Scored&, const Scored&) = default;
};

using Judgement = std::variant<Scored, Failure>;

/// Returns a line such as "score 0 1.5" (violation, fitness, then the measures) or "timeout no answer within
/// 60 s", without its end.
std::string text_of(const Judgement& judgement);
/// Is exact to the last bit. Throws DataError for a text that text_of() did not return.
Judgement read_judgement(std::string_view text);

class Tally {
 public:
  void count_evaluation() { ++evaluations_; }
  /// Returns whether it is the first failure of its kind.
  bool count_failure(const Failure& failure);
  std::uint64_t evaluations() const { return evaluations_; }
  std::uint64_t failures() const { return failures_; }
  /// Returns an empty text if nothing failed.
  std::string summary() const;
  /// Returns all that is counted, for add().
  std::string text() const;
  /// Adds what another tally has counted; reasons that are known stay.
  void add(std::string_view text);

 private:
  struct Kind {
    std::uint64_t number = 0;
    std::string reason;
  };
  std::uint64_t evaluations_ = 0;
  std::uint64_t failures_ = 0;
  std::map<FailureKind, Kind> kinds_;
};

constexpr std::size_t most_message_bytes = 1 << 20;

std::string_view word_of(Direction direction);
/// Names objectives and features: "objectives": [{"name": "cost", "direction": "minimise"}], "features":
/// [{"name": "kind", "categories": ["a", "b"]}].
std::string json_of_measures(const Declaration& declaration);
/// Names version, direction, objectives, features and genome; the line has its end.
std::string first_line(const Declaration& declaration);

struct Readiness {
  std::string mistake{};  ///< empty if the worker is ready
  bool batch = false;     ///< it reads and writes lines of several evaluations
};
Readiness read_ready(std::string_view line);

struct Answer {
  std::string id;
  Judgement judgement;
};

/// Reads a line of one answer, or of a batch. Returns a Failure for a line that is neither.
std::variant<std::vector<Answer>, Failure> read_answers(std::string_view line,
                                                        const Declaration& declaration);
/// The result is an answer without an id.
Judgement read_result(std::string_view text, const Declaration& declaration);
Judgement judged(double fitness, double violation);

/// Returns one line for a message.
std::string shown(std::string_view text);

/// Appends a genome as a JSON object: {"x": [0.5, -1.0], "n": [3], "used": [0, 1], "order": [2, 0, 1]}. Reals
/// are the shortest decimals that read back as the same number, and always have a point or an exponent.
void append_json(const Space& space, const Genome& genome, std::string& text);
/// Appends the declaration of the parts: [{"name": "x", "kind": "real", "size": 2, "low": -1.0, "high": 1.0},
/// {"name": "order", "kind": "permutation", "size": 3}]. Bounds that were given as a list are one.
void append_json(const Space& space, std::string& text);

/// The numbers are those of all parts in their order.
std::string json_of_numbers(const Space& space, std::span<const std::string_view> numbers);

/// Takes any valid JSON. Returns a sentence on what is wrong; empty if nothing is.
std::string read_json(const Space& space, std::string_view text, Genome& genome);

void append_value(const Values& values, std::size_t gene, std::string& text);
void append_values(const PartSpace& part, const Values& values, std::string_view separator,
                   std::string& text);

}  // namespace skerry::external

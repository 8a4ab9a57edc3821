#pragma once

#include "engine/stopwatch.hpp"
#include "puzzles/party/validate/answers_json.hpp"

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace skerry::party {

/// The answers about one puzzle so far, each by its question, with the seconds that they took. A file of them
/// is replaced in one step after each answer; a validation that was killed takes from it what is there and
/// asks the rest.
class KeptAnswers {
 public:
  using Json = nlohmann::json;

  /// Keeps the answers for the time of this object.
  KeptAnswers() = default;

  /// Takes over the answers of that file, which need not exist. Where they were given another number of
  /// `seconds` in all, those that were cut short by it are left out. Nothing is kept once `stop` says that
  /// the validation is interrupted. Throws DataError where the file is of another kind.
  KeptAnswers(std::filesystem::path file, double seconds, std::function<bool()> stop);

  /// Returns the seconds that the answers took: those before the last one that was found, and since then.
  double seconds() const { return before_ + watch_.seconds(); }

  /// Returns the answer to a question, valid until the next one is kept; null where there is none.
  const Json* find(const std::string& question);

  /// Keeps an answer. One that is not `final` would come out better with more seconds.
  void keep(const std::string& question, Json answer, bool final);

  /// Returns the answer to a question: the one that is kept, or else that of `work`, which is then kept, as
  /// final where `is_final` says so.
  template <typename Work, typename IsFinal>
  auto ask(const std::string& question, const Work& work, const IsFinal& is_final) {
    using Answer = decltype(work());
    if (const Json* known = find(question)) return known->get<Answer>();
    Answer answer = work();
    keep(question, answer, is_final(answer));
    return answer;
  }

  /// Returns the file, or an empty path.
  const std::filesystem::path& file() const { return file_; }

 private:
  struct Entry {
    Json answer;
    double seconds = 0;
    bool final = false;
  };

  std::filesystem::path file_;
  std::function<bool()> stop_ = [] { return false; };
  double limit_ = 0;
  std::map<std::string, Entry> entries_;
  double before_ = 0;
  Stopwatch watch_;
};

/// Returns the file in a folder that keeps the answers about a puzzle. Its name has a digest of the contents
/// of the puzzle's files, of the settings on which the answers depend, seconds aside, and of the version.
std::filesystem::path kept_file(const std::filesystem::path& folder, const std::filesystem::path& puzzle,
                                const std::map<std::string, std::string>& digests_of_inputs,
                                const ValidationSettings& settings);

}  // namespace skerry::party

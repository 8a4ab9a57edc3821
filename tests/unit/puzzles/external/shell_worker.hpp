#pragma once

#include "skerry/evaluation/task_runner.hpp"

#include "puzzles/external/declaration.hpp"
#include "puzzles/external/protocol.hpp"
#include "support/testing.hpp"

namespace skerry::test {

/// Returns the declaration of a worker in shell for genomes of one whole number, $n in `body`, which is run
/// for each request: `answer` answers with that number.
inline external::Declaration shell_worker(const std::string& body, const std::string& at_start = "") {
  const std::string script = R"(
answer() { echo "{\"id\": \"$id\", \"fitness\": $n}"; }
)" + at_start + R"(
read -r first
echo '{"ready": true}'
while read -r line; do
  id=${line#*: \"}; id=${id%%\"*}
  n=${line#*[}; n=${n%%]*}
)" + body + "\ndone";
  external::Declaration declaration;
  declaration.space = {{"x", IntegerBox<>(1, 0, 1000)}};
  declaration.command = {"/bin/sh", "-c", script};
  declaration.folder = std::filesystem::temp_directory_path();
  return declaration;
}

inline Task task_of(std::uint64_t number) {
  return {.number = number,
          .content = external::request_line({.id = fmt::format("0.{}.0", number),
                                             .genome = fmt::format("{{\"x\": [{}]}}", number),
                                             .seed = 1})};
}

/// Has a runner carry out tasks with the numbers from 0, and returns what came of them.
inline std::map<std::uint64_t, external::Judgement> carried_out(TaskRunner& runner, std::uint64_t tasks) {
  for (std::uint64_t number = 0; number < tasks; ++number) runner.start(task_of(number));
  std::map<std::uint64_t, external::Judgement> judgements;
  while (judgements.size() < tasks) {
    const auto results = runner.wait(TaskRunner::Clock::time_point::max());
    if (results.empty()) break;
    for (const TaskResult& result : results)
      judgements.emplace(result.number, external::read_judgement(result.content));
  }
  return judgements;
}

}  // namespace skerry::test

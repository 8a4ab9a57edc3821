#pragma once

#include "skerry/error.hpp"
#include "skerry/evaluation/evaluation_row.hpp"
#include "skerry/evaluation/evaluation_watch.hpp"
#include "skerry/evaluation/task_runner.hpp"
#include "skerry/population/genome_buffer.hpp"
#include "skerry/score.hpp"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <span>
#include <string>
#include <vector>

namespace skerry {

/// Returns a genome as the content of a task.
template <typename Genome>
std::string task_of(const Genome& genome) {
  std::vector<std::byte> bytes;
  pack_genome(genome, bytes);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Carries out a task of task_of(): returns the score that the problem gives to the genome, or what its
/// evaluate() throws, as the content of a result.
template <typename P>
std::string carried_out(P& problem, const std::string& task) {
  // What is thrown is longer than a score, so that nobody takes it for one.
  const std::string no_score(sizeof(Score) + 1, ' ');
  try {
    const Score score = problem.evaluate(
        unpack_genome<typename P::Genome>(std::as_bytes(std::span(task.data(), task.size()))));
    return {reinterpret_cast<const char*>(&score), sizeof(score)};
  } catch (const std::exception& error) {
    return no_score + error.what();
  } catch (...) {
    return no_score + "an exception that is no std::exception";
  }
}

/// Returns the score in a result of carried_out(). Throws Error where it holds none.
inline Score score_in(const std::string& result) {
  if (result.size() != sizeof(Score)) throw Error(ExitStatus::failed, result.substr(sizeof(Score) + 1));
  Score score;
  std::copy_n(result.data(), sizeof(score), reinterpret_cast<char*>(&score));
  return score;
}

/// Has genomes scored by a runner whose tasks are those of task_of(), and writes a row for each, whose number
/// is that of the genome. What they come to is counted.
template <typename Genome>
void score_as_tasks(TaskRunner& runner, std::span<const Genome* const> genomes, std::span<Score> scores,
                    std::span<EvaluationRow> rows, EvaluationWatch& watch) {
  for (std::size_t i = 0; i < genomes.size(); ++i) runner.start({i, task_of(*genomes[i])});
  watch.count_started(genomes.size());
  for (std::size_t scored = 0; scored < genomes.size();) {
    for (const TaskResult& result : watch.wait(runner)) {
      scores[result.number] = score_in(result.content);
      rows[result.number] = row_of(result);
      rows[result.number].number = result.number;
      watch.count_done(false);
      ++scored;
    }
  }
}

}  // namespace skerry

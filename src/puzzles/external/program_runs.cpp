#include "puzzles/external/program_runs.hpp"

#include "skerry/error.hpp"

#include "app/process/guarded_process.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>

#include <fmt/core.h>

namespace skerry::external {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int grace_of_program_ms = 2000;
/// What a program prints beyond is forgotten, the oldest first.
constexpr std::size_t most_output_bytes = 4 << 20;
/// std::regex takes a stack frame for each character.
constexpr std::size_t most_line_bytes = 1000;

std::optional<double> number_in(std::string text) {
  std::ranges::replace(text, 'D', 'e');
  std::ranges::replace(text, 'd', 'e');
  const char* begin = text.data() + (text.starts_with('+') ? 1 : 0);
  double number = 0;
  const auto [end, error] = std::from_chars(begin, text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

std::optional<double> last_number(const std::regex& pattern, std::string_view text) {
  std::optional<double> number;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, std::min(end, most_line_bytes));
    std::match_results<std::string_view::const_iterator> match;
    if (std::regex_search(line.begin(), line.end(), match, pattern)) {
      if (const auto found = number_in(match[1].str())) number = found;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return number;
}

ProgramRuns::Ended ProgramRuns::run_in(const EvaluationFolder& folder, const Request& request,
                                       const Genome& genome) const {
  std::vector<std::string> command;
  for (const TemplateText& word : declaration_->files->command)
    command.push_back(word.filled(declaration_->space, genome, request, declaration_->folder.string()));
  // A program beside the configuration is found from the evaluation's directory, too.
  if (command.front().find('/') != std::string::npos)
    command.front() = (declaration_->folder / command.front()).string();
  GuardedProcess process(
      {.command = command, .directory = folder.path().string(), .environment = environment_without_rank()},
      grace_of_program_ms);
  process.close_input();
  const double limit_s = declaration_->timeout_s > 0 ? declaration_->timeout_s : 1e9;
  const auto until =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(limit_s));
  Ended ended;
  while (process.exchange(until)) {
    std::string& output = process.output();
    if (output.size() > most_output_bytes) output.erase(0, output.size() - most_output_bytes / 2);
    if (Clock::now() >= until) {
      ended.in_time = false;
      break;
    }
  }
  ended.output = process.output();
  ended.status = process.end();
  ended.last_error_line = process.last_error_line();
  return ended;
}

Judgement ProgramRuns::read_output(const EvaluationFolder& folder, const std::string& output) const {
  const FilesMode& mode = *declaration_->files;
  std::string text = output;
  if (!mode.result.empty()) {
    auto found = folder.read(mode.result, most_output_bytes);
    if (!found)
      return Failure{FailureKind::no_answer,
                     fmt::format("there is no file {} that could be read", mode.result)};
    if (found->size() > (mode.pattern ? most_output_bytes : most_answer_bytes))
      return Failure{FailureKind::too_long, fmt::format("{} is too long", mode.result)};
    text = std::move(*found);
  }
  if (!mode.pattern) return read_result(text);
  const auto fitness = last_number(mode.pattern->fitness, text);
  if (!fitness) return Failure{FailureKind::no_answer, "no line of the output has a fitness"};
  if (!mode.pattern->violation) return judged(*fitness, 0);
  const auto violation = last_number(*mode.pattern->violation, text);
  if (!violation) return Failure{FailureKind::no_answer, "no line of the output has a violation"};
  return judged(*fitness, *violation);
}

Judgement ProgramRuns::evaluate_in(const EvaluationFolder& folder, const Request& request,
                                   const Genome& genome) const {
  const FilesMode& mode = *declaration_->files;
  bool written = folder.write(mode.parameters, request_line(request));
  if (mode.deck) {
    written = written && folder.write(mode.input, mode.deck->filled(declaration_->space, genome, request,
                                                                    declaration_->folder.string()));
  }
  if (!written)
    return Failure{FailureKind::refused, fmt::format("{} can't be written to", folder.path().string())};
  const Ended ended = run_in(folder, request, genome);
  Judgement judgement;
  if (!ended.in_time) {
    judgement = Failure{FailureKind::timeout, fmt::format("not done within {} s", declaration_->timeout_s)};
  } else if (ended.status != 0) {
    judgement = Failure{FailureKind::ended,
                        fmt::format("the program ended with status {}{}{}", ended.status,
                                    ended.last_error_line.empty() ? "" : ": ", shown(ended.last_error_line))};
  } else {
    judgement = read_output(folder, ended.output);
  }
  if (mode.keep == Keep::all || (mode.keep == Keep::failures && std::holds_alternative<Failure>(judgement)))
    folder.write("output.txt", ended.output);
  return judgement;
}

Judgement ProgramRuns::evaluate(const Request& request, const Genome& genome) {
  std::optional<EvaluationFolder> folder;
  try {
    folder.emplace(declaration_->files->directory, request.id);
  } catch (const std::filesystem::filesystem_error& error) {
    const std::string reason = fmt::format("no directory can be made in {}: {}",
                                           declaration_->files->directory.string(), error.code().message());
    if (!had_folder_) throw Error(ExitStatus::failed, reason);
    return Failure{FailureKind::refused, reason};
  }
  had_folder_ = true;
  Judgement judgement = evaluate_in(*folder, request, genome);
  const bool failed = std::holds_alternative<Failure>(judgement);
  const Keep keep = declaration_->files->keep;
  if (keep == Keep::none || (keep == Keep::failures && !failed)) {
    folder->remove();
  } else if (failed) {
    std::get<Failure>(judgement).reason += fmt::format(", see {}", folder->path().string());
  }
  return judgement;
}

std::vector<Result> ProgramRuns::collect() {
  if (queue_.empty()) return {};
  const auto [request, genome] = std::move(queue_.front());
  queue_.pop_front();
  const auto since = Clock::now();
  Judgement judgement = evaluate(request, genome);
  Result result{.id = request.id, .duration = Clock::now() - since};
  if (const auto* score = std::get_if<Score>(&judgement)) {
    result.score = *score;
  } else {
    result.failure = std::get<Failure>(std::move(judgement));
  }
  return {std::move(result)};
}

}  // namespace skerry::external

#include "puzzles/external/program_run.hpp"

#include "skerry/error.hpp"

#include "puzzles/external/genome_json.hpp"
#include "puzzles/external/protocol.hpp"
#include "puzzles/external/time_limit.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <utility>
#include <vector>

#include <fmt/core.h>

namespace skerry::external {
namespace {

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

Genome genome_of(const Declaration& declaration, const Request& request) {
  Genome genome;
  const std::string mistake = read_json(declaration.space, request.genome, genome);
  if (!mistake.empty()) throw DataError("a request has no genome of this problem: " + mistake);
  return genome;
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

ProgramRun::ProgramRun(const Declaration& declaration, Request request)
    : declaration_(declaration),
      request_(std::move(request)),
      genome_(genome_of(declaration, request_)),
      folder_(declaration.files->directory, request_.id),
      started_(Clock::now()),
      deadline_(started_ + time_limit(declaration.timeout_s)) {
  if (write_inputs()) start();
}

bool ProgramRun::write_inputs() const {
  const FilesMode& mode = *declaration_.files;
  if (!folder_.write(mode.parameters, request_line(request_))) return false;
  return !mode.deck || folder_.write(mode.input, mode.deck->filled(declaration_.space, genome_, request_,
                                                                   declaration_.folder.string()));
}

void ProgramRun::start() {
  std::vector<std::string> command;
  for (const TemplateText& word : declaration_.files->command)
    command.push_back(word.filled(declaration_.space, genome_, request_, declaration_.folder.string()));
  // A program beside the configuration is found from the evaluation's directory, too.
  if (command.front().find('/') != std::string::npos)
    command.front() = (declaration_.folder / command.front()).string();
  process_ = std::make_unique<GuardedProcess>(Launch{.command = command,
                                                     .directory = folder_.path().string(),
                                                     .environment = environment_without_rank()},
                                              grace_of_program_ms);
  process_->close_input();
}

Judgement ProgramRun::read_output() const {
  const FilesMode& mode = *declaration_.files;
  std::string text = output_;
  if (!mode.result.empty()) {
    auto found = folder_.read(mode.result, most_output_bytes);
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

Judgement ProgramRun::judgement_of_end() {
  if (is_late_)
    return Failure{FailureKind::timeout, fmt::format("not done within {} s", declaration_.timeout_s)};
  if (const int status = process_->end(); status != 0) {
    if (could_not_start()) return Failure{FailureKind::refused, shown(process_->last_error_line())};
    const std::string line = process_->last_error_line();
    return Failure{FailureKind::ended, fmt::format("the program ended with status {}{}{}", status,
                                                   line.empty() ? "" : ": ", shown(line))};
  }
  return read_output();
}

bool ProgramRun::found_no_program() {
  constexpr int not_executable = 126;
  constexpr int not_found = 127;
  if (!process_ || is_late_ || !process_->has_ended()) return false;
  const int status = process_->end();
  return status == not_executable || status == not_found;
}

/// Keeps of the directory what is asked for.
void ProgramRun::clean_up(Judgement& judgement) const {
  auto* failure = std::get_if<Failure>(&judgement);
  const Keep keep = declaration_.files->keep;
  if (keep == Keep::none || (keep == Keep::failures && failure == nullptr) || could_not_start()) {
    folder_.remove();
    return;
  }
  if (process_) folder_.write("output.txt", output_);
  if (failure != nullptr) failure->reason += fmt::format(", see {}", folder_.path().string());
}

std::optional<Judgement> ProgramRun::look() {
  Judgement judgement;
  if (!process_) {
    judgement = Failure{FailureKind::refused, fmt::format("{} can't be written to", folder_.path().string())};
  } else {
    if (!has_output_) {
      std::string& output = process_->output();
      if (output.size() > most_output_bytes) output.erase(0, output.size() - most_output_bytes / 2);
      is_late_ = process_->is_open() && Clock::now() >= deadline_;
      if (process_->is_open() && !is_late_) return std::nullopt;
      output_ = std::move(output);
      has_output_ = true;
      process_->begin_end();
    }
    if (!process_->has_ended()) return std::nullopt;
    judgement = judgement_of_end();
  }
  clean_up(judgement);
  return judgement;
}

}  // namespace skerry::external

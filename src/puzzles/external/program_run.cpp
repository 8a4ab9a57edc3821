#include "puzzles/external/program_run.hpp"

#include "skerry/detail/text.hpp"
#include "skerry/error.hpp"

#include "puzzles/external/environment.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

namespace skerry::external {
namespace fs = std::filesystem;
namespace {

/// Reads to the end, at most so many bytes and one.
std::optional<std::string> read_to_end(int file, std::size_t most_bytes) {
  std::string text;
  std::array<char, 65536> block{};
  while (text.size() <= most_bytes) {
    const std::size_t room = std::min(block.size(), most_bytes + 1 - text.size());
    const ssize_t count = ::read(file, block.data(), room);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return std::nullopt;
    if (count == 0) break;
    text.append(block.data(), static_cast<std::size_t>(count));
  }
  return text;
}

}  // namespace

EvaluationFolder::EvaluationFolder(const fs::path& parent, const std::string& name) {
  fs::create_directories(parent);
  std::string pattern = (parent / (name + "-XXXXXX")).string();
  if (::mkdtemp(pattern.data()) == nullptr) {
    throw fs::filesystem_error("cannot make a directory", parent,
                               std::error_code(errno, std::generic_category()));
  }
  path_ = pattern;
  descriptor_ = ::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  if (descriptor_ < 0) {
    throw fs::filesystem_error("cannot open", path_, std::error_code(errno, std::generic_category()));
  }
}

EvaluationFolder::~EvaluationFolder() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool EvaluationFolder::write(const std::string& name, std::string_view text) const {
  const int file =
      ::openat(descriptor_, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (file < 0) return false;
  while (!text.empty()) {
    const ssize_t count = ::write(file, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) break;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return ::close(file) == 0 && text.empty();
}

std::optional<std::string> EvaluationFolder::read(const std::string& path, std::size_t most_bytes) const {
  int at = ::fcntl(descriptor_, F_DUPFD_CLOEXEC, 0);
  const fs::path parts(path);
  for (auto part = parts.begin(); part != parts.end() && at >= 0; ++part) {
    const bool last = std::next(part) == parts.end();
    const int kind = last ? O_NONBLOCK : O_DIRECTORY;
    const int next = ::openat(at, part->c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | kind);
    ::close(at);
    at = next;
  }
  if (at < 0) return std::nullopt;
  struct stat about {};
  std::optional<std::string> text;
  if (::fstat(at, &about) == 0 && S_ISREG(about.st_mode)) text = read_to_end(at, most_bytes);
  ::close(at);
  return text;
}

void EvaluationFolder::remove() const {
  std::error_code error;
  fs::remove_all(path_, error);
}

namespace {

constexpr int grace_of_program_ms = 2000;
/// What a program prints beyond is forgotten, the oldest first.
constexpr std::size_t most_output_bytes = 4 << 20;
/// std::regex takes a stack frame for each character.
constexpr std::size_t most_line_bytes = 1000;

/// Fortran writes D exponents, and leaves the letter out before those of three digits: 0.15000-101.
std::optional<double> number_in(std::string text) {
  std::ranges::replace(text, 'D', 'e');
  std::ranges::replace(text, 'd', 'e');
  const std::size_t sign = text.find_last_of("+-");
  const auto digit_or_point = [](char c) { return c == '.' || (c >= '0' && c <= '9'); };
  if (sign != std::string::npos && sign > 0 && digit_or_point(text[sign - 1]) && text.size() - sign == 4)
    text.insert(sign, "e");
  const char* begin = text.data() + (text.starts_with('+') ? 1 : 0);
  double number = 0;
  const auto [end, error] = std::from_chars(begin, text.data() + text.size(), number);
  if (end != text.data() + text.size()) return std::nullopt;
  if (error == std::errc::result_out_of_range) number = std::strtod(begin, nullptr);
  if (error == std::errc::invalid_argument || (error != std::errc{} && std::abs(number) > 1))
    return std::nullopt;
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
  process_ = std::make_unique<Process>(Launch{.command = command,
                                              .directory = folder_.path().string(),
                                              .environment = environment_without_rank(),
                                              .guard_grace_ms = grace_of_program_ms});
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
    if (found->size() > (mode.pattern ? most_output_bytes : most_message_bytes))
      return Failure{FailureKind::too_long, fmt::format("{} is too long", mode.result)};
    text = std::move(*found);
  }
  if (!mode.pattern) return read_result(text, declaration_);
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
  if (!process_ || is_late_ || !process_->status()) return false;
  const int status = process_->end();
  return status == not_executable || status == not_found;
}

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
    if (!process_->status()) return std::nullopt;
    judgement = judgement_of_end();
  }
  clean_up(judgement);
  return judgement;
}

ProgramRuns::ProgramRuns(std::shared_ptr<const Declaration> declaration)
    : declaration_(std::move(declaration)), places_(declaration_->workers) {}

ProgramRuns::~ProgramRuns() {
  // All of them get their grace at the same time.
  for (Process* process : processes()) process->begin_end();
}

std::size_t ProgramRuns::room() const {
  const auto free = static_cast<std::size_t>(std::ranges::count_if(
      places_, [](const Place& place) { return !place.run && place.failed_starts == 0; }));
  return free - std::min(free, queue_.size());
}

std::vector<Process*> ProgramRuns::processes() {
  std::vector<Process*> found;
  for (const Place& place : places_) {
    if (place.run && place.run->process() != nullptr) found.push_back(place.run->process());
  }
  return found;
}

/// Returns true if the program, which may come back, is to be started again. Throws if none could be started
/// yet.
bool ProgramRuns::is_to_wait(Place& place, const Judgement& judgement) {
  if (!had_program_ && place.run->found_no_program()) {
    throw Error(ExitStatus::failed,
                fmt::format("the program \"{}\" can't be used: {}{}", joined(declaration_->command, " "),
                            std::get<Failure>(judgement).reason, hint(*declaration_)));
  }
  had_program_ = had_program_ || place.run->process() != nullptr;
  if (!place.run->could_not_start() || ++place.failed_starts == most_starts) {
    place.failed_starts = 0;
    return false;
  }
  place.pause_end = Clock::now() + place.failed_starts * pause_after_failed_start;
  return true;
}

void ProgramRuns::look(std::vector<TaskResult>& done) {
  for (std::size_t number = 0; number < places_.size(); ++number) {
    Place& place = places_[number];
    if (!place.run) continue;
    const auto judgement = place.run->look();
    if (!judgement) continue;
    if (!is_to_wait(place, *judgement)) {
      done.push_back({.number = place.task.number,
                      .content = text_of(*judgement),
                      .place = static_cast<std::uint32_t>(number)});
      set_times(done.back(), place.run->started(), Clock::now());
    }
    place.run.reset();
  }
}

/// Tells whether there is a task to begin with; it is then that of the place.
bool ProgramRuns::take_task(Place& place) {
  if (place.failed_starts > 0) return Clock::now() >= place.pause_end;
  if (queue_.empty()) return false;
  place.task = std::move(queue_.front());
  queue_.pop_front();
  return true;
}

/// Returns none if the run was begun.
std::optional<Failure> ProgramRuns::begin(Place& place) {
  try {
    place.run = std::make_unique<ProgramRun>(*declaration_, read_request(place.task.content));
  } catch (const std::filesystem::filesystem_error& error) {
    std::string reason = fmt::format("no directory can be made in {}: {}",
                                     declaration_->files->directory.string(), error.code().message());
    if (!had_folder_) throw Error(ExitStatus::failed, reason);
    return Failure{FailureKind::refused, std::move(reason)};
  }
  had_folder_ = true;
  return std::nullopt;
}

void ProgramRuns::hand_out(std::vector<TaskResult>& done) {
  for (Place& place : places_) {
    while (!place.run && take_task(place)) {
      const auto failure = begin(place);
      if (!failure) break;
      place.failed_starts = 0;
      done.push_back({.number = place.task.number, .content = text_of(*failure)});
      set_times(done.back(), Clock::now(), Clock::now());
    }
  }
}

std::vector<TaskResult> ProgramRuns::wait(Clock::time_point until) {
  std::vector<TaskResult> done;
  for (;;) {
    look(done);
    hand_out(done);
    auto next = until;
    bool is_idle = true;
    for (const Place& place : places_) {
      if (!place.run && place.failed_starts == 0) continue;
      is_idle = false;
      if (!place.run) {
        next = std::min(next, place.pause_end);
        continue;
      }
      next = place.run->process() == nullptr ? Clock::now() : std::min(next, place.run->next_look());
    }
    if (!done.empty() || is_idle || Clock::now() >= until) return done;
    Process::exchange(processes(), next);
  }
}

}  // namespace skerry::external

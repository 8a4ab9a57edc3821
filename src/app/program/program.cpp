#include "app/program/program.hpp"

#include "skerry/app/program.hpp"
#include "skerry/app/settings.hpp"

#include "app/terminal/console.hpp"
#include "app/text/text.hpp"
#include "engine/communication/communicator.hpp"
#include "engine/communication/environment.hpp"
#include "engine/communication/mpi_communicator.hpp"
#include "engine/communication/thread_communicator.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <iterator>
#include <limits>
#include <optional>
#include <span>
#include <sstream>
#include <string_view>
#include <type_traits>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

namespace skerry {
namespace {

constexpr const char* description =
    "Distributed island-model genetic algorithms on MPI: one rank evolves one island.";
constexpr const char* footer = R"(Examples:
  skerry run {config}
      one island
  mpirun -n 5 skerry run {config}
      five islands
  skerry inspect {trace}.h5
      what a run found
  mpirun -n 5 skerry resume {trace}.h5
      go on with a run that was killed
  skerry experiment my.toml
      many runs, side by side where cores are idle

Exit status: 0 done, 1 failed, 2 usage or configuration, 3 bad input data, 75 interrupted.
COMMAND --help says more about a command.)";

void collect_options(const CLI::App& app, std::vector<std::string>& names) {
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
}

/// Returns the --set that a word such as --seconds=5 was probably meant to be. The value may be the next
/// word.
std::string set_for(std::string_view word, std::string_view next, const HelpSubject& subject) {
  const std::size_t equals = word.find('=');
  const std::string_view key = word.substr(2, equals == std::string_view::npos ? equals : equals - 2);
  std::string_view value = next.empty() || next.starts_with("--") ? "VALUE" : next;
  if (equals != std::string_view::npos) value = word.substr(equals + 1);
  std::string found;
  for (const std::string& name : subject.keys()) {
    if (name != key && name.substr(name.find('.') + 1) != key) continue;
    found += fmt::format("{}--set {}={}", found.empty() ? "" : " or ", name, value);
  }
  return found.empty() && key.starts_with("problem.") ? fmt::format("--set {}={}", key, value) : found;
}

std::string hint(const CLI::App& app, int argc, char** argv, const HelpSubject& subject) {
  std::vector<std::string> names;
  collect_options(app, names);
  const auto chosen = app.get_subcommands();
  for (const CLI::App* command : chosen) collect_options(*command, names);
  if (chosen.empty()) {
    for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  }
  const bool sets_keys = subject.keys != nullptr && std::ranges::find(names, "--set") != names.end();
  for (int i = chosen.empty() ? 1 : 2; i < argc; ++i) {
    const std::string_view word = argv[i];
    const std::string_view name = word.substr(0, word.find('='));
    if (!chosen.empty() && !name.starts_with("--")) continue;
    if (std::ranges::find(names, name) != names.end()) continue;
    if (sets_keys && name.starts_with("--")) {
      const std::string meant = set_for(word, i + 1 < argc ? argv[i + 1] : "", subject);
      if (!meant.empty()) return fmt::format("; did you mean {}?", meant);
    }
    if (const auto near = nearest_name(name, names)) {
      return fmt::format("; did you mean {}?", *near);
    }
  }
  return {};
}

std::string help_command(const CLI::App& app) {
  std::string help = app.get_name();
  for (const CLI::App* command = &app; !command->get_subcommands().empty();) {
    command = command->get_subcommands().front();
    help += " " + command->get_name();
  }
  return help + " --help";
}

ExitStatus explain(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv, bool print,
                   const HelpSubject& subject) {
  if (error.get_exit_code() == 0) {  // --help, --version
    std::ostringstream out;
    app.exit(error, out, out);
    if (print) print_result(out.str());
    return ExitStatus::done;
  }
  if (print) {
    const bool unknown_word = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr ||
                              dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
    std::string message = error.what();
    while (message.ends_with('\n') || message.ends_with('.')) message.pop_back();
    print_message(fmt::format("{}{} (see `{}`)", message, unknown_word ? hint(app, argc, argv, subject) : "",
                              help_command(app)));
  }
  return ExitStatus::usage;
}

void replace_all(std::string& text, std::string_view old, std::string_view by) {
  for (std::size_t at = text.find(old); at != std::string::npos; at = text.find(old, at + by.size())) {
    text.replace(at, old.size(), by);
  }
}

void fill_examples(CLI::App& app, const std::string& program, const std::string& configuration) {
  std::string text = app.get_footer();
  replace_all(text, " skerry ", " " + program + " ");
  replace_all(text, "{config}", configuration);
  replace_all(text, "{trace}", "results/" + std::filesystem::path(configuration).stem().string());
  app.footer(text);
  for (CLI::App* command : app.get_subcommands({})) fill_examples(*command, program, configuration);
}

struct Verb {
  std::string_view word;
  const char* summary;
};
constexpr std::array verbs = {Verb{"count", "Counts the steps of a published method"},
                              Verb{"generate", "Makes puzzles"}, Verb{"rate", "Says how hard puzzles are"},
                              Verb{"solve", "Solves puzzles exactly"}};

CLI::App& group(CLI::App& app, const std::string& word) {
  for (CLI::App* const known : app.get_subcommands({})) {
    if (known->get_name() == word) return *known;
  }
  const auto* const verb = std::ranges::find(verbs, word, &Verb::word);
  CLI::App& made = *app.add_subcommand(word, verb != verbs.end() ? verb->summary : "Has several commands");
  made.require_subcommand(1);
  made.footer("Examples:\n");
  return made;
}

std::string first_example(const std::string& footer) {
  constexpr std::string_view heading = "Examples:\n", said = "\n      ";
  std::size_t begin = footer.find(heading);
  if (begin == std::string::npos) return {};
  begin += heading.size();
  std::size_t end = footer.find('\n', begin);
  while (end != std::string::npos && footer.compare(end, said.size(), said) == 0)
    end = footer.find('\n', end + 1);
  return footer.substr(begin, end - begin) + '\n';
}

void add(CLI::App& app, const Command& command, Choice& choice) {
  const std::size_t space = command.path.find(' ');
  const bool grouped = space != std::string::npos;
  CLI::App& parent = grouped ? group(app, command.path.substr(0, space)) : app;
  CLI::App& words =
      *parent.add_subcommand(grouped ? command.path.substr(space + 1) : command.path, command.summary);
  words.footer(command.footer);
  if (grouped) parent.footer(parent.get_footer() + first_example(command.footer));
  CommandLine line(words);
  words.callback([&command, &choice, action = command.declare(line)] {
    choice = {.command = &command, .action = action};
  });
}

template <typename T>
struct NumberIn {
  using type = T;
};
template <typename T>
struct NumberIn<std::optional<T>> {
  using type = T;
};

template <typename T>
Range<T> range_of(const OptionRules& rules) {
  Range<T> found{std::numeric_limits<T>::lowest(), std::numeric_limits<T>::max()};
  std::visit(
      [&]<typename R>(const R& range) {
        if constexpr (std::is_same_v<R, Range<std::int64_t>> || std::is_same_v<R, Range<std::uint64_t>>) {
          if (std::cmp_greater(range.least, found.least)) found.least = static_cast<T>(range.least);
          if (std::cmp_less(range.most, found.most)) found.most = static_cast<T>(range.most);
        }
      },
      rules.range);
  return found;
}

/// Returns what is wrong with the word as a value of this type. CLI11 takes the nearest number for one that
/// is too large, 2^64 - 5 for -5, 8 for 010, and no value for an empty word.
template <typename T>
std::string fault_of(std::string& word, const OptionRules& rules) {
  if (word.empty()) return "the value is empty";
  if constexpr (std::is_arithmetic_v<T>) {
    T number{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    const bool whole_word = error == std::errc{} && end == word.data() + word.size();
    if constexpr (std::is_integral_v<T>) {
      if (!whole_word) {
        const Range<T> allowed = range_of<T>(rules);
        return fmt::format("{} is not a whole number from {} to {}", word, allowed.least, allowed.most);
      }
      word = std::to_string(number);
    } else if (!whole_word || !std::isfinite(number)) {
      return fmt::format("{} is not a finite number", word);
    }
  }
  return {};
}

CLI::Option* add(CLI::App& parser, const std::string& name, const OptionTarget& target,
                 const std::string& meaning, const OptionRules& rules = {}) {
  return std::visit(
      [&](auto* variable) {
        CLI::Option* const option = parser.add_option(name, *variable, meaning);
        using Number = typename NumberIn<std::remove_pointer_t<decltype(variable)>>::type;
        option->transform(
            CLI::Validator([rules](std::string& word) { return fault_of<Number>(word, rules); }, ""));
        if constexpr (std::is_same_v<decltype(variable), std::vector<std::string>*>) {
          option->expected(1)->allow_extra_args(false)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
        }
        return option;
      },
      target);
}

void limit(CLI::Option& option, const OptionRules& rules) {
  std::visit(
      [&](const auto& range) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(range)>, std::monostate>) {
          option.check(CLI::Range(range.least, range.most));
        }
      },
      rules.range);
  if (!rules.choices.empty()) option.check(CLI::IsMember(rules.choices));
}

std::string quoted(std::string_view word) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:,+@%";
  if (!word.empty() && word.find_first_not_of(plain) == std::string_view::npos) return std::string(word);
  if (!is_utf8(word) || std::ranges::any_of(word, is_control)) {  // as shells write what is not text
    std::string escaped;
    for (const char c : word) escaped += c == '\'' || c == '\\' ? std::string{'\\', c} : std::string(1, c);
    return fmt::format("$'{}'", printable(escaped));
  }
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? "'\\''" : std::string(1, c);
  return text + "'";
}

constexpr int signals[] = {SIGUSR1, SIGTERM, SIGINT, SIGHUP};

volatile std::sig_atomic_t noted = 0;
volatile std::sig_atomic_t prompt = 0;

extern "C" void note(int signal) {
  if (signal == SIGINT && prompt != 0) {
    if (noted == SIGINT) {
      std::signal(SIGINT, SIG_DFL);
      std::raise(SIGINT);
      return;
    }
    constexpr std::string_view text =
        "\nskerry: ending with the current generation; once more ends at once\n";
    const int before = errno;
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
    errno = before;
  }
  noted = signal;
}

void handle_signals(void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (const int signal : signals) {
    struct sigaction before = {};
    sigaction(signal, nullptr, &before);
    // A signal that is ignored stays ignored: nohup sets SIGHUP so, and a shell without a terminal sets
    // SIGINT so for background commands.
    if (before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);
  }
}

/// Throws for an option with an equals sign and nothing after it, for whose value CLI11 takes the next word.
void refuse_empty_values(std::span<char*> words) {
  for (const std::string_view word : words) {
    if (word == "--") return;
    if (!word.starts_with("--") || word.find('=') != word.size() - 1) continue;
    throw CLI::ValidationError(std::string(word.substr(0, word.size() - 1)), "the value is empty");
  }
}

}  // namespace

Choice choose(const std::vector<Command>& commands, int argc, char** argv, bool print,
              const HelpSubject& subject) {
  const std::string name = argc > 0 ? std::filesystem::path(argv[0]).filename().string() : "skerry";
  CLI::App app(subject.problems.empty() ? description : description + ("\nProblem: " + subject.problems),
               name);
  app.footer(footer);
  app.set_version_flag("--version", "skerry " SKERRY_VERSION);
  app.require_subcommand(1);
  Choice choice;
  for (const Command& command : commands) add(app, command, choice);
  fill_examples(app, name == "skerry" ? name : argv[0], subject.configuration);
  try {
    refuse_empty_values(std::span(argv, static_cast<std::size_t>(argc)));
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return {.status = explain(app, error, argc, argv, print, subject)};
  }
  return choice;
}

void CommandLine::argument(const std::string& name, OptionTarget target, const std::string& meaning) {
  CLI::Option& argument = *add(parser_, name, target, meaning)->required();
  if (std::holds_alternative<std::vector<std::string>*>(target)) argument.allow_extra_args()->expected(-1);
}

void CommandLine::optional_argument(const std::string& name, OptionTarget target,
                                    const std::string& meaning) {
  add(parser_, name, target, meaning);
}

void CommandLine::option(const std::string& name, OptionTarget target, const std::string& meaning,
                         const OptionRules& rules) {
  const bool repeats = std::holds_alternative<std::vector<std::string>*>(target);
  CLI::Option& option = *add(parser_, name, target, repeats ? meaning + "; may be repeated" : meaning, rules);
  if (!rules.value.empty()) option.type_name(rules.value);
  if (rules.separator != '\0') option.delimiter(rules.separator);
  if (!rules.excludes.empty()) option.excludes(parser_.get_option(rules.excludes));
  option.required(rules.required);
  limit(option, rules);
}

void CommandLine::flag(const std::string& name, bool* target, const std::string& meaning,
                       const std::string& excludes) {
  CLI::Option& flag = *parser_.add_flag(name, *target, meaning);
  if (!excludes.empty()) flag.excludes(parser_.get_option(excludes));
}

void CommandLine::all_words(std::vector<std::string>& target) {
  parser_.prefix_command();
  parser_.parse_complete_callback([&parser = parser_, &target] { target = parser.remaining(); });
}

Program::Program(int argc, char** argv, std::vector<Module> modules) : argc_(argc), argv_(argv) {
  for (Module& module : modules) {
    problems_.push_back(std::move(module.problem));
    std::ranges::move(module.commands, std::back_inserter(module_commands_));
  }
  for (int i = 0; i < argc; ++i) command_line_ += (i == 0 ? "" : " ") + quoted(argv[i]);
  // A write beyond `ulimit -f` is an error with words, and no signal.
  std::signal(SIGXFSZ, SIG_IGN);
  listen_for_interruption(!launched().starts_mpi() && isatty(STDIN_FILENO) != 0);
}

Program::~Program() = default;

bool Program::first_rank() const {
  return !world_ || world_->rank() == 0;
}

Communicator& Program::world() {
  if (!world_ && launched().starts_mpi()) {
    environment_ = std::make_unique<Environment>(argc_, argv_);
    world_ = std::make_unique<MpiCommunicator>();
  } else if (!world_) {
    world_ = std::make_unique<ThreadCommunicator>();
  }
  return *world_;
}

ExitStatus Program::execute(const Command& command, const Command::Action& action) {
  if (!command.interruptible) ignore_interruption();
  if (command.runs_on == RunsOn::every_rank) {
    world();
    return action(*this);
  }
  ExitStatus status = ExitStatus::done;
  const auto work = [&] {
    if (first_rank()) status = action(*this);
  };
  if (!world_) {
    work();
  } else {
    collectively(*world_, work);
    world_->broadcast(status);
  }
  return status;
}

nlohmann::ordered_json error_json(const Failure& failure) {
  const ErrorFacts& facts = failure.facts;
  nlohmann::ordered_json error = {{"status", static_cast<int>(failure.status)}, {"message", failure.message}};
  for (const auto& [name, value] :
       {std::pair{"kind", facts.kind}, std::pair{"key", facts.key}, std::pair{"what", facts.what}}) {
    if (!value.empty()) error[name] = value;
  }
  if (facts.then) error["then"] = *facts.then;
  if (facts.now) error["now"] = *facts.now;
  return nlohmann::ordered_json{{"error", std::move(error)}};
}

void Program::print_failure(const Failure& failure) const {
  print_message(failure.message);
  const std::span arguments(argv_, static_cast<std::size_t>(argc_));
  const bool json = std::ranges::find(arguments, std::string_view("--json"), [](const char* word) {
                      return std::string_view(word);
                    }) != arguments.end();
  if (!json) return;
  try {
    print_result(json_line(error_json(failure)));
  } catch (const Error&) {
    // The message has been told, and there is no other place for the object.
  }
}

ExitStatus Program::fail() const {
  try {
    throw;
  } catch (const AgreedFailure& agreed) {
    if (!agreed.failure.message.empty()) print_failure(agreed.failure);
    return agreed.failure.status;
  } catch (const std::exception&) {
    const Failure failure = current_failure();
    const bool others = environment_ && world_ && world_->size() > 1;
    // Ranks that could not find each other all fail in the same way.
    if (!world_ && launched().rank && launched().rank->rank > 0) return failure.status;
    if (others) environment_->await_turn_to_speak();
    print_failure(failure);
    if (others) world_->abort(failure.status);
    return failure.status;
  }
}

void raise_stack_limit() {
  constexpr rlim_t least = 1 << 20;
  constexpr rlim_t usual = 8 << 20;
  rlimit limit{};
  if (::getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= usual) return;
  limit.rlim_cur = std::min(usual, limit.rlim_max);
  if (limit.rlim_cur < least)
    throw Error(
        ExitStatus::failed,
        fmt::format(
            "the limit of the stack is {} KiB, and a program of skerry needs 1024; call ulimit -s 8192 "
            "before",
            limit.rlim_cur / 1024));
  ::setrlimit(RLIMIT_STACK, &limit);
  // The first thread's stack now grows that far; others are made by the limit of the program's start.
  pthread_attr_t attributes;
  if (::pthread_getattr_default_np(&attributes) != 0) return;
  ::pthread_attr_setstacksize(&attributes, limit.rlim_cur);
  ::pthread_setattr_default_np(&attributes);
  ::pthread_attr_destroy(&attributes);
}

void listen_for_interruption(bool at_prompt) {
  prompt = at_prompt ? 1 : 0;
  handle_signals(&note);
}

void ignore_interruption() {
  handle_signals(SIG_DFL);
  if (noted != 0) std::raise(noted);
}

bool interrupted() {
  return noted != 0;
}

}  // namespace skerry

#pragma once

#include "skerry/app/settings.hpp"
#include "skerry/error.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace CLI {
class App;
}

namespace skerry {

class Program;

/// Where the command line puts what it reads. It leaves the variable alone where the option is not given; a
/// list takes an option that is given several times.
using OptionTarget =
    std::variant<std::string*, std::filesystem::path*, std::vector<std::string>*, int*, std::int64_t*,
                 std::uint32_t*, std::uint64_t*, double*, std::optional<std::int64_t>*,
                 std::optional<std::uint64_t>*, std::optional<double>*>;

/// What is allowed as the value of an option. A value outside is a mistake of usage.
struct OptionRules {
  std::string value{};  ///< what the help calls the value: "N", "FILE"
  std::variant<std::monostate, Range<std::int64_t>, Range<std::uint64_t>, Range<double>> range{};
  std::vector<std::string> choices{};  ///< where there are any, the value is one of them
  char separator = '\0';               ///< parts several values of a list in one word, where it is not 0
  bool required = false;
  std::string excludes{};  ///< an option declared before, which can't be given together with this one
};

/// The words that a command takes. It declares them here, with the variables that get their values.
class CommandLine {
 public:
  /// Of the parser, which must outlive it.
  explicit CommandLine(CLI::App& parser) : parser_(parser) {}

  /// A word without dashes; arguments are taken in the order of their declaration. `name` is in capitals.
  void argument(const std::string& name, OptionTarget target, const std::string& meaning);
  /// The same for one that may be left out. Only the last ones may.
  void optional_argument(const std::string& name, OptionTarget target, const std::string& meaning);
  /// `name` begins with two dashes; its value follows as the next word, or behind an equals sign.
  void option(const std::string& name, OptionTarget target, const std::string& meaning,
              const OptionRules& rules = {});
  /// An option without a value, which sets `target` where it is given.
  void flag(const std::string& name, bool* target, const std::string& meaning,
            const std::string& excludes = {});

 private:
  CLI::App& parser_;
};

/// The ranks that a command runs on, where a launcher started several.
enum class RunsOn { first_rank, every_rank };

/// How an experiment calls a command in place of a run.
struct TableTask {
  std::vector<std::string> options{};  ///< of the command line
  std::uint64_t rows = 0;              ///< that the command then writes, the header aside
  std::string row_name = "rows";       ///< what messages call them: "attempts"
};

/// A command of the program. An exception that it throws ends the program with a message and the exit status
/// that belongs to it (see Error).
struct Command {
  /// What it does; returns the exit status. Output goes to stdout, messages to stderr.
  using Action = std::function<ExitStatus(Program&)>;

  /// What is typed: "solve sudoku". Commands that begin with the same word stand together in the help.
  std::string path;
  std::string summary{};  ///< a line of the help
  std::string footer{};   ///< what the help says after the options: examples, exit statuses
  /// Declares the words that it takes, and returns what it does with them. See with_options().
  std::function<Action(CommandLine&)> declare;
  RunsOn runs_on = RunsOn::first_rank;
  /// Whether it looks for interruptions by signals itself; other commands die of them, as programs do.
  bool interruptible = false;
  /// Where experiments may run this command in place of `run`: reads the table of a variant that is called as
  /// the command is (`construct = { attempts = 100 }`). The command takes CONFIG, --set, --seed and --output,
  /// to which it writes a table as CSV with one line of header.
  std::function<TableTask(const Settings&)> task{};
};

/// Command::declare for a command whose options are the members of a struct: `declare` names them, and `run`
/// gets them as they were read.
template <typename Options>
std::function<Command::Action(CommandLine&)> with_options(void (*declare)(CommandLine&, Options&),
                                                          ExitStatus (*run)(const Options&, Program&)) {
  return [declare, run](CommandLine& line) -> Command::Action {
    const auto options = std::make_shared<Options>();
    declare(line, *options);
    return [options, run](Program& program) { return run(*options, program); };
  };
}

}  // namespace skerry

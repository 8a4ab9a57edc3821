#include "app/program/parser.hpp"

#include "skerry/app/settings.hpp"

#include "app/terminal/console.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

namespace skerry {
namespace {

constexpr const char* description =
    "Distributed island-model genetic algorithms on MPI: one rank evolves one island.";
constexpr const char* footer =
    "Examples:\n"
    "  skerry run {config}\n"
    "      one island\n"
    "  mpirun -n 5 skerry run {config}\n"
    "      five islands\n"
    "  skerry inspect {trace}.h5\n"
    "      what a run found\n"
    "  mpirun -n 5 skerry resume {trace}.h5\n"
    "      go on with a run that was killed\n"
    "  skerry experiment my.toml\n"
    "      many runs, side by side where cores are idle\n"
    "\n"
    "Exit status: 0 done, 1 failed, 2 usage or configuration, 3 bad input data, 75 interrupted.\n"
    "COMMAND --help says more about a command.";

void collect_options(const CLI::App& app, std::vector<std::string>& names) {
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
}

/// Returns the option or command that an unknown word was probably meant to be.
std::string hint(const CLI::App& app, int argc, char** argv) {
  std::vector<std::string> names;
  collect_options(app, names);
  const auto chosen = app.get_subcommands();
  for (const CLI::App* command : chosen) collect_options(*command, names);
  if (chosen.empty()) {
    for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  }
  const std::size_t first = chosen.empty() ? 1 : 2;
  for (int i = static_cast<int>(first); i < argc; ++i) {
    const std::string_view word = argv[i];
    const std::string_view name = word.substr(0, word.find('='));
    if (!chosen.empty() && !name.starts_with("--")) continue;
    if (const auto near = nearest_name(name, names); near && *near != name) {
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

ExitStatus explain(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv, bool print) {
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
    print_message(fmt::format("{}{} (see `{}`)", message, unknown_word ? hint(app, argc, argv) : "",
                              help_command(app)));
  }
  return ExitStatus::usage;
}

void replace_all(std::string& text, std::string_view old, std::string_view by) {
  for (std::size_t at = text.find(old); at != std::string::npos; at = text.find(old, at + by.size())) {
    text.replace(at, old.size(), by);
  }
}

/// Puts the program's name and the configuration into the examples of the help, which are calls of skerry.
void fill_examples(CLI::App& app, const std::string& program, const std::string& configuration) {
  std::string text = app.get_footer();
  replace_all(text, " skerry ", " " + program + " ");
  replace_all(text, "{config}", configuration);
  replace_all(text, "{trace}", "results/" + std::filesystem::path(configuration).stem().string());
  app.footer(text);
  for (CLI::App* command : app.get_subcommands({})) fill_examples(*command, program, configuration);
}

/// The help's line for all commands that begin with the same word.
struct Verb {
  std::string_view word;
  const char* summary;
};
constexpr std::array verbs = {Verb{"generate", "Makes puzzles"}, Verb{"solve", "Solves puzzles exactly"}};

CLI::App& group(CLI::App& app, const std::string& word) {
  for (CLI::App* const known : app.get_subcommands({})) {
    if (known->get_name() == word) return *known;
  }
  const auto* const verb = std::ranges::find(verbs, word, &Verb::word);
  CLI::App& made = *app.add_subcommand(word, verb != verbs.end() ? verb->summary : "Has several commands");
  made.require_subcommand(1);
  return made;
}

void add(CLI::App& app, const Command& command, Choice& choice) {
  const std::size_t space = command.path.find(' ');
  const bool grouped = space != std::string::npos;
  CLI::App& parent = grouped ? group(app, command.path.substr(0, space)) : app;
  CLI::App& words =
      *parent.add_subcommand(grouped ? command.path.substr(space + 1) : command.path, command.summary);
  words.footer(command.footer);
  CommandLine line(words);
  words.callback([&command, &choice, action = command.declare(line)] {
    choice = {.command = &command, .action = action};
  });
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
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return {.status = explain(app, error, argc, argv, print)};
  }
  return choice;
}

}  // namespace skerry

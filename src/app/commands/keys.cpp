#include "skerry/error.hpp"

#include "app/commands/commands.hpp"
#include "app/config/key_tables.hpp"
#include "app/terminal/console.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace skerry {
namespace {

constexpr const char* keys_examples =
    "Examples:\n"
    "  skerry keys\n"
    "      the keys of all tables of a configuration but [problem]\n"
    "  skerry keys migration\n"
    "      those of one table\n"
    "  skerry keys stop --markdown\n"
    "      the same as a table of docs/configuration.md, which also has the keys of [problem]";

struct KeysOptions {
  std::string table;
  bool markdown = false;
};

ExitStatus keys(const KeysOptions& options, Program& /*program*/) {
  std::string text;
  std::vector<std::string> names;
  for (const KeyTable& table : key_tables()) {
    if (std::ranges::find(names, table.name) == names.end()) names.push_back(table.name);
    if (!options.table.empty() && table.name != options.table) continue;
    if (!text.empty()) text += "\n";
    text += options.markdown ? markdown_of(table) : text_of(table);
  }
  if (text.empty()) {
    const auto near = nearest_name(options.table, names);
    throw UsageError(fmt::format("TABLE is \"{}\"; it is one of {}{}", options.table, fmt::join(names, ", "),
                                 near ? fmt::format("; did you mean \"{}\"?", *near) : ""));
  }
  print_result(text);
  return ExitStatus::done;
}

void declare(CommandLine& line, KeysOptions& options) {
  line.optional_argument("TABLE", &options.table, "One table, such as island (default: all)");
  line.flag("--markdown", &options.markdown, "Print tables in Markdown");
}

}  // namespace

Command keys_command() {
  return {.path = "keys",
          .summary = "Lists the keys of a configuration, with values, defaults and meanings",
          .footer = keys_examples,
          .declare = with_options(declare, keys)};
}

}  // namespace skerry

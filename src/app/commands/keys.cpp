#include "skerry/app/any_problem.hpp"
#include "skerry/app/program.hpp"
#include "skerry/detail/text.hpp"
#include "skerry/error.hpp"

#include "app/commands/commands.hpp"
#include "app/config/setting_keys.hpp"
#include "app/terminal/console.hpp"
#include "app/text/text.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/core.h>

namespace skerry {
namespace {

struct KeyRow {
  std::string key;
  std::string values;              ///< "integer ≥1"; empty if there are names
  std::vector<std::string> names;  ///< that the key may have
  std::string by_default;          ///< one of the names, or a text; empty: nothing
  bool required = false;
  std::string meaning;
};

struct KeyTable {
  std::string name;   ///< of the table in a configuration: "island"
  std::string title;  ///< "[island]", with what the keys are about if the table has several lists of them
  std::vector<KeyRow> rows;
};

std::string exact(std::uint64_t value) {
  if (value == std::numeric_limits<std::int32_t>::max()) return "2^31 - 1";
  std::size_t zeros = 0;
  std::uint64_t rest = value;
  for (; rest >= 10 && rest % 10 == 0; rest /= 10) ++zeros;
  return rest == 1 && zeros > 4 ? fmt::format("10^{}", zeros) : fmt::format("{}", value);
}

std::string domain_of(std::uint64_t /*value*/, Limits<std::uint64_t> limits) {
  if (limits.most == any_count.most) return fmt::format("integer ≥{}", limits.least);
  if (limits.most == any_seed.most) return fmt::format("integer, {}–2^64 - 1", limits.least);
  return fmt::format("integer, {}–{}", exact(limits.least), exact(limits.most));
}

std::string domain_of(double /*value*/, Limits<double> limits) {
  if (limits.least == rate.least && limits.most == rate.most) return "rate";
  if (limits.least == any_number.least) return "number, finite";
  if (limits.most == any_number.most) return fmt::format("number ≥{}", exact_text(limits.least));
  return fmt::format("number, {}–{}", exact_text(limits.least), exact_text(limits.most));
}

std::string domain_of(double /*value*/, AboveZero limit) {
  if (limit.bounded()) return fmt::format("number >0–{}", exact_text(limit.most));
  return limit.most == rate.most ? "rate >0" : "number >0";
}

std::string domain_of(const std::vector<double>& /*values*/, AboveZero /*limit*/) {
  return "list of numbers >0";
}

std::string domain_of(bool /*value*/, std::nullptr_t) {
  return "boolean";
}

std::string domain_of(const std::string& /*value*/, std::nullptr_t) {
  return "text";
}

std::string domain_of(const std::filesystem::path& /*value*/, std::nullptr_t) {
  return "path";
}

std::string domain_of(std::uint64_t /*value*/, RecordedEpochs) {
  return "\"epochs\", \"last\" or integer ≥1";
}

class Listing {
 public:
  Listing& table(const std::string& name, const std::string& title) {
    tables_.push_back({name, title, {}});
    algorithm_.clear();
    return prefix({});
  }
  /// `dotted` comes before the keys from now on.
  Listing& prefix(const std::string& dotted) {
    prefix_ = dotted;
    return *this;
  }
  /// The defaults from now on are those of this algorithm, for keys that are there already.
  Listing& algorithm(const std::string& name) {
    algorithm_ = name;
    return *this;
  }

  template <typename T, typename Domain>
  void operator()(std::string_view key, const T& value, const Domain& domain, const KeyInfo& info) {
    add(key, info, domain_of(value, domain), {}, default_of(value));
  }
  template <typename T, typename Domain>
  void operator()(std::string_view key, const std::optional<T>& /*value*/, const Domain& domain,
                  const KeyInfo& info) {
    add(key, info, domain_of(T{}, domain), {}, {});
  }
  template <typename Kind, std::size_t N>
  requires std::is_enum_v<Kind>
  void operator()(std::string_view key, Kind kind, const Names<N>& names, const KeyInfo& info) {
    add(key, info, {}, {names.begin(), names.end()}, std::string(names.at(static_cast<std::size_t>(kind))));
  }
  template <std::size_t N>
  void operator()(std::string_view key, const std::string& value, const Names<N>& names,
                  const KeyInfo& info) {
    add(key, info, {}, {names.begin(), names.end()}, value);
  }
  void operator()(std::string_view key, const StockAlgorithms& algorithms, const KeyInfo& info) {
    std::vector<std::string> names{std::string(automatic_name)};
    for (const Algorithm::Settings& algorithm : algorithms) names.emplace_back(name_of(algorithm));
    add(key, info, {}, names, names.front());
  }
  void operator()(std::string_view key, const Topology& value, const Topologies& topologies,
                  const KeyInfo& info) {
    const auto names = names_of(topologies);
    add(key, info, {}, {names.begin(), names.end()}, value.name());
  }

  std::vector<KeyTable> take() { return std::move(tables_); }

 private:
  static std::string default_of(bool value) { return value ? "true" : "false"; }
  static std::string default_of(std::uint64_t value) { return exact(value); }
  static std::string default_of(double value) { return exact_text(value); }
  static std::string default_of(const std::vector<double>& /*none*/) { return {}; }
  static std::string default_of(const std::string& value) { return value; }
  static std::string default_of(const std::filesystem::path& value) { return value.string(); }

  void add(std::string_view key, const KeyInfo& info, std::string values, std::vector<std::string> names,
           std::string value) {
    if (!algorithm_.empty()) {
      const auto [first, fresh] = defaults_.try_emplace(std::string(key), value);
      if (!fresh) return add_default(key, value, first->second);
    }
    tables_.back().rows.push_back({.key = prefix_ + std::string(key),
                                   .values = std::move(values),
                                   .names = std::move(names),
                                   .by_default = info.by_default != nullptr ? info.by_default : value,
                                   .required = info.absent == Absent::refused,
                                   .meaning = info.meaning});
  }
  void add_default(std::string_view key, const std::string& value, const std::string& first) {
    if (value == first) return;
    for (KeyTable& table : tables_) {
      const auto row = std::ranges::find(table.rows, key, &KeyRow::key);
      if (row != table.rows.end()) row->by_default += fmt::format("; {} {}", algorithm_, value);
    }
  }

  std::vector<KeyTable> tables_;
  std::string prefix_;
  std::string algorithm_;
  std::map<std::string, std::string, std::less<>> defaults_;  ///< of the first algorithm that has the key
};

/// A key that several algorithms have is told once, with the default of each.
std::vector<KeyTable> key_tables() {
  const Configuration usual;
  Listing list;
  list.table("island", "[island]");
  visit_algorithm(list);
  std::string family;
  const auto add = [&]<typename S>(const S& settings) {
    const std::string_view next = S::facts.family.empty() ? S::facts.names.front() : S::facts.family;
    if (next == family) return;
    if (!family.empty()) list.table("island", fmt::format("[island], {}", next));
    family = next;
    visit_settings(settings, list.algorithm(family));
  };
  for (const Algorithm::Settings& stock : stock_algorithms()) std::visit(add, stock);
  const OperatorSettings operators;
  visit_settings(operators, list.table("island", "[island], operators of stock genomes"));
  visit_settings(usual.migration, list.table("migration", "[migration]"));
  visit_settings(usual.migration.links, list.prefix("links."));
  const StartSettings start;
  visit_settings(start, list.table("start", "[start]"));
  visit_stop(usual, list.table("stop", "[stop]"));
  visit_run(usual, list.table("run", "[run]"));
  visit_trace(usual, list.table("trace", "[trace]"));
  visit_settings(usual.checkpoint, list.table("checkpoint", "[checkpoint]"));
  visit_journal(usual, list.table("journal", "[journal]"));
  return list.take();
}

std::string markdown_of(const KeyTable& table) {
  std::string text = "| key | values | meaning |\n|---|---|---|\n";
  for (const KeyRow& row : table.rows) {
    std::string values = row.values;
    bool named = false;
    for (const std::string& name : row.names) {
      const bool usual = name == row.by_default;
      values += fmt::format(fmt::runtime(usual ? "{}**`{}`**" : "{}`{}`"), values.empty() ? "" : ", ", name);
      named |= usual;
    }
    if (!named && !row.by_default.empty()) values += fmt::format("; **{}**", row.by_default);
    text += fmt::format("| `{}` | {} | {} |\n", row.key, values, row.meaning);
  }
  return text;
}

std::string without_marks(const std::string& markdown) {
  std::string text = markdown;
  for (auto at = text.find("]("); at != std::string::npos; at = text.find("](", at)) {
    text.erase(at, text.find(')', at) + 1 - at);
    text.erase(text.rfind('[', at), 1);
  }
  std::erase(text, '`');
  return text;
}

/// Breaks the text into lines, each of which begins with as many spaces.
std::string indented(const std::string& text, std::size_t spaces) {
  constexpr std::size_t most = 100;
  std::istringstream words(text);
  std::string lines;
  std::size_t column = most;
  for (std::string word; words >> word;) {
    const std::size_t length = characters_in(word);
    const bool fits = column + 1 + length <= most;
    lines += fits ? " " : (lines.empty() ? "" : "\n") + std::string(spaces, ' ');
    column = (fits ? column + 1 : spaces) + length;
    lines += word;
  }
  return lines + "\n";
}

std::string text_of(const KeyTable& table) {
  std::string text = table.title + "\n";
  for (const KeyRow& row : table.rows) {
    std::string values = row.names.empty() ? row.values : joined(row.names, ", ");
    if (row.required) {
      values += "; required";
    } else if (!row.by_default.empty()) {
      values += "; default: " + row.by_default;
    }
    text += indented(without_marks(row.key + ": " + values), 2) + indented(without_marks(row.meaning), 6);
  }
  return text;
}

std::string text_of_members(const Program& program) {
  std::string text;
  for (const ProblemType& type : program.problems()) {
    for (const bool there : {true, false}) {
      std::vector<std::string_view> names;
      for (const FoundMember& member : type.members)
        if (member.there == there) names.push_back(member.name);
      if (names.empty()) continue;
      text += fmt::format("{}, members {}\n{}", type.name,
                          there ? "that the engine found" : "that it may have and the engine did not find",
                          indented(joined(names, ", "), 2));
    }
  }
  return text;
}

constexpr const char* keys_examples = R"(Examples:
  skerry keys
      the keys of all tables of a configuration but [problem]
  skerry keys migration
      those of one table
  skerry keys stop --markdown
      the same as a table; docs/configuration.md has the keys of [problem]
A program of one's own lists the members that it found in its problem:
  my_program keys problem)";

struct KeysOptions {
  std::string table;
  bool markdown = false;
};

ExitStatus keys(const KeysOptions& options, Program& program) {
  std::string text;
  std::vector<std::string> names;
  if (!options.markdown && (options.table.empty() || options.table == "problem"))
    text = text_of_members(program);
  for (const KeyTable& table : key_tables()) {
    if (std::ranges::find(names, table.name) == names.end()) names.push_back(table.name);
    if (!options.table.empty() && table.name != options.table) continue;
    if (!text.empty()) text += "\n";
    text += options.markdown ? markdown_of(table) : text_of(table);
  }
  if (text.empty()) {
    const auto near = nearest_name(options.table, names);
    throw UsageError(fmt::format("TABLE is \"{}\"; it is one of {}{}", options.table, joined(names, ", "),
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

std::vector<std::string> names_of_keys() {
  std::vector<std::string> names;
  for (const KeyTable& table : key_tables())
    for (const KeyRow& row : table.rows) names.push_back(fmt::format("{}.{}", table.name, row.key));
  return names;
}

Command keys_command() {
  return {.path = "keys",
          .summary = "Lists the keys of a configuration, with values, defaults and meanings",
          .footer = keys_examples,
          .declare = with_options(declare, keys)};
}

}  // namespace skerry

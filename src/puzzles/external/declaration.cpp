#include "puzzles/external/declaration.hpp"

#include "skerry/app/settings.hpp"
#include "skerry/error.hpp"

#include "puzzles/external/protocol.hpp"
#include "trace/checkpoint/format.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <system_error>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace skerry::external {
namespace {

// A request lies between these.
constexpr std::string_view before_id = "{\"id\": \"";
constexpr std::string_view before_genome = "\", \"genome\": ";
constexpr std::string_view before_seed = ", \"seed\": ";
constexpr std::string_view end_of_request = "}\n";

[[noreturn]] void refuse_request(std::string_view line) {
  throw DataError(fmt::format("\"{}\" is no request", shown(line)));
}

}  // namespace

std::string request_line(const Request& request) {
  return fmt::format("{}{}{}{}{}{}{}", before_id, request.id, before_genome, request.genome, before_seed,
                     request.seed, end_of_request);
}

std::string_view id_of_request(std::string_view line) {
  const std::size_t end = line.find('"', before_id.size());
  if (!line.starts_with(before_id) || end == std::string_view::npos) refuse_request(line);
  return line.substr(before_id.size(), end - before_id.size());
}

Request read_request(std::string_view line) {
  Request request{.id = std::string(id_of_request(line))};
  std::string_view rest = line.substr(before_id.size() + request.id.size());
  const std::size_t end = rest.rfind(before_seed);
  const bool right =
      rest.starts_with(before_genome) && rest.ends_with(end_of_request) && end != std::string_view::npos;
  if (right) {
    request.genome = rest.substr(before_genome.size(), end - before_genome.size());
    rest = rest.substr(end + before_seed.size());
    rest.remove_suffix(end_of_request.size());
  }
  const auto [stop, error] = std::from_chars(rest.data(), rest.data() + rest.size(), request.seed);
  if (!right || error != std::errc{} || stop != rest.data() + rest.size()) refuse_request(line);
  return request;
}

namespace {

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

}  // namespace

TemplateText::Place TemplateText::place_of(std::string_view name, const Space& space,
                                           const std::string& text) {
  if (name == "seed") return {.kind = Kind::seed};
  if (name == "id") return {.kind = Kind::id};
  if (name == "folder") return {.kind = Kind::folder};
  const std::size_t bracket = std::min(name.find('['), name.size());
  const auto part = std::ranges::find(space, name.substr(0, bracket), &PartSpace::name);
  const auto refuse = [&](const std::string& why) -> Place {
    throw UsageError(fmt::format("{} has a place {{{{{}}}}}, but {}", text, name, why));
  };
  if (part == space.end())
    return refuse("there is no such part of the genome; others are seed, id and folder");
  Place place{.kind = Kind::values, .part = static_cast<std::size_t>(part - space.begin())};
  if (bracket == name.size()) return place;
  const std::string_view index = name.substr(bracket + 1);
  std::size_t gene = 0;
  const auto [end, error] = std::from_chars(index.data(), index.data() + index.size(), gene);
  if (error != std::errc{} || std::string_view(end, index.data() + index.size()) != "]")
    return refuse("its form is {{name}} or {{name[number]}}");
  const std::size_t size = std::visit([](const auto& values) { return values.size(); }, part->values);
  if (gene >= size) return refuse(fmt::format("part {} has {} values, counted from 0", part->name, size));
  place.gene = gene;
  return place;
}

TemplateText::TemplateText(std::string_view text, const Space& space, const std::string& name) {
  for (;;) {
    const std::size_t begin = text.find("{{");
    pieces_.emplace_back(text.substr(0, begin));
    if (begin == std::string_view::npos) return;
    text.remove_prefix(begin + 2);
    const std::size_t end = text.find("}}");
    if (end == std::string_view::npos)
      throw UsageError(fmt::format("{} has a {{{{ without its }}}}; a place is {{{{name}}}}", name));
    places_.push_back(place_of(trimmed(text.substr(0, end)), space, name));
    text.remove_prefix(end + 2);
  }
}

std::string TemplateText::filled(const Space& space, const Genome& genome, const Request& request,
                                 const std::string& folder) const {
  std::string text = pieces_.front();
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const Place& place = places_[i];
    switch (place.kind) {
      case Kind::seed:
        text += std::to_string(request.seed);
        break;
      case Kind::id:
        text += request.id;
        break;
      case Kind::folder:
        text += folder;
        break;
      case Kind::values: {
        const Values& values = genome.parts[place.part];
        if (place.gene) {
          append_value(values, *place.gene, text);
        } else {
          append_values(space[place.part], values, " ", text);
        }
      }
    }
    text += pieces_[i + 1];
  }
  return text;
}

namespace fs = std::filesystem;
namespace {

constexpr std::int64_t most_genes = 1'000'000;
constexpr std::int64_t most_workers = 1024;
constexpr std::int64_t most_requests = 100'000;
constexpr Range<double> seconds_range{0, 1e9};

bool is_name(std::string_view text) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_";
  return !text.empty() && letters.find(text.front()) != std::string_view::npos &&
         std::ranges::all_of(text, [&](char c) {
           return letters.find(c) != std::string_view::npos || (c >= '0' && c <= '9');
         });
}

/// Reads one bound for all values of a part, or a list with one for each. `numbers` and `number` read the two
/// forms.
template <typename T, typename Numbers, typename Number>
std::vector<T> read_bounds(const Settings& part, const char* key, std::size_t size, Numbers numbers,
                           Number number) {
  if (!part.is_list(key)) return std::vector<T>(size, static_cast<T>(number()));
  std::vector<T> bounds;
  for (const auto bound : numbers()) bounds.push_back(static_cast<T>(bound));
  if (bounds.size() != size) {
    part.fail(key, fmt::format("{} has {} numbers; it is a number, or a list of {}, one for each value", key,
                               bounds.size(), size));
  }
  return bounds;
}

template <typename T>
BasicBox<T, run_time_size> box_of(const Settings& part, const std::vector<T>& low,
                                  const std::vector<T>& high) {
  std::vector<Interval<T>> intervals;
  for (std::size_t gene = 0; gene < low.size(); ++gene) {
    if (low[gene] > high[gene]) {
      const bool one = !part.is_list("low") && !part.is_list("high");
      part.fail("high", fmt::format("low is {} and high is {}{}; low is at most high", low[gene], high[gene],
                                    one ? "" : fmt::format(" for value {}, counted from 0", gene)));
    }
    intervals.push_back({low[gene], high[gene]});
  }
  return BasicBox<T, run_time_size>(intervals);
}

Box<> read_box(const Settings& part, std::size_t size) {
  const auto bounds = [&](const char* key) {
    return read_bounds<double>(
        part, key, size, [&] { return part.numbers(key); }, [&] { return part.number(key); });
  };
  const auto low = bounds("low");
  return box_of(part, low, bounds("high"));
}

IntegerBox<> read_integer_box(const Settings& part, std::size_t size) {
  constexpr Range<std::int64_t> whole{std::numeric_limits<std::int32_t>::min(),
                                      std::numeric_limits<std::int32_t>::max()};
  const auto bounds = [&](const char* key) {
    const auto list = [&] {
      const auto numbers = part.integers(key);
      for (const std::int64_t number : numbers) {
        if (number < whole.least || number > whole.most) {
          part.fail(key, fmt::format("{} holds {}; its numbers lie in {}..{}", key, number, whole.least,
                                     whole.most));
        }
      }
      return numbers;
    };
    return read_bounds<std::int32_t>(part, key, size, list, [&] { return part.integer(key, whole); });
  };
  const auto low = bounds("low");
  return box_of(part, low, bounds("high"));
}

PartSpace read_part_space(const Settings& part, const std::string& name) {
  const std::string kind = part.choice("kind", "", {"real", "integer", "bit", "permutation"});
  const auto size =
      static_cast<std::size_t>(part.integer("size", {kind == "permutation" ? 2 : 1, most_genes}));
  if (kind == "bit") return {.name = name, .values = BitStrings<Bits<>>(size)};
  if (kind == "permutation") return {.name = name, .values = Permutations<>(size)};
  const bool real = kind == "real";
  return {.name = name,
          .values = real ? PartSpace::Any(read_box(part, size)) : read_integer_box(part, size),
          .lists_low = part.is_list("low"),
          .lists_high = part.is_list("high")};
}

Space read_space(const Settings& settings) {
  Space space;
  std::size_t genes = 0;
  for (const Settings& part : settings.tables("genome")) {
    const std::string name = part.text("name");
    if (!is_name(name) || name == "seed" || name == "id" || name == "folder") {
      part.fail("name",
                fmt::format("\"{}\" is no name of a part; it is of letters, digits and _, begins with "
                            "no digit, and is not seed, id or folder",
                            name));
    }
    if (std::ranges::find(space, name, &PartSpace::name) != space.end())
      part.fail("name", fmt::format("\"{}\" is the name of two parts; each has its own", name));
    space.push_back(read_part_space(part, name));
    genes += std::visit([](const auto& values) { return values.size(); }, space.back().values);
  }
  if (space.empty() || space.size() > most_parts || genes > most_genes) {
    settings.fail("genome",
                  fmt::format("genome has {} parts with {} values; it is a list of 1 to {} parts, such "
                              "as {{name = \"x\", kind = \"real\", size = 10, low = -5.0, high = 5.0}}, "
                              "with at most {} values",
                              space.size(), genes, most_parts, most_genes));
  }
  return space;
}

Direction read_direction(const Settings& settings, std::string_view fallback) {
  return settings.choice("direction", fallback, {"minimise", "maximise"}) == "minimise" ? Direction::minimise
                                                                                        : Direction::maximise;
}

/// Has the check of objectives or features name the place of the list.
template <typename List>
void check_list(const Settings& settings, const char* key, void (*check)(const List&), const List& list) {
  if (list.empty()) return;
  try {
    check(list);
  } catch (const UsageError& mistake) {
    settings.fail(key, mistake.what());
  }
}

std::vector<Objective> read_objectives(const Settings& settings) {
  std::vector<Objective> objectives;
  for (const Settings& table : settings.tables("objectives")) {
    Objective objective{.name = table.text("name"),
                        .unit = table.text("unit", ""),
                        .direction = read_direction(table, "minimise")};
    if (table.has("reference")) objective.reference = table.number("reference");
    objectives.push_back(std::move(objective));
  }
  check_list(settings, "objectives", check_objectives, objectives);
  return objectives;
}

std::vector<Feature> read_features(const Settings& settings) {
  std::vector<Feature> features;
  for (const Settings& table : settings.tables("features")) {
    const std::string name = table.text("name");
    if (table.has("categories")) {
      std::vector<std::string> sorted = table.texts("categories");
      std::ranges::sort(sorted);
      if (const auto twice = std::ranges::adjacent_find(sorted); twice != sorted.end())
        table.fail("categories", fmt::format("categories has \"{}\" twice", *twice));
      features.push_back(categorical_feature(name, table.texts("categories")));
    } else {
      features.push_back({.name = name,
                          .unit = table.text("unit", ""),
                          .least = table.number("low"),
                          .most = table.number("high"),
                          .cells = static_cast<std::uint64_t>(table.integer("cells", 10, positive_range))});
    }
  }
  check_list(settings, "features", check_features, features);
  return features;
}

/// The name has no folders.
std::string read_file_name(const Settings& settings, std::string_view key, std::string_view fallback) {
  std::string name = settings.text(key, fallback);
  if (name.empty() || name == "." || name == ".." || name.find('/') != std::string::npos ||
      name.find('\0') != std::string::npos) {
    settings.fail(key, fmt::format("{} is \"{}\"; it is the name of a file in the evaluation's directory, "
                                   "without /",
                                   key, name));
  }
  return name;
}

std::string read_inner_path(const Settings& settings, std::string_view key, std::string_view fallback) {
  const std::string name = settings.text(key, fallback);
  const fs::path path(name);
  const bool inside =
      path.is_relative() && path.has_filename() && name.find('\0') == std::string::npos &&
      std::ranges::none_of(path, [](const fs::path& part) { return part == ".." || part == "."; });
  if (!inside) {
    settings.fail(key, fmt::format("{} is \"{}\"; it is the path of a file in the evaluation's directory, "
                                   "relative and without . or ..",
                                   key, name));
  }
  return name;
}

TemplateText template_of(const Settings& settings, std::string_view key, std::string_view text,
                         const Space& space, const std::string& name) {
  try {
    return {text, space, name};
  } catch (const UsageError& mistake) {
    settings.fail(key, mistake.what());
  }
}

std::regex read_pattern(const Settings& settings, std::string_view key) {
  const std::string text = settings.text(key);
  std::regex pattern;
  try {
    pattern = std::regex(text);
  } catch (const std::regex_error& error) {
    settings.fail(key, fmt::format("\"{}\" is no regular expression: {}", text, error.what()));
  }
  if (pattern.mark_count() != 1)
    settings.fail(key,
                  fmt::format("\"{}\" has {} groups; it has one, the number", text, pattern.mark_count()));
  return pattern;
}

FilesMode read_files_mode(const Settings& problem, const Settings& settings, Files& files, const Space& space,
                          const std::vector<std::string>& command) {
  FilesMode mode;
  for (const std::string& word : command)
    mode.command.push_back(template_of(problem, "command", word, space, "a word of command"));
  mode.directory = fs::absolute(settings.path("directory", "evaluations"));
  mode.parameters = read_file_name(settings, "parameters", "parameters.json");
  if (settings.has("template")) {
    const fs::path path = settings.path("template");
    mode.deck = template_of(settings, "template", files.read(path), space, path.string());
    mode.input = read_file_name(settings, "input", path.filename().string());
    if (mode.input == mode.parameters)
      settings.fail("input", fmt::format("\"{}\" is the name of the parameters, too", mode.input));
  }
  if (settings.has("fitness_pattern")) {
    if (problem.has("objectives") || problem.has("features")) {
      settings.fail(
          "fitness_pattern",
          "fitness_pattern finds one number; objectives and features are read from a result in JSON");
    }
    mode.pattern = OutputPattern{.fitness = read_pattern(settings, "fitness_pattern")};
    if (settings.has("violation_pattern"))
      mode.pattern->violation = read_pattern(settings, "violation_pattern");
    if (settings.has("result")) mode.result = read_inner_path(settings, "result", "");
  } else {
    mode.result = read_inner_path(settings, "result", "result.json");
  }
  const std::string keep = settings.choice("keep", "failures", {"failures", "all", "none"});
  mode.keep = keep == "all" ? Keep::all : keep == "none" ? Keep::none : Keep::failures;
  return mode;
}

std::vector<std::string> identify_files(const Settings& settings, const Declaration& declaration,
                                        Files& files) {
  std::vector<std::string> digests;
  const auto identify = [&](const std::string& name) {
    const auto digest = files.identify(declaration.folder / name);
    if (digest) digests.push_back(*digest);
    return digest.has_value();
  };
  for (const std::string& word : declaration.command) {
    // A long word is a text, and no name of a file.
    if (!word.empty() && word.size() < 4096) identify(word);
    constexpr std::string_view here = "{{folder}}/";
    if (word.starts_with(here)) identify(word.substr(here.size()));
  }
  for (const std::string& name : settings.texts("inputs")) {
    if (!identify(name)) {
      settings.fail("inputs", fmt::format("there is no file {}", (declaration.folder / name).string()));
    }
  }
  if (declaration.files && declaration.files->deck)
    digests.push_back(hexadecimal(digest_of(files.read(settings.table("files").path("template")))));
  return digests;
}

}  // namespace

std::string hint(const Declaration& declaration) {
  const std::string& program = declaration.command.front();
  std::error_code error;
  const bool is_path = program.find('/') != std::string::npos;
  if (is_path || !fs::is_regular_file(declaration.folder / program, error)) return {};
  return fmt::format("; the one beside the configuration is \"./{}\"", program);
}

Declaration read_declaration(const Settings& settings, Files& files) {
  Declaration declaration;
  declaration.space = read_space(settings);
  declaration.objectives = read_objectives(settings);
  declaration.features = read_features(settings);
  declaration.direction = read_direction(
      settings, declaration.objectives.empty() ? "minimise" : word_of(declaration.objectives[0].direction));
  declaration.unit = settings.text("fitness_unit", "");
  declaration.folder = fs::absolute(settings.file()).parent_path();
  declaration.command = settings.texts("command");
  if (declaration.command.empty() || declaration.command.front().empty()) {
    settings.fail("command", "command is empty; it is a list of words, such as [\"python3\", \"worker.py\"]");
  }
  declaration.timeout_s = settings.number("timeout_s", 0, seconds_range);
  declaration.retries = static_cast<std::uint64_t>(settings.integer("retries", 0, {0, 1'000'000}));
  const std::string on_failure = settings.choice("on_failure", "rank_last", {"rank_last", "abort"});
  declaration.on_failure = on_failure == "abort" ? OnFailure::abort : OnFailure::rank_last;
  declaration.most_failures = settings.number("most_failures", 1, rate_range);
  declaration.workers = static_cast<std::size_t>(settings.integer("workers", 1, {1, most_workers}));
  if (settings.choice("mode", "worker", {"worker", "files"}) == "files") {
    declaration.files =
        read_files_mode(settings, settings.table("files"), files, declaration.space, declaration.command);
  } else {
    declaration.requests = static_cast<std::size_t>(settings.integer("requests", 0, {0, most_requests}));
    declaration.start_timeout_s = settings.number("start_timeout_s", 300, seconds_range);
  }
  declaration.evaluation =
      evaluation_digest(settings, declaration, identify_files(settings, declaration, files));
  return declaration;
}

std::string evaluation_digest(const Settings& problem, const Declaration& declaration,
                              const std::vector<std::string>& inputs) {
  std::string genome;
  append_json(declaration.space, genome);
  nlohmann::json all = {{"command", declaration.command},
                        {"maximise", declaration.direction == Direction::maximise},
                        {"genome", genome},
                        {"inputs", inputs}};
  if (!declaration.objectives.empty() || !declaration.features.empty())
    all["measures"] = json_of_measures(declaration);
  if (const auto& mode = declaration.files) {
    const Settings files = problem.table("files");
    all["files"] = {mode->parameters, mode->input, mode->result};
    for (const char* key : {"fitness_pattern", "violation_pattern"})
      if (files.has(key)) all[key] = files.text(key);
  }
  return hexadecimal(digest_of(all.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace)));
}

}  // namespace skerry::external

#include "skerry/app/settings.hpp"

#include "skerry/detail/text.hpp"
#include "skerry/error.hpp"

#include "app/config/node.hpp"
#include "app/program/program.hpp"
#include "app/text/text.hpp"
#include "trace/checkpoint/format.hpp"
#include "trace/files/file_calls.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace skerry {
namespace {

constexpr std::string_view whole_number = "it is a whole number";
constexpr std::string_view any_number = "it is a number";
constexpr std::string_view any_text = "it is a text in quotes";

template <typename T>
std::string interval(Range<T> range) {
  if (range.most == std::numeric_limits<T>::max()) return fmt::format("it is at least {}", range.least);
  if (range.least == std::numeric_limits<T>::lowest()) return fmt::format("it is at most {}", range.most);
  if (range.least == T{0} && range.most == T{1} && std::is_floating_point_v<T>) {
    return "a rate lies in [0, 1]";
  }
  return fmt::format("it lies in [{}, {}]", range.least, range.most);
}

template <typename T>
T checked(const Settings::Node& node, std::string_view key, const toml::node& value, T number,
          Range<T> range) {
  if (number < range.least || number > range.most) node.refuse(key, value, interval(range));
  return number;
}

std::int64_t to_integer(const Settings::Node& node, std::string_view key, const toml::node& value) {
  const auto* integer = value.as_integer();
  if (integer == nullptr) node.refuse(key, value, whole_number);
  return integer->get();
}

double to_number(const Settings::Node& node, std::string_view key, const toml::node& value) {
  if (const auto* integer = value.as_integer()) return static_cast<double>(integer->get());
  const auto* number = value.as_floating_point();
  if (number == nullptr || !std::isfinite(number->get())) {
    node.refuse(key, value, number == nullptr ? any_number : "it is a finite number");
  }
  return number->get();
}

std::string to_text(const Settings::Node& node, std::string_view key, const toml::node& value) {
  const auto* text = value.as_string();
  if (text == nullptr) node.refuse(key, value, any_text);
  return text->get();
}

template <typename Convert>
auto to_list(Settings::Node& node, std::string_view key, std::string_view expected, Convert&& convert) {
  std::vector<decltype(convert(std::declval<const toml::node&>()))> list;
  if (const toml::node* value = node.find(key)) {
    const toml::array* array = value->as_array();
    if (array == nullptr) node.refuse(key, *value, expected);
    for (const toml::node& element : *array) list.push_back(convert(element));
  }
  return list;
}

template <typename Convert>
auto to_lists(Settings::Node& node, std::string_view key, std::string_view expected, Convert&& convert) {
  return to_list(node, key, expected, [&](const toml::node& row) {
    std::vector<decltype(convert(row))> list;
    if (!row.is_array()) node.refuse(key, row, expected);
    for (const toml::node& value : *row.as_array()) list.push_back(convert(value));
    return list;
  });
}

std::filesystem::path resolve(Settings::Node& node, std::string_view key, const toml::node& value) {
  const std::filesystem::path named = to_text(node, key, value);
  if (named.empty()) node.refuse(key, value, "it is the name of a file");
  if (!node.overridden(key)) return node.document->file.parent_path() / named;
  std::error_code error;
  const std::string whole = std::filesystem::absolute(named, error).string();
  if (!is_utf8(whole)) node.refuse(key, value, fmt::format("{} is not UTF-8, as TOML has to be", whole));
  node.resolved.insert_or_assign(key, whole);
  return named;
}

/// An absent key has the fallback in the effective configuration.
template <typename T, typename Get>
T value_or(Settings::Node& node, std::string_view key, T fallback, Get&& get) {
  if (node.find(key) != nullptr) return get();
  node.defaults.insert_or_assign(key, fallback);
  return fallback;
}

}  // namespace

std::int64_t Settings::integer(std::string_view key, Range<std::int64_t> range) const {
  const toml::node& value = node_->require(key);
  return checked(*node_, key, value, to_integer(*node_, key, value), range);
}

std::int64_t Settings::integer(std::string_view key, std::int64_t fallback, Range<std::int64_t> range) const {
  return value_or(*node_, key, fallback, [&] { return integer(key, range); });
}

double Settings::number(std::string_view key, Range<double> range) const {
  const toml::node& value = node_->require(key);
  return checked(*node_, key, value, to_number(*node_, key, value), range);
}

double Settings::number(std::string_view key, double fallback, Range<double> range) const {
  return value_or(*node_, key, fallback, [&] { return number(key, range); });
}

bool Settings::flag(std::string_view key, bool fallback) const {
  return value_or(*node_, key, fallback, [&] {
    const toml::node& value = node_->require(key);
    if (!value.is_boolean()) node_->refuse(key, value, "it is true or false");
    return value.as_boolean()->get();
  });
}

std::string Settings::text(std::string_view key) const {
  return to_text(*node_, key, node_->require(key));
}

std::string Settings::text(std::string_view key, std::string_view fallback) const {
  return value_or(*node_, key, std::string(fallback), [&] { return text(key); });
}

bool Settings::is_text(std::string_view key) const {
  const toml::node* value = node_->find(key);
  return value != nullptr && value->is_string();
}

bool Settings::is_list(std::string_view key) const {
  const toml::node* value = node_->find(key);
  return value != nullptr && value->is_array();
}

std::string Settings::choice(std::string_view key, std::string_view fallback,
                             std::span<const std::string_view> names) const {
  std::string name = text(key, fallback);
  if (std::ranges::find(names, name) != names.end()) return name;
  const auto near = nearest_name(name, {names.begin(), names.end()});
  node_->refuse(key, node_->require(key),
                fmt::format("it is one of {}{}", joined(names, ", "),
                            near ? fmt::format("; did you mean \"{}\"?", *near) : ""));
}

std::filesystem::path Settings::path(std::string_view key) const {
  return resolve(*node_, key, node_->require(key));
}

std::filesystem::path Settings::path(std::string_view key, const std::filesystem::path& fallback) const {
  const toml::node* value = node_->find(key);
  return value != nullptr ? resolve(*node_, key, *value) : fallback;
}

std::vector<std::int64_t> Settings::integers(std::string_view key) const {
  return to_list(*node_, key, "it is a list of whole numbers",
                 [&](const toml::node& value) { return to_integer(*node_, key, value); });
}

std::vector<double> Settings::numbers(std::string_view key) const {
  return to_list(*node_, key, "it is a list of numbers",
                 [&](const toml::node& value) { return to_number(*node_, key, value); });
}

std::vector<std::string> Settings::texts(std::string_view key) const {
  if (const toml::node* value = node_->find(key); value != nullptr && value->is_string()) return {text(key)};
  return to_list(*node_, key, "it is a list of texts",
                 [&](const toml::node& value) { return to_text(*node_, key, value); });
}

std::vector<std::vector<std::int64_t>> Settings::integer_lists(std::string_view key) const {
  return to_lists(*node_, key, "it is a list of lists of whole numbers",
                  [&](const toml::node& value) { return to_integer(*node_, key, value); });
}

std::vector<std::vector<double>> Settings::number_lists(std::string_view key) const {
  return to_lists(*node_, key, "it is a list of lists of numbers",
                  [&](const toml::node& value) { return to_number(*node_, key, value); });
}

namespace {

/// Returns the value that the text stands for in TOML, or else the text itself.
toml::table parse_value(std::string_view value) {
  if (value.find_first_of("\r\n") == std::string_view::npos) {
    try {
      return toml::parse(fmt::format("value = {}", value));
    } catch (const toml::parse_error&) {
      return toml::table{{"value", value}};
    }
  }
  return toml::table{{"value", value}};
}

/// Returns a number of the value that is not decimal; null without one.
const toml::value<std::int64_t>* not_decimal(const toml::node& value) {
  if (const auto* number = value.as_integer())
    return number->flags() == toml::value_flags::none ? nullptr : number;
  const toml::value<std::int64_t>* found = nullptr;
  const auto look = [&](const toml::node& each) { found = found != nullptr ? found : not_decimal(each); };
  if (const auto* list = value.as_array())
    for (const toml::node& each : *list) look(each);
  if (const auto* table = value.as_table())
    for (const auto& [key, each] : *table) look(each);
  return found;
}

}  // namespace

Settings Settings::parse(std::string_view text, const std::filesystem::path& file, Kind kind) {
  auto document = std::make_shared<SettingsDocument>();
  document->file = file;
  document->kind = kind;
  document->root = parse_toml(text, file, kind);
  auto node = std::make_shared<Node>();
  node->table = &document->root;
  node->document = std::move(document);
  return Settings(std::move(node));
}

void Settings::override(std::string_view dotted_key, std::string_view value) {
  const std::string text = fmt::format("--set {}={}", dotted_key, value);
  if (!is_utf8(text))
    throw UsageError(fmt::format("a key or value is not UTF-8, as TOML has to be ({})", text));
  if (endless_key(dotted_key) || endless_key(value)) {
    throw UsageError(fmt::format("a key has more than {} parts; it is TABLE.KEY ({})", most_levels, text));
  }
  toml::table* table = &node_->document->root;
  std::string_view rest = dotted_key;
  std::string path;
  while (true) {
    const std::size_t dot = rest.find('.');
    const std::string_view key = rest.substr(0, dot);
    if (key.empty()) throw UsageError(fmt::format("a part of the key is empty; it is TABLE.KEY ({})", text));
    path += path.empty() ? std::string(key) : fmt::format(".{}", key);
    toml::node* existing = table->get(key);
    if (dot == std::string_view::npos) {
      if (value == "none" && path.starts_with("stop.")) {
        table->erase(key);
        return;
      }
      toml::table parsed = parse_value(value);
      toml::node& fresh = *parsed.get("value");
      if (const auto* number = not_decimal(fresh)) {
        throw UsageError(fmt::format("{} has {}; numbers of the command line are decimal, as {} ({})", path,
                                     shown(*number), number->get(), text));
      }
      if (fresh.is_table() || (existing != nullptr && existing->is_table())) {
        throw UsageError(fmt::format("{} is a table; set one of its keys at a time ({})", path, text));
      }
      if (existing != nullptr && existing->is_array_of_tables() && !fresh.is_array()) {
        throw UsageError(fmt::format(
            "{0} is a list of tables; set all of it: --set '{0}=[{{ KEY = VALUE, ... }}, ...]' ({1})", path,
            text));
      }
      fresh.visit([&](auto& concrete) { table->insert_or_assign(key, std::move(concrete)); });
      node_->document->overrides[path] = text;
      if (too_deep(node_->document->root)) {
        throw UsageError(
            fmt::format("tables and lists stand in each other more than {} deep ({})", most_levels, text));
      }
      return;
    }
    if (existing == nullptr) existing = &table->insert(key, toml::table{}).first->second;
    if (!existing->is_table()) {
      throw UsageError(
          fmt::format("{} is {}, so no key below it can be set ({})", path, shown(*existing), text));
    }
    table = existing->as_table();
    rest.remove_prefix(dot + 1);
  }
}

void Settings::replace(std::string_view key, double number) {
  node_->document->overrides[node_->path_of(key)] = where(key);
  constexpr double most_whole = 0x1p53;
  if (number == std::floor(number) && std::abs(number) < most_whole) {
    node_->table->insert_or_assign(key, static_cast<std::int64_t>(number));
  } else {
    node_->table->insert_or_assign(key, number);
  }
}

void Settings::replace(std::string_view key, std::string_view text) {
  node_->document->overrides[node_->path_of(key)] = where(key);
  node_->table->insert_or_assign(key, std::string(text));
}

bool Settings::has(std::string_view key) const {
  return node_->find(key) != nullptr;
}

std::vector<std::string> Settings::keys() const {
  struct Place {
    bool overridden;
    toml::source_position at;
    std::string key;
  };
  std::vector<Place> places;
  for (const auto& entry : *node_->table) {
    const auto at = entry.first.source().begin;
    places.push_back({!at, at, std::string(entry.first.str())});
  }
  std::ranges::stable_sort(places, [](const Place& a, const Place& b) {
    return a.overridden == b.overridden ? a.at < b.at : b.overridden;
  });
  std::vector<std::string> names;
  names.reserve(places.size());
  for (Place& place : places) names.push_back(std::move(place.key));
  return names;
}

Settings Settings::table(std::string_view key) const {
  if (const auto seen = node_->tables.find(key); seen != node_->tables.end()) return Settings(seen->second);
  static toml::table empty;
  toml::node* value = node_->find(key);
  if (value != nullptr && !value->is_table()) node_->refuse(key, *value, "it is a table");
  auto below = std::make_shared<Node>();
  below->document = node_->document;
  below->table = value != nullptr ? value->as_table() : &empty;
  below->position = value != nullptr ? value->source().begin : node_->position;
  below->path = node_->path_of(key);
  node_->tables.emplace(key, below);
  return Settings(std::move(below));
}

std::vector<Settings> Settings::tables(std::string_view key) const {
  auto [list, fresh] = node_->lists.try_emplace(std::string(key));
  if (fresh) {
    if (toml::node* value = node_->find(key)) {
      toml::array* array = value->as_array();
      if (array == nullptr) node_->refuse(key, *value, "it is a list of tables");
      for (toml::node& element : *array) {
        if (!element.is_table()) node_->refuse(key, element, "it is a list of tables");
        auto below = std::make_shared<Node>();
        below->document = node_->document;
        below->table = element.as_table();
        below->position = element.source().begin;
        below->path = fmt::format("{}[{}]", node_->path_of(key), list->second.size());
        list->second.push_back(std::move(below));
      }
    }
  }
  std::vector<Settings> tables;
  for (const auto& below : list->second) tables.push_back(Settings(below));
  return tables;
}

std::vector<Settings::Value> Settings::values() const {
  std::vector<Value> values;
  for (const std::string& key : keys()) {
    const toml::node& node = *node_->find(key);
    if (node.is_table()) {
      for (Value& below : table(key).values()) {
        below.key = fmt::format("{}.{}", key, below.key);
        values.push_back(std::move(below));
      }
      continue;
    }
    values.push_back({.key = key, .text = toml_text(node)});
  }
  return values;
}

std::string Settings::where(std::string_view key) const {
  const toml::node* value = key.empty() ? nullptr : node_->table->get(key);
  return value != nullptr ? node_->place_of(key, *value) : node_->place(node_->position);
}

void Settings::fail(std::string_view key, const std::string& message) const {
  node_->raise(message, where(key));
}

void Settings::reject_unknown_keys() const {
  node_->reject_unknown_keys();
}

std::string Settings::to_toml() const {
  return toml_document(node_->with_defaults());
}

const std::filesystem::path& Settings::file() const {
  return node_->document->file;
}

namespace {

/// Insertions, deletions, replacements and swaps of neighbours (optimal string alignment).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before;
  std::vector<std::size_t> above(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before = std::exchange(above, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
  }
  return row[b.size()];
}

}  // namespace

std::optional<std::string> nearest_name(std::string_view name, const std::vector<std::string>& candidates) {
  std::optional<std::string> nearest;
  std::size_t best = std::max<std::size_t>(1, name.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    if (std::max(name.size(), candidate.size()) - std::min(name.size(), candidate.size()) >= best) continue;
    // A short name whose characters all differ is another name, and not a misspelt one.
    const std::size_t distance = edit_distance(name, candidate);
    if (distance < best && distance < std::max(name.size(), candidate.size())) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

namespace {

template <typename E>
std::string read_whole(const std::filesystem::path& file) {
  const auto refuse = [&](const std::string& why) {
    throw E(fmt::format("cannot read {}: {}", file.string(), why));
  };
  // Neither opening nor reading waits, since a pipe may stay silent for ever.
  const Descriptor stream = open_file(file, O_RDONLY | O_NONBLOCK);
  struct stat status {};
  if (!stream.is_open() || ::fstat(stream.number(), &status) != 0)
    refuse(std::generic_category().message(errno));
  if (S_ISDIR(status.st_mode)) refuse("it is a folder");
  if (S_ISCHR(status.st_mode) && ::isatty(stream.number()) == 0) refuse("it is a device, and no file");
  std::string text;
  std::array<char, 1 << 16> block;
  for (ssize_t count = -1; count != 0;) {
    pollfd event{stream.number(), POLLIN, 0};
    const bool silent = ::poll(&event, 1, 100) <= 0;
    if (!S_ISREG(status.st_mode) && interrupted()) {
      throw Error(ExitStatus::interrupted,
                  fmt::format("a signal ended the program before all of {} was read", file.string()));
    }
    if (silent) continue;
    count = ::read(stream.number(), block.data(), block.size());
    if (count > 0) text.append(block.data(), static_cast<std::size_t>(count));
    if (count < 0 && errno != EINTR && errno != EAGAIN) refuse(std::generic_category().message(errno));
  }
  if (const std::string_view reason = refused_encoding(text); !reason.empty()) refuse(std::string(reason));
  return text;
}

}  // namespace

const std::string& Files::read(const std::filesystem::path& file) {
  if (const std::string* known = find(file)) return *known;
  return contents_.emplace(file.string(), read_whole<DataError>(file)).first->second;
}

const std::string& Files::read_configuration(const std::filesystem::path& file) {
  if (const std::string* known = find(file)) return *known;
  return contents_.emplace(file.string(), read_whole<UsageError>(file)).first->second;
}

const std::string* Files::find(const std::filesystem::path& file) const {
  const auto known = contents_.find(file.string());
  if (known != contents_.end()) return &known->second;
  if (sealed_) {
    throw Error(ExitStatus::failed,
                fmt::format("{} was not read by the first rank, so no other has it", file.string()));
  }
  return nullptr;
}

void Files::replace(std::map<std::string, std::string> contents,
                    std::map<std::string, std::string> identified) {
  contents_ = std::move(contents);
  identified_ = std::move(identified);
  sealed_ = true;
}

std::optional<std::string> Files::identify(const std::filesystem::path& file) {
  const auto known = identified_.find(file.string());
  if (known != identified_.end()) return known->second;
  std::error_code error;
  if (sealed_ || !std::filesystem::is_regular_file(file, error)) return std::nullopt;
  return identified_.emplace(file.string(), hexadecimal(digest_of_file(file))).first->second;
}

std::map<std::string, std::string> Files::digests() const {
  std::map<std::string, std::string> digests = identified_;
  for (const auto& [name, text] : contents_) digests.emplace(name, hexadecimal(digest_of(text)));
  return digests;
}

}  // namespace skerry

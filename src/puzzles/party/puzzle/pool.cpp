#include "puzzles/party/puzzle/pool.hpp"

#include "skerry/app/settings.hpp"
#include "skerry/detail/text.hpp"
#include "skerry/error.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <fmt/core.h>

namespace skerry::party {

namespace {

/// A hash table with open addressing, at most half full, from texts to their codes 0, 1, 2, ... in order of
/// first appearance. The texts must outlive it.
class Dictionary {
 public:
  struct Entry {
    std::uint32_t code;
    bool is_new;
  };

  Entry code(std::string_view text) {
    if (2 * (texts_.size() + 1) > slots_.size()) grow();
    const std::size_t slot = find(text);
    if (slots_[slot] != free) return {slots_[slot], false};
    slots_[slot] = static_cast<std::uint32_t>(texts_.size());
    texts_.push_back(text);
    return {slots_[slot], true};
  }

 private:
  static constexpr std::uint32_t free = UINT32_MAX;

  static std::size_t hash(std::string_view text) {
    std::uint64_t h = 0xcbf29ce484222325U;  // FNV-1a, which suits short texts without an adversary
    for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    return h ^ (h >> 32);
  }
  std::size_t find(std::string_view text) const {
    std::size_t slot = hash(text) & (slots_.size() - 1);
    while (slots_[slot] != free && texts_[slots_[slot]] != text) slot = (slot + 1) & (slots_.size() - 1);
    return slot;
  }
  void grow() {
    slots_.assign(2 * slots_.size(), free);
    for (std::uint32_t i = 0; i < texts_.size(); ++i) slots_[find(texts_[i])] = i;
  }

  std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(64, free);
  std::vector<std::string_view> texts_;
};

/// The places of the wanted columns in the file.
class Header {
 public:
  Header(std::span<const CsvField> fields, const CsvReader& reader) : reader_(reader) {
    for (const CsvField& field : fields) {
      names_.emplace_back(field.text);
      offsets_.push_back(field.offset);
    }
  }

  std::size_t size() const { return names_.size(); }

  std::size_t index(const std::string& name) const {
    const auto found = std::ranges::find(names_, name);
    if (found == names_.end()) {
      const auto nearest = nearest_name(name, names_);
      throw DataError(fmt::format("the pool has no column '{}'{}; its columns are {} ({})", name,
                                  nearest ? fmt::format("; did you mean '{}'?", *nearest) : "",
                                  joined(names_, ", "), reader_.where(offsets_.front())));
    }
    const auto index = static_cast<std::size_t>(found - names_.begin());
    const auto again = std::find(found + 1, names_.end(), name);
    if (again != names_.end()) {
      throw DataError(fmt::format("the pool has two columns '{}'; name each column once ({})", name,
                                  reader_.where(offsets_[static_cast<std::size_t>(again - names_.begin())])));
    }
    return index;
  }

 private:
  const CsvReader& reader_;
  std::vector<std::string> names_;
  std::vector<std::size_t> offsets_;
};

struct CategoricalSource {
  CategoricalColumn column;
  std::size_t field;
  Dictionary dictionary;

  std::uint32_t code(std::string_view text) {
    const auto [code, is_new] = dictionary.code(text);
    if (is_new) column.values.emplace_back(text);
    return code;
  }
  void add_one(std::string_view text) { column.value.push_back(code(text)); }

  /// Adds the values of a field. Blanks around them and repeated values are ignored; a hero without any has
  /// the empty value.
  void add_many(std::string_view text, char separator) {
    auto& all = column.all_values;
    const std::size_t begin = all.size();
    while (true) {
      const std::size_t end = text.find(separator);
      const std::string_view item = trim(text.substr(0, end));
      if (!item.empty()) {
        const std::uint32_t value = code(item);
        if (std::find(all.begin() + static_cast<std::ptrdiff_t>(begin), all.end(), value) == all.end()) {
          all.push_back(value);
        }
      }
      if (end == std::string_view::npos) break;
      text.remove_prefix(end + 1);
    }
    if (all.size() == begin) all.push_back(code({}));
    column.value.push_back(all[begin]);
    column.all_start.push_back(static_cast<std::uint32_t>(all.size()));
  }
};

struct NumericSource {
  NumericColumn column;
  std::size_t field;
};

std::vector<CategoricalSource> categorical_sources(const PoolColumns& columns, const Header& header) {
  std::vector<CategoricalSource> sources;
  for (const auto* names : {&columns.categorical, &columns.many}) {
    for (const std::string& name : *names) {
      const auto has_name = [&](const CategoricalSource& source) { return source.column.name == name; };
      if (std::ranges::any_of(sources, has_name)) continue;
      CategoricalSource& source = sources.emplace_back();
      source.column.name = name;
      source.column.many = std::ranges::find(columns.many, name) != columns.many.end();
      if (source.column.many) source.column.all_start.push_back(0);
      source.field = header.index(name);
    }
  }
  return sources;
}

std::vector<NumericSource> numeric_sources(const PoolColumns& columns, const Header& header) {
  std::vector<NumericSource> sources;
  for (const std::string& name : columns.numeric) {
    const auto has_name = [&](const NumericSource& source) { return source.column.name == name; };
    if (std::ranges::any_of(sources, has_name)) continue;
    // First what may throw: see docs/decisions.md, Compilers and MPIs.
    const std::size_t field = header.index(name);
    sources.push_back({{name, {}}, field});
  }
  return sources;
}

std::uint32_t column_index(const auto& columns, std::string_view name) {
  const auto found = std::ranges::find(columns, name, [](const auto& column) { return column.name; });
  if (found == columns.end())
    throw std::logic_error(fmt::format("the column '{}' is used and was not read", name));
  return static_cast<std::uint32_t>(found - columns.begin());
}

void check_id(const CsvField& id, const PoolColumns& columns, const CsvReader& reader) {
  if (id.text.empty()) {
    throw DataError(said(columns.naming, "a {hero} has no {}; each needs one of its own ({})", columns.id,
                         reader.where(id.offset)));
  }
  if (std::ranges::any_of(id.text, is_control) || trim(id.text) != id.text) {
    throw DataError(fmt::format(
        "the {} '{}' holds a line break, a tab or a blank at its ends; it has to stand in a line ({})",
        columns.id, id.text, reader.where(id.offset)));
  }
}

}  // namespace

std::optional<std::uint32_t> Pool::find(std::string_view id) const {
  const auto found = std::ranges::find(ids, id);
  if (found == ids.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - ids.begin());
}

bool has_any(const CategoricalColumn& column, std::uint32_t hero, std::span<const std::uint32_t> values) {
  return std::ranges::any_of(column.values_of(hero),
                             [&](std::uint32_t value) { return std::ranges::binary_search(values, value); });
}

std::uint32_t Pool::categorical_column(std::string_view name) const {
  return column_index(categorical, name);
}

std::uint32_t Pool::numeric_column(std::string_view name) const {
  return column_index(numeric, name);
}

Pool parse_pool(std::string_view text, const PoolColumns& columns, const std::string& name) {
  CsvReader reader(text, name, separator_of(text));
  if (const std::size_t end = utf8_end(text); end != text.size()) {
    throw DataError(
        fmt::format("the text is not UTF-8 from here on; save the pool as UTF-8 ({})", reader.where(end)));
  }
  std::vector<CsvField> row;
  if (!reader.next(row)) {
    throw DataError(said(columns.naming,
                         "the pool is empty; a header and a row for each {hero} are needed ({}:1:1)", name));
  }
  const Header header(row, reader);
  const std::size_t id_field = header.index(columns.id);
  const bool has_names = !columns.name.empty();
  const std::size_t name_field = has_names ? header.index(columns.name) : 0;
  auto categorical = categorical_sources(columns, header);
  auto numeric = numeric_sources(columns, header);

  Pool pool;
  Dictionary ids;
  std::vector<std::size_t> offsets;
  while (reader.next(row)) {
    if (row.size() != header.size()) {
      throw DataError(fmt::format("the row has {} fields and the header {} ({})", row.size(), header.size(),
                                  reader.where(row.front().offset)));
    }
    const CsvField& id = row[id_field];
    check_id(id, columns, reader);
    if (const auto [code, is_new] = ids.code(id.text); !is_new) {
      throw DataError(said(columns.naming, "{hero} '{}' stands in the pool twice, first at {} ({})", id.text,
                           reader.where(offsets[code]), reader.where(id.offset)));
    }
    offsets.push_back(id.offset);
    pool.ids.emplace_back(id.text);
    if (has_names) pool.names.emplace_back(row[name_field].text);
    for (auto& source : categorical) {
      const std::string_view field = row[source.field].text;
      if (source.column.many) {
        source.add_many(field, columns.separator);
      } else {
        source.add_one(field);
      }
    }
    for (auto& source : numeric) {
      source.column.value.push_back(parse_number(row[source.field], source.column.name, reader));
    }
  }
  if (pool.ids.empty()) {
    throw DataError(said(columns.naming, "the pool has a header and no {heroes} ({}:1:1)", name));
  }
  for (auto& source : categorical) pool.categorical.push_back(std::move(source.column));
  for (auto& source : numeric) pool.numeric.push_back(std::move(source.column));
  return pool;
}

namespace {
/// Sums of larger numbers would lose whole units, and squares of much larger ones are not finite.
constexpr double largest_number = 1e15;
}  // namespace

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

double parse_number(const CsvField& field, const std::string& column, const CsvReader& reader) {
  const std::string_view text = trim(field.text);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) {
    throw DataError(fmt::format("'{}' stands in the numeric column '{}'; a number is needed ({})", field.text,
                                column, reader.where(field.offset)));
  }
  if (std::abs(value) > largest_number) {
    throw DataError(fmt::format("'{}' stands in the numeric column '{}'; a number lies in [{:g}, {:g}] ({})",
                                field.text, column, -largest_number, largest_number,
                                reader.where(field.offset)));
  }
  return value;
}

}  // namespace skerry::party

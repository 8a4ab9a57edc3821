#include "app/experiment/published.hpp"

#include "skerry/error.hpp"

#include "app/text/text.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace skerry {
namespace {

constexpr std::string_view instance_column = "instance";
constexpr std::string_view variant_column = "variant";

/// Returns each name once, in the order of the file.
std::vector<std::string> names_of(const std::vector<Pairing>& pairings, std::string Pairing::*name) {
  std::vector<std::string> names;
  std::set<std::string_view> seen;
  for (const Pairing& pairing : pairings) {
    if (seen.insert(pairing.*name).second) names.push_back(pairing.*name);
  }
  return names;
}

/// Returns a text if the figure is not a number.
nlohmann::ordered_json figure_of(std::string_view text) {
  auto value = nlohmann::ordered_json::parse(text, nullptr, false);
  return value.is_number() ? value : nlohmann::ordered_json(text);
}

class PublishedTable {
 public:
  PublishedTable(CsvReader& reader, std::vector<Pairing>& pairings)
      : reader_(reader),
        pairings_(pairings),
        instances_(names_of(pairings, &Pairing::instance)),
        variants_(names_of(pairings, &Pairing::variant)) {}

  void read() {
    read_columns();
    std::vector<CsvField> row;
    while (reader_.next(row)) add(row);
  }

 private:
  [[noreturn]] void fail(const CsvField& field, const std::string& message) const {
    throw DataError(fmt::format("{} ({})", message, reader_.where(field.offset)));
  }

  void read_columns() {
    std::vector<CsvField> row;
    if (!reader_.next(row)) fail({}, "the table of published figures is empty");
    for (const CsvField& field : row) {
      if (field.text.empty()) fail(field, "a column has no name");
      if (std::ranges::find(columns_, field.text) != columns_.end()) {
        fail(field, fmt::format("two columns are called {}", field.text));
      }
      columns_.emplace_back(field.text);
    }
    const auto is_key = [](const std::string& name) {
      return name == instance_column || name == variant_column;
    };
    if (std::ranges::none_of(columns_, is_key)) {
      fail(row.front(), "a table of published figures has a column instance, a column variant, or both");
    }
  }

  /// The pattern matches all if the table has no such column.
  std::string pattern(const std::vector<CsvField>& row, std::string_view column,
                      const std::vector<std::string>& names) const {
    const auto at = std::ranges::find(columns_, column);
    if (at == columns_.end()) return "*";
    const CsvField& field = row[static_cast<std::size_t>(at - columns_.begin())];
    std::string pattern(field.text);
    if (const std::string wrong = complaint(column, pattern, names); !wrong.empty()) fail(field, wrong);
    return pattern;
  }

  void add(const std::vector<CsvField>& row) {
    if (row.size() != columns_.size()) {
      fail(row.front(), fmt::format("the row has {} fields; the header has {}", row.size(), columns_.size()));
    }
    const std::string instance = pattern(row, instance_column, instances_);
    const std::string variant = pattern(row, variant_column, variants_);
    bool found = false;
    for (Pairing& pairing : pairings_) {
      if (!matches(instance, pairing.instance) || !matches(variant, pairing.variant)) continue;
      found = true;
      for (std::size_t i = 0; i < row.size(); ++i) add(row[i], columns_[i], pairing);
    }
    if (!found) {
      fail(row.front(), fmt::format("the exceptions leave out variant {} of instance {}", variant, instance));
    }
  }

  void add(const CsvField& field, const std::string& column, Pairing& pairing) const {
    if (column == instance_column || column == variant_column || field.text.empty()) return;
    auto& figures = pairing.made.published;
    if (figures.contains(column)) {
      fail(field, fmt::format("{} of {} is given twice", column, pairing.made.name));
    }
    figures[column] = figure_of(field.text);
  }

  CsvReader& reader_;
  std::vector<Pairing>& pairings_;
  std::vector<std::string> instances_;
  std::vector<std::string> variants_;
  std::vector<std::string> columns_;
};

/// Both keys are views into the pairings.
using PairingIndex = std::map<std::pair<std::string_view, std::string_view>, const Pairing*>;

PairingIndex index_of(const std::vector<Pairing>& pairings) {
  PairingIndex index;
  for (const Pairing& pairing : pairings) index[{pairing.instance, pairing.variant}] = &pairing;
  return index;
}

/// There are fewer pairings than variants of the claim if some are left out.
std::vector<const Pairing*> about(const std::vector<std::string>& variants, const std::string& instance,
                                  const PairingIndex& index) {
  std::vector<const Pairing*> found;
  for (const std::string& variant : variants) {
    const auto pairing = index.find({instance, variant});
    if (pairing != index.end()) found.push_back(pairing->second);
  }
  return found;
}

struct Claim {
  std::string what;
  std::string published;
  std::string figure;
  std::vector<std::string> variants;
  bool made = false;  ///< whether the claim is made for some instance
};

Claim read_claim(const Settings& table, const std::vector<std::string>& known) {
  Claim claim{.what = table.text("what"),
              .published = table.text("published"),
              .figure = table.text("figure"),
              .variants = table.texts("variants")};
  if (claim.variants.empty() || claim.variants.size() > 2) {
    table.fail("variants", "a claim is about one variant or two: variants = [\"a\", \"b\"]");
  }
  for (const std::string& variant : claim.variants) {
    if (const std::string wrong = complaint("variant", variant, known); !wrong.empty()) {
      table.fail("variants", wrong);
    }
  }
  return claim;
}

}  // namespace

void add_published(const Settings& experiment, Files& files, std::vector<Pairing>& pairings) {
  for (Pairing& pairing : pairings) pairing.made.published = nlohmann::ordered_json::object();
  if (!experiment.has("published")) return;
  const std::filesystem::path file = experiment.path("published").lexically_normal();
  const std::string& text = files.read_configuration(file);
  CsvReader reader(text, file.string());
  if (const std::size_t end = utf8_end(text); end < text.size()) {
    throw DataError(fmt::format("the table of published figures is not UTF-8 ({})", reader.where(end)));
  }
  PublishedTable(reader, pairings).read();
}

nlohmann::ordered_json read_claims(const Settings& experiment, const std::vector<Pairing>& pairings) {
  const std::vector<std::string> variants = names_of(pairings, &Pairing::variant);
  const PairingIndex index = index_of(pairings);
  const std::vector<Settings> tables = experiment.tables("claims");
  std::vector<Claim> claims;
  for (const Settings& table : tables) claims.push_back(read_claim(table, variants));
  auto list = nlohmann::ordered_json::array();
  for (const std::string& instance : names_of(pairings, &Pairing::instance)) {
    for (Claim& claim : claims) {
      const auto runs = about(claim.variants, instance, index);
      if (runs.size() < claim.variants.size()) continue;
      claim.made = true;
      auto names = nlohmann::ordered_json::array();
      for (const Pairing* run : runs) names.push_back(run->made.name);
      const std::string& label = runs.front()->made.instance;
      list.push_back({{"what", label.empty() ? claim.what : fmt::format("{}: {}", label, claim.what)},
                      {"published", claim.published},
                      {"figure", claim.figure},
                      {"variants", std::move(names)}});
    }
  }
  for (std::size_t i = 0; i < claims.size(); ++i) {
    if (!claims[i].made) tables[i].fail("variants", "no instance has both of these variants");
  }
  return list;
}

}  // namespace skerry

// The input is a pool: a line of letters, one for each column of the header, that say how to read it (i id, n
// name, c categorical, m many, x numeric, z a missing column); then the CSV.
#include "puzzles/party/puzzle/pool.hpp"

#include "app/text/text.hpp"
#include "fuzz.hpp"

namespace skerry::fuzz::of_pool {
namespace {

using namespace party;

/// Returns the header's columns by the letters; rows are read to the end whatever they hold.
PoolColumns columns_of(std::string_view letters, std::string_view csv) {
  PoolColumns columns;
  CsvReader reader(csv, "pool.csv");
  std::vector<CsvField> row;
  accepted([&] {
    if (!reader.next(row)) return;
    for (std::size_t i = 0; i < std::min(letters.size(), row.size()); ++i) {
      const std::string name(row[i].text);
      switch (letters[i]) {
        case 'i':
          columns.id = name;
          break;
        case 'n':
          columns.name = name;
          break;
        case 'c':
          columns.categorical.push_back(name);
          break;
        case 'm':
          columns.many.push_back(name);
          break;
        case 'x':
          columns.numeric.push_back(name);
          break;
        case 'z':
          columns.numeric.push_back(name + "z");
          break;
        default:
          break;
      }
    }
    while (reader.next(row)) {
      require(!row.empty(), "a row without a field");
      for (const CsvField& field : row) {
        require(field.offset <= csv.size(), "a field from beyond the text");
        require(field.text.size() <= csv.size(), "a field longer than the text");
      }
      require(reader.where(row.back().offset).starts_with("pool.csv:"), "a place without its file");
    }
  });
  return columns;
}

void check(const CategoricalColumn& column, std::size_t heroes) {
  const auto known = [&](std::uint32_t code) { return code < column.values.size(); };
  require(column.value.size() == heroes, "a column shorter than the pool");
  require(std::ranges::all_of(column.value, known), "a code without a value");
  if (!column.many) return;
  require(column.all_start.size() == heroes + 1, "starts don't fit the heroes");
  require(std::ranges::is_sorted(column.all_start), "starts that fall");
  require(column.all_start.front() == 0 && column.all_start.back() == column.all_values.size(),
          "starts don't span the values");
  require(std::ranges::all_of(column.all_values, known), "a code without a value");
}

void run(std::string_view input) {
  const std::string_view letters = take_line(input);
  const PoolColumns columns = columns_of(letters, input);
  accepted([&] {
    const Pool pool = parse_pool(input, columns, "pool.csv");
    require(pool.size() > 0, "an empty pool");
    require(pool.names.size() == (columns.name.empty() ? 0 : pool.size()), "names don't fit the heroes");
    for (const CategoricalColumn& column : pool.categorical) check(column, pool.size());
    for (const NumericColumn& column : pool.numeric) {
      require(column.value.size() == pool.size(), "a column shorter than the pool");
      require(std::ranges::all_of(column.value, [](double v) { return std::isfinite(v); }),
              "a number that is not finite");
    }
    for (std::uint32_t hero = 0; hero < std::min(pool.size(), 50U); ++hero) {
      require(pool.find(pool.ids[hero]) == hero, "a hero is not found by its id");
    }
  });
}

}  // namespace

const Target target("pool", run);

}  // namespace skerry::fuzz::of_pool

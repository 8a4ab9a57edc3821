#include "puzzles/party/generate/request.hpp"

#include "app/config/toml_string.hpp"
#include "puzzles/party/validate/part.hpp"

#include <limits>
#include <utility>

#include <fmt/core.h>

namespace skerry::party {

namespace {

double read_within(const Settings& wanted, double usual) {
  if (!wanted.is_text("within")) return wanted.number("within", usual, rate_range);
  const std::string text = wanted.text("within");
  if (const auto part = parse_part(text)) return *part;
  wanted.fail("within", fmt::format("within is \"{}\"; it is a part of the price, as \"2%\" or 0.02", text));
}

Wanted read_wanted(const Settings& settings) {
  if (!settings.has("wanted")) {
    settings.fail(
        {},
        "the request has no table [wanted]; it says what the cheapest party may cost: price = [900, 1100]");
  }
  const Settings table = settings.table("wanted");
  Wanted wanted;
  const std::vector<double> price = table.numbers("price");
  if (price.size() != 2 || !(price[0] <= price[1])) {
    table.fail("price", "price is the range of what the cheapest party may cost: [lowest, highest]");
  }
  wanted.lowest = price[0];
  wanted.highest = price[1];
  const auto count = [&](const char* key, std::uint64_t usual) {
    return static_cast<std::uint64_t>(table.integer(key, static_cast<std::int64_t>(usual), positive_range));
  };
  wanted.solutions = count("solutions", wanted.solutions);
  wanted.within = read_within(table, wanted.within);
  wanted.tries = count("tries", wanted.tries);
  wanted.seconds = table.number("seconds", wanted.seconds, {0.1, 1e9});
  return wanted;
}

/// Reads what a pool is generated from, in the place of its file.
GenerateSettings read_pool_settings(const Settings& pool, std::uint64_t seed) {
  GenerateSettings settings{.type = 1, .planted = false, .seed = seed};
  settings.heroes = static_cast<std::uint32_t>(
      pool.integer("heroes", {least_heroes, std::numeric_limits<std::uint32_t>::max()}));
  settings.traits_together = pool.number("traits_together", usual_together, rate_range);
  return settings;
}

}  // namespace

RequestFile parse_request(const std::filesystem::path& file, const std::filesystem::path& generated_pool,
                          std::uint64_t seed, Files& files) {
  const std::string& text = files.read(file);
  RequestFile request{Settings::parse(text, file, Settings::Kind::data), std::nullopt};
  if (const Settings pool = request.settings.table("pool"); pool.has("heroes")) {
    if (pool.has("file"))
      pool.fail("heroes", "heroes stands beside file; a pool is read from a file or generated");
    request.settings = Settings::parse(text, file, Settings::Kind::data);
    request.settings.override("pool.file", toml_string(generated_pool.string()));
    request.pool = read_pool_settings(request.settings.table("pool"), seed);
  }
  if (request.settings.has("optimum"))
    request.settings.fail("optimum", "a request has no optimum; generate proves that of the puzzle it makes");
  return request;
}

Request read_request(const std::filesystem::path& file, const std::filesystem::path& generated_pool,
                     std::uint64_t seed, Files& files) {
  auto [settings, pool_settings] = parse_request(file, generated_pool, seed, files);
  std::string pool_csv;
  if (pool_settings) {
    pool_csv = generate(*pool_settings).pool_csv;
    files.provide(generated_pool, pool_csv);
  }
  const Wanted wanted = read_wanted(settings);
  std::vector<BoundRange> ranges = take_ranges(settings);
  Puzzle puzzle = read_puzzle(settings, files);
  std::filesystem::path pool = settings.table("pool").path("file");
  return {.settings = std::move(settings),
          .puzzle = std::move(puzzle),
          .ranges = std::move(ranges),
          .wanted = wanted,
          .pool = std::move(pool),
          .pool_csv = std::move(pool_csv)};
}

}  // namespace skerry::party

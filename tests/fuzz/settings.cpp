// The input is a configuration: TOML text, then a line "----", then a line KEY=VALUE for each --set.
#include "skerry/app/settings.hpp"

#include "app/config/configuration.hpp"
#include "fuzz.hpp"

namespace skerry::fuzz::of_settings {
namespace {

constexpr void (*ways[])(const Settings& table, const std::string& key) = {
    [](const Settings& table, const std::string& key) { table.integer(key); },
    [](const Settings& table, const std::string& key) { table.integer(key, 1, {-5, 5}); },
    [](const Settings& table, const std::string& key) { table.number(key); },
    [](const Settings& table, const std::string& key) { table.number(key, 0.5, rate_range); },
    [](const Settings& table, const std::string& key) { table.flag(key, true); },
    [](const Settings& table, const std::string& key) { table.text(key); },
    [](const Settings& table, const std::string& key) { table.choice(key, "one", {"one", "two", "three"}); },
    [](const Settings& table, const std::string& key) { table.path(key); },
    [](const Settings& table, const std::string& key) { table.integers(key); },
    [](const Settings& table, const std::string& key) { table.numbers(key); },
    [](const Settings& table, const std::string& key) { table.texts(key); },
    [](const Settings& table, const std::string& key) { table.integer_lists(key); },
    [](const Settings& table, const std::string& key) { table.number_lists(key); },
    [](const Settings& table, const std::string& key) { table.text(key + "s"); }};

/// Reads the value of every key in a few of the possible ways, which `turn` chooses; each accepts it or
/// refuses it.
void read(const Settings& table, std::size_t& turn, int depth = 0) {
  for (const std::string& key : table.keys()) {
    require(table.has(key), "a key is listed and not there");
    require(!table.where(key).empty(), "a value without a place");
    for (int tried = 0; tried < 3; ++tried) accepted([&] { ways[turn++ % std::size(ways)](table, key); });
    if (depth == 8) continue;
    accepted([&] { read(table.table(key), turn, depth + 1); });
    accepted([&] {
      for (const Settings& element : table.tables(key)) read(element, turn, depth + 1);
    });
  }
}

/// What is written to a trace must read back as the same configuration.
void expect_round_trip(const Settings& settings) {
  const std::string text = settings.to_toml();
  std::string again;
  try {
    again = Settings::parse(text, "written.toml", Settings::Kind::configuration).to_toml();
  } catch (const Error& error) {
    report(std::string("what was written can't be read: ") + error.what() + "\n" + text);
  }
  if (again != text) report("written:\n" + text + "\nand read and written again:\n" + again);
}

void run(std::string_view input) {
  const std::string_view toml = take_part(input);
  const auto parse = [&] {
    Settings settings = Settings::parse(toml, "dir/fuzz.toml", Settings::Kind::configuration);
    for (std::string_view rest = input; !rest.empty();) {
      const std::string_view line = take_line(rest);
      const std::size_t equals = line.find('=');
      if (equals == std::string_view::npos) continue;
      settings.override(line.substr(0, equals), line.substr(equals + 1));
    }
    return settings;
  };
  accepted([&] {
    const Settings settings = parse();
    expect_round_trip(settings);
    std::size_t turn = toml.size();
    read(settings, turn);
    expect_round_trip(settings);
    accepted([&] { settings.reject_unknown_keys(); });
  });
  accepted([&] {
    const Settings settings = parse();
    const Configuration configuration = bind_configuration(settings);
    const IslandConfiguration& island = configuration.island;
    require(island.settings().population() >= (island.is<Genetic>() ? 2U : 1U),
            "a population too small");
    expect_round_trip(settings);
    settings.reject_unknown_keys();
  });
}

}  // namespace

const Target target("settings", run);

}  // namespace skerry::fuzz::of_settings

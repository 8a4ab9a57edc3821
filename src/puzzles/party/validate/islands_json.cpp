#include "puzzles/party/validate/islands_json.hpp"

namespace skerry::party {

void add_islands(nlohmann::ordered_json& json, const IslandsAnswer& islands) {
  using Json = nlohmann::ordered_json;
  const IslandHistory& history = islands.history;
  Json best = Json::array(), new_bests = Json::array(), migrated = Json::array();
  for (const auto& island : history.best) {
    Json points = Json::array();
    for (const std::optional<double>& point : island) points.push_back(point ? Json(*point) : Json(nullptr));
    best.push_back(points);
  }
  for (const auto& [generation, island, fitness] : history.new_bests)
    new_bests.push_back({{"generation", generation}, {"island", island}, {"best", fitness}});
  std::uint64_t migrants = 0;
  for (std::size_t island = 0; island < history.individuals_sent.size(); ++island) {
    migrants += history.individuals_sent[island];
    migrated.push_back({{"island", island}, {"individuals sent", history.individuals_sent[island]}});
  }
  json["islands"] = {{"count", islands.count},
                     {"last_generation", islands.generations},
                     {"evaluations", islands.evaluations},
                     {"restarts", history.restarts},
                     {"migrants", migrants},
                     {"generations", history.generations},
                     {"best", best},
                     {"diversity", history.diversity},
                     {"new_bests", new_bests}};
  if (migrants > 0) json["migrated"] = migrated;
}

}  // namespace skerry::party

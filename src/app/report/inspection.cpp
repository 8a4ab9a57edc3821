#include "skerry/detail/text.hpp"

#include "app/report/run_report.hpp"
#include "app/run/session.hpp"
#include "app/terminal/console.hpp"
#include "trace/journal.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <sstream>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace skerry {

namespace {

using Json = nlohmann::ordered_json;

KeptSolutions kept_of(const TraceSummary& summary) {
  if (!summary.kept_damage.empty()) return {};
  const bool map = summary.solutions.kind == SetKind::map;
  return kept_solutions(summary.solutions, summary.kept, summary.direction,
                        map ? worst_fitness_of(summary.configuration) : std::nullopt);
}

std::string journal_text(const JournalCounts& counts) {
  std::string text = fmt::format("{} evaluations paid for, of which {} failed", grouped(counts.paid),
                                 grouped(counts.failed));
  if (counts.taken > 0) text += fmt::format(", and {} taken from other journals", grouped(counts.taken));
  if (counts.damaged > 0) text += fmt::format("; {} lines are damaged", grouped(counts.damaged));
  return text;
}

std::string hosts_text(const std::string& names) {
  std::vector<std::pair<std::string, std::size_t>> hosts;
  std::istringstream stream(names);
  for (std::string name; std::getline(stream, name, ',');) {
    const auto known = std::ranges::find(hosts, name, &std::pair<std::string, std::size_t>::first);
    if (known == hosts.end()) {
      hosts.emplace_back(name, 1);
    } else {
      ++known->second;
    }
  }
  std::vector<std::string> told;
  for (const auto& [name, islands] : hosts)
    told.push_back(fmt::format("{} ({} island{})", name, grouped(islands), islands == 1 ? "" : "s"));
  return joined(told, ", ");
}

std::string processes_text(std::size_t processes, std::size_t islands) {
  if (processes < islands) return fmt::format("{}, whose threads are the islands", grouped(processes));
  if (processes == 1) return "1";
  if (processes == islands) return fmt::format("{}, one for each island", grouped(processes));
  return fmt::format("{}, one for each island and {} that help with evaluations", grouped(processes),
                     grouped(processes - islands));
}

std::string resumed_text(const std::string& times, const std::string& layouts) {
  std::istringstream time_stream(times);
  std::istringstream layout_stream(layouts);
  std::vector<std::string> told;
  for (std::string time, layout; time_stream >> time;) {
    if (!(layout_stream >> layout)) layout = "?";
    const auto at = layout.find('@');
    if (at == std::string::npos) {
      told.push_back(time);
      continue;
    }
    const std::string processes = layout.substr(0, at);
    told.push_back(fmt::format("{} on {} process{} of {}", time, processes, processes == "1" ? "" : "es",
                               layout.substr(at + 1)));
  }
  return joined(told, "; ");
}

std::vector<double> values_of(const TraceSummary& summary, std::size_t column) {
  std::vector<double> values;
  for (std::size_t i = column; i < summary.column_values.size(); i += summary.columns.size())
    values.push_back(summary.column_values[i]);
  return values;
}

std::string column_text(const TraceSummary& summary, std::size_t column) {
  std::vector<double> values = values_of(summary, column);
  std::erase_if(values, [](double value) { return std::isnan(value); });
  if (values.empty()) return "nan, in the last generation (of all islands)";
  const double mean = std::reduce(values.begin(), values.end()) / static_cast<double>(values.size());
  const std::string& unit = summary.columns[column].unit;
  return fmt::format("{:.4g}{}{}, in the last generation (mean of the islands)", mean,
                     unit.empty() ? "" : " ", unit);
}

Json last_generation_json(const TraceSummary& summary) {
  auto json = Json::array();
  for (const Statistics& island : summary.last_generation) json.push_back(record_json(island));
  for (std::size_t i = 0; i < summary.columns.size(); ++i) {
    const std::vector<double> values = values_of(summary, i);
    for (std::size_t island = 0; island < values.size(); ++island)
      json[island][summary.columns[i].name] = values[island];
  }
  return json;
}

Json columns_json(const std::vector<Column>& columns) {
  auto json = Json::array();
  for (const Column& column : columns)
    json.push_back({{"name", column.name}, {"unit", column.unit}, {"meaning", column.meaning}});
  return json;
}

std::string fitness_text(const TraceSummary& summary) {
  const bool unit = !summary.fitness_unit.empty() && has_fitness(*summary.best);
  return score_text(*summary.best) + (unit ? ", in " + summary.fitness_unit : "");
}

std::string diversity_text(const TraceSummary& summary) {
  const std::string of_fitness = std::isnan(summary.fitness_diversity)
                                     ? ""
                                     : fmt::format("{:.3f} of fitness, ", summary.fitness_diversity);
  return fmt::format("{}{:.3f} of genotype, in the last generation (mean of the islands)", of_fitness,
                     summary.genotype_diversity);
}

/// What a trace tells: programs a value by its key, people a line of text.
struct Fact {
  const char* key;  ///< null: only people are told
  Json value;
  std::string label = {};
  std::string text = {};  ///< empty: only programs are told
};

std::vector<Fact> facts_of(const TraceSummary& summary, const std::string& trace) {
  const auto& best = summary.best;
  const auto& processes = summary.processes;
  std::vector<Fact> facts = {
      {"trace", trace, "trace", trace},
      {"problem", summary.problem, "problem",
       summary.problem == unnamed_problem ? "without a name" : summary.problem},
      {"command", summary.command, "command", summary.command},
      {"source", summary.source, "written by", summary.source},
      {"hosts", summary.hosts, "hosts", hosts_text(summary.hosts)},
      {"processes", optional_json(processes), "processes",
       processes ? processes_text(*processes, summary.islands) : ""},
      {"started", summary.started, "started", summary.started},
      {"resumed", summary.resumed, "resumed", resumed_text(summary.resumed, summary.resumed_on)},
      {"resumed_on", summary.resumed_on},
      {"ended", summary.ended, "ended", summary.ended},
      {"stop_reason", summary.stop_reason, "stopped", summary.stop_reason},
      {"seed", summary.seed, "seed", std::to_string(summary.seed)},
      {"islands", summary.islands, "islands", grouped(summary.islands)},
      {"generations", summary.generations, "so far",
       fmt::format("{} generations in {} epochs, {} evaluations, {:.2f} s", grouped(summary.generations),
                   grouped(summary.epochs), grouped(summary.evaluations), summary.elapsed_s)},
      {"epochs", summary.epochs},
      {"evaluations", summary.evaluations},
      {"seconds", summary.elapsed_s},
      {"best_fitness", best ? Json(best->fitness) : Json(), "fitness", best ? fitness_text(summary) : ""},
      {"violation", best ? Json(best->violation) : Json()},
      {"target", optional_json(summary.target), "target",
       best && summary.target ? target_text(*best, summary.direction, *summary.target) : ""},
      {"target_reached", summary.target_reached},
      {"direction", name_of(summary.direction)},
      {"fitness_diversity", summary.fitness_diversity, "diversity", best ? diversity_text(summary) : ""},
      {"genotype_diversity", summary.genotype_diversity},
      {"last_epoch", best ? record_json(summary.last_epoch) : Json()},
      {"last_generation", last_generation_json(summary)},
      {"configuration", summary.configuration}};
  if (!summary.columns.empty()) facts.push_back({"columns", columns_json(summary.columns)});
  for (std::size_t i = 0; !summary.column_values.empty() && i < summary.columns.size(); ++i)
    facts.push_back({nullptr, {}, summary.columns[i].name, column_text(summary, i)});
  if (const auto& recorded = summary.recorded_evaluations) {
    facts.push_back(
        {"recorded_evaluations",
         {{"rows", recorded->rows}, {"failed", recorded->failed}, {"known", recorded->known}},
         "evaluated",
         fmt::format("{} genomes, of which {} failed and {} were known from a journal",
                     grouped(recorded->rows), grouped(recorded->failed), grouped(recorded->known))});
  }
  if (const std::string& damage = summary.kept_damage; !damage.empty())
    facts.push_back({"damage", damage, "damaged", damage});
  if (const JournalCounts journal = count_journals(journal_of(trace)); journal.entries() > 0) {
    facts.push_back({"journal",
                     {{"paid", journal.paid},
                      {"failed", journal.failed},
                      {"taken", journal.taken},
                      {"damaged", journal.damaged}},
                     "journal",
                     journal_text(journal)});
  }
  return facts;
}

std::string line(const std::string& label, const std::string& text) {
  return text.empty() ? "" : fmt::format("{:<10} {}\n", label, text);
}

}  // namespace

std::string summary_text(const TraceSummary& summary, const std::string& trace) {
  std::string text;
  for (const Fact& fact : facts_of(summary, trace)) text += line(fact.label, fact.text);
  const KeptSolutions kept = kept_of(summary);
  if (kept.kind != SetKind::none && summary.kept_generation >= 0) {
    const std::string generation = grouped(static_cast<std::uint64_t>(summary.kept_generation));
    text += kept_text(kept, 11) +
            line("", fmt::format("of generation {}, {}", generation, where_kept(kept, trace)));
  }
  if (!summary.inputs.empty()) text += "\ninputs (SHA-256)\n" + inputs_text(summary.inputs);
  if (!summary.solution.empty()) text += "\nsolution\n" + summary.solution;
  return text;
}

Json summary_json(const TraceSummary& summary, const std::string& trace) {
  Json json;
  for (const Fact& fact : facts_of(summary, trace)) {
    if (fact.key != nullptr) json[fact.key] = fact.value;
  }
  json["inputs"] = inputs_text(summary.inputs);
  json["solution"] = summary.solution.empty() ? Json() : Json(summary.solution);
  add_kept(json, kept_of(summary));
  return json;
}

}  // namespace skerry

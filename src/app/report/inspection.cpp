#include "app/report/inspection.hpp"

#include "app/report/run_report.hpp"
#include "app/run/session.hpp"
#include "app/terminal/console.hpp"
#include "trace/evaluation_journal.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <sstream>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace skerry {

namespace {

KeptSolutions kept_of(const TraceSummary& summary) {
  if (!summary.kept_damage.empty()) return {};
  const bool map = summary.kept_set.kind == SetKind::map;
  return kept_solutions(summary.kept_set, summary.kept, summary.direction,
                        map ? worst_fitness_of(summary.configuration) : std::nullopt);
}

/// Returns an empty text if there are no journals.
std::string journal_text(const std::string& trace) {
  const JournalCounts counts = count_journals(journal_of(trace));
  if (counts.entries() == 0) return {};
  std::string text = fmt::format("{} evaluations paid for, of which {} failed", grouped(counts.paid),
                                 grouped(counts.failed));
  if (counts.taken > 0) text += fmt::format(", and {} taken from other journals", grouped(counts.taken));
  if (counts.damaged > 0) text += fmt::format("; {} lines are damaged", grouped(counts.damaged));
  return text;
}

/// Returns each host once, with the number of its islands.
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
  return fmt::format("{}", fmt::join(told, ", "));
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
  return fmt::format("{}", fmt::join(told, "; "));
}

/// Returns the values of a column of the program's own, [island].
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

/// Returns the statistics of each island, with the columns of the program's own.
nlohmann::ordered_json last_generation_json(const TraceSummary& summary) {
  auto json = nlohmann::ordered_json::array();
  for (const Statistics& island : summary.last_generation) json.push_back(record_json(island));
  for (std::size_t i = 0; i < summary.columns.size(); ++i) {
    const std::vector<double> values = values_of(summary, i);
    for (std::size_t island = 0; island < values.size(); ++island)
      json[island][summary.columns[i].name] = values[island];
  }
  return json;
}

nlohmann::ordered_json columns_json(const std::vector<Column>& columns) {
  auto json = nlohmann::ordered_json::array();
  for (const Column& column : columns)
    json.push_back({{"name", column.name}, {"unit", column.unit}, {"meaning", column.meaning}});
  return json;
}

}  // namespace

std::string summary_text(const TraceSummary& summary, const std::string& trace) {
  std::string text;
  const auto line = [&](const char* name, const std::string& value) {
    if (!value.empty()) text += fmt::format("{:<10} {}\n", name, value);
  };
  line("trace", trace);
  line("problem", summary.problem == unnamed_problem ? "without a name" : summary.problem);
  line("command", summary.command);
  line("written by", summary.source);
  line("hosts", hosts_text(summary.hosts));
  if (summary.processes) line("processes", processes_text(*summary.processes, summary.islands));
  line("started", summary.started);
  line("resumed", resumed_text(summary.resumed, summary.resumed_on));
  line("ended", summary.ended);
  line("stopped", summary.stop_reason);
  line("seed", std::to_string(summary.seed));
  line("islands", grouped(summary.islands));
  line("so far",
       fmt::format("{} generations in {} epochs, {} evaluations, {:.2f} s", grouped(summary.generations),
                   grouped(summary.epochs), grouped(summary.evaluations), summary.elapsed_s));
  if (summary.best) {
    line("fitness", score_text(*summary.best) + (summary.fitness_unit.empty() || !has_fitness(*summary.best)
                                                     ? ""
                                                     : ", in " + summary.fitness_unit));
    if (summary.target) line("target", target_text(*summary.best, summary.direction, *summary.target));
    const std::string of_fitness = std::isnan(summary.fitness_diversity)
                                       ? ""
                                       : fmt::format("{:.3f} of fitness, ", summary.fitness_diversity);
    line("diversity", fmt::format("{}{:.3f} of genotype, in the last generation (mean of the islands)",
                                  of_fitness, summary.genotype_diversity));
  }
  if (!summary.column_values.empty()) {
    for (std::size_t i = 0; i < summary.columns.size(); ++i)
      line(summary.columns[i].name.c_str(), column_text(summary, i));
  }
  if (const auto& recorded = summary.recorded_evaluations) {
    line("evaluated",
         fmt::format("{} genomes, of which {} failed and {} were known from a journal",
                     grouped(recorded->rows), grouped(recorded->failed), grouped(recorded->known)));
  }
  const KeptSolutions kept = kept_of(summary);
  line("damaged", summary.kept_damage);
  if (kept.kind != SetKind::none && summary.kept_generation >= 0) {
    text += kept_text(kept, 11);
    line("", fmt::format("of generation {}, {}", grouped(static_cast<std::uint64_t>(summary.kept_generation)),
                         where_kept(kept, trace)));
  }
  line("journal", journal_text(trace));
  if (!summary.inputs.empty()) text += "\ninputs (SHA-256)\n" + summary.inputs;
  if (!summary.solution.empty()) text += "\nsolution\n" + summary.solution;
  return text;
}

nlohmann::ordered_json summary_json(const TraceSummary& summary, const std::string& trace) {
  nlohmann::ordered_json json = {
      {"problem", summary.problem},
      {"seed", summary.seed},
      {"islands", summary.islands},
      {"generations", summary.generations},
      {"epochs", summary.epochs},
      {"evaluations", summary.evaluations},
      {"seconds", summary.elapsed_s},
      {"best_fitness", nullptr},
      {"violation", nullptr},
      {"target", nullptr},
      {"target_reached", summary.target_reached},
      {"stop_reason", summary.stop_reason},
      {"trace", trace},
      {"solution", nullptr},
      {"direction", summary.direction == Direction::minimise ? "minimise" : "maximise"},
      {"fitness_diversity", summary.fitness_diversity},
      {"genotype_diversity", summary.genotype_diversity},
      {"source", summary.source},
      {"command", summary.command},
      {"hosts", summary.hosts},
      {"processes", nullptr},
      {"resumed", summary.resumed},
      {"resumed_on", summary.resumed_on},
      {"started", summary.started},
      {"ended", summary.ended},
      {"inputs", summary.inputs},
      {"configuration", summary.configuration},
      {"last_epoch", nullptr},
      {"last_generation", last_generation_json(summary)}};
  if (summary.best) {
    json["best_fitness"] = summary.best->fitness;
    json["violation"] = summary.best->violation;
    json["last_epoch"] = record_json(summary.last_epoch);
  }
  if (!summary.columns.empty()) json["columns"] = columns_json(summary.columns);
  if (summary.target) json["target"] = *summary.target;
  if (summary.processes) json["processes"] = *summary.processes;
  if (const auto& recorded = summary.recorded_evaluations) {
    json["recorded_evaluations"] = {
        {"rows", recorded->rows}, {"failed", recorded->failed}, {"known", recorded->known}};
  }
  if (!summary.solution.empty()) json["solution"] = summary.solution;
  if (const JournalCounts journal = count_journals(journal_of(trace)); journal.entries() > 0) {
    json["journal"] = {{"paid", journal.paid},
                       {"failed", journal.failed},
                       {"taken", journal.taken},
                       {"damaged", journal.damaged}};
  }
  add_kept(json, kept_of(summary));
  if (!summary.kept_damage.empty()) json["damage"] = summary.kept_damage;
  return json;
}

}  // namespace skerry

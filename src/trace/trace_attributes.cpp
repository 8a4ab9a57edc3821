#include "trace/trace_attributes.hpp"

#include "skerry/error.hpp"

#include "trace/hdf5/dataset.hpp"
#include "trace/trace_columns.hpp"
#include "trace/trace_format.hpp"
#include "trace/trace_rows.hpp"

#include <algorithm>
#include <charconv>
#include <ctime>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <sstream>
#include <system_error>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace skerry::hdf5 {
namespace format = trace_format;
namespace fs = std::filesystem;

namespace {

std::string hdf5_version() {
  unsigned major = 0;
  unsigned minor = 0;
  unsigned release = 0;
  H5get_libversion(&major, &minor, &release);
  return fmt::format("{}.{}.{}", major, minor, release);
}

/// Returns a text of many items, cut after the last one that fits into an attribute.
std::string fitting(const std::string& text, char separator) {
  if (text.size() <= most_text_bytes) return text;
  const auto last = text.rfind(separator, most_text_bytes - 1);
  return text.substr(0, last == std::string::npos ? 0 : last + 1);
}

std::string unescaped(std::string_view text) {
  std::string name;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\\'), text.size());
    name += text.substr(0, end);
    text.remove_prefix(end);
    if (text.empty()) break;
    unsigned char byte = 0;
    const bool hexadecimal = text.size() >= 4 && text[1] == 'x' &&
                             std::from_chars(&text[2], &text[2] + 2, byte, 16).ptr == &text[2] + 2;
    if (!hexadecimal && !text.starts_with("\\n") && !text.starts_with("\\\\"))
      throw Failure(fmt::format("'{}' is escaped in no known way", text));
    name += hexadecimal ? static_cast<char>(byte) : text[1] == 'n' ? '\n' : '\\';
    text.remove_prefix(hexadecimal ? 4 : 2);
  }
  return name;
}

std::map<std::string, std::string> inputs_of(const std::string& text) {
  std::map<std::string, std::string> inputs;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const auto digest = line.find("  ");
    if (digest == std::string::npos) throw Failure(fmt::format("attribute 'inputs' has the line '{}'", line));
    if (line.starts_with('\\')) {
      inputs[unescaped(line.substr(digest + 2))] = line.substr(1, digest - 1);
    } else {
      inputs[line.substr(digest + 2)] = line.substr(0, digest);
    }
  }
  return inputs;
}

std::string configuration_file_of(const std::string& text) {
  return text.starts_with('\\') ? unescaped(text.substr(1)) : text;
}

std::uint64_t best_checksum(std::span<const std::byte> genome, std::string_view text) {
  return checksum_of(text, checksum_of(genome));
}

void describe_start(hid_t file, const TraceHeader& header) {
  add_attribute(file, "format", std::string(format::name));
  add_attribute(file, "format_version", format::version);
  add_attribute(file, "Conventions", std::string("CF-1.10"));
  add_attribute(
      file, "title",
      fmt::format("Trace of a search by {} island{} for {}", header.islands, header.islands == 1 ? "" : "s",
                  header.problem == unnamed_problem ? "a problem without a name"
                                                    : fmt::format("the problem '{}'", header.problem)));
  add_attribute(file, "source", std::string("skerry " SKERRY_VERSION));
  add_attribute(file, "hdf5_library", hdf5_version());
  add_attribute(file, "mpi_library", header.mpi_library);
  add_attribute(file, "problem", header.problem);
  add_attribute(file, "direction", std::string(name_of(header.direction)));
  add_attribute(file, "fitness_unit", header.fitness_unit);
  if (header.target) add_attribute(file, "target", *header.target);
  add_attribute(file, "seed", header.seed);
  add_attribute(file, "islands", static_cast<std::int64_t>(header.islands));
  add_attribute(file, "hosts", fitting(header.hosts, ','));
  if (header.processes) add_attribute(file, "processes", static_cast<std::int64_t>(*header.processes));
  add_attribute(file, "command", fitting(header.command, ' '));
  if (!header.slurm_job_id.empty()) add_attribute(file, "slurm_job_id", header.slurm_job_id);
  add_attribute(file, "inputs", fitting(inputs_text(header.inputs), '\n'));
  const std::string configuration = escaped_name(header.configuration_file);
  add_attribute(file, "configuration_file",
                (configuration == header.configuration_file ? "" : "\\") + configuration);
  add_attribute(file, "started", header.started.empty() ? utc_text(std::time(nullptr)) : header.started);
  add_attribute(file, "resumed", fitting(header.resumed, ' '));
  add_attribute(file, "resumed_on", fitting(header.resumed_on, ' '));
  if (!header.builds.empty()) add_attribute(file, "builds", fitting(header.builds, ' '));
}

/// Attributes whose value is known only at the end are made at the start, since SWMR allows no new ones.
void reserve_totals(hid_t file, hid_t best) {
  reserve_attribute(file, "ended", "", format::time_size_bytes);
  reserve_attribute(file, "stop_reason", format::running, format::stop_reason_size_bytes);
  for (const char* name : {"generations", "epochs", "evaluations"})
    add_attribute(file, name, std::int64_t{0});
  add_attribute(file, "elapsed_s", 0.0);
  for (const char* name : {"fitness", "violation"}) {
    add_attribute(best, name, std::numeric_limits<double>::quiet_NaN());
  }
  add_attribute(best, "island", std::int64_t{-1});
  add_attribute(best, "checksum", std::int64_t{0});
}

void write_configuration(hid_t file, const std::string& text) {
  const Datatype type = text_type(std::max<std::size_t>(text.size(), 1));
  const Dataspace scalar(H5Screate(H5S_SCALAR), "config");
  const Dataset dataset(
      H5Dcreate2(file, "config", type.id(), scalar.id(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), "config");
  add_attribute(dataset.id(), "long_name", std::string("effective configuration, TOML"));
  add_attribute(dataset.id(), "checksum", static_cast<std::int64_t>(checksum_of(text)));
  checked(H5Dwrite(dataset.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, text.c_str()), "config");
}

SetDescription readable_description(hid_t file) {
  try {
    return read_set_description(file);
  } catch (const Failure&) {  // a kill can tear it, and must not cost the rest of the trace
    return {};
  }
}

using Json = nlohmann::ordered_json;

Json json_of(const Objective& objective) {
  return {{"name", objective.name},
          {"unit", objective.unit},
          {"direction", name_of(objective.direction)},
          {"reference", objective.reference ? Json(*objective.reference) : Json(nullptr)}};
}

Json json_of(const Feature& feature) {
  return {{"name", feature.name}, {"unit", feature.unit},   {"least", feature.least},
          {"most", feature.most}, {"cells", feature.cells}, {"categories", feature.categories}};
}

Direction direction_named(const std::string& name, const char* what) {
  for (const Direction direction : {Direction::minimise, Direction::maximise}) {
    if (name == name_of(direction)) return direction;
  }
  throw Failure(fmt::format("{} is '{}'", what, name));
}

Objective objective_of(const Json& json) {
  Objective objective{.name = json.at("name"), .unit = json.at("unit")};
  objective.direction = direction_named(json.at("direction"), "its direction");
  if (const Json& reference = json.at("reference"); !reference.is_null())
    objective.reference = reference.get<double>();
  return objective;
}

Feature feature_of(const Json& json) {
  return {.name = json.at("name"),
          .unit = json.at("unit"),
          .least = json.at("least"),
          .most = json.at("most"),
          .cells = json.at("cells"),
          .categories = json.at("categories")};
}

OpenTrace open_file(const fs::path& path) {
  std::error_code error;
  if (!fs::exists(path, error)) refuse_trace(path, "there is no such file");
  if (fs::is_directory(path, error)) refuse_trace(path, "this is a folder; a trace is a file");
  // Opening a pipe would wait for ever.
  if (!fs::is_regular_file(path, error)) refuse_trace(path, "this is no ordinary file; a trace is one");
  const PropertyList access(H5Pcreate(H5P_FILE_ACCESS), "file access");
  set_forgiving_driver(access.id(), std::make_shared<Writes>());
  checked(H5Pset_file_locking(access.id(), true, true), "file access");
  checked(H5Pset_fclose_degree(access.id(), H5F_CLOSE_STRONG), "file access");
  std::string reason;
  try {
    if (checked(H5Fis_hdf5(path.c_str()), "opening") == 0)
      refuse_trace(path, "this is no HDF5 file, so no trace");
    return {{H5Fopen(path.c_str(), H5F_ACC_RDONLY, access.id()), "opening"}, true};
  } catch (const Failure& failure) {
    reason = failure.what();
  }
  checked(H5Pset_libver_bounds(access.id(), H5F_LIBVER_LATEST, H5F_LIBVER_LATEST), "file access");
  // A reader may meet a writer halfway through a write; HDF5 then waits 1, 2, 4, ... ns and reads again. Its
  // default of 100 attempts would take for ever on a file that is cut short; 25 take 30 ms.
  checked(H5Pset_metadata_read_attempts(access.id(), 25), "file access");
  try {
    return {{H5Fopen(path.c_str(), H5F_ACC_RDONLY | H5F_ACC_SWMR_READ, access.id()), "opening"}, false};
  } catch (const Failure&) {
    refuse_trace(path, fmt::format("can't be opened, it may be cut short or damaged ({})", reason));
  }
}

bool has_our_name(hid_t file) {
  try {
    return text_attribute(file, "format") == trace_format::name;
  } catch (const Failure&) {  // an object of another kind has that name
    return false;
  }
}

void check_format(const fs::path& path, hid_t file) {
  if (!has_our_name(file)) {
    refuse_trace(path, "this HDF5 file is no trace of skerry: its attribute 'format' is not 'skerry-trace'");
  }
  const auto version = required(integer_attribute(file, "format_version"), "format_version");
  if (version != trace_format::version) {
    const std::string source = text_attribute(file, "source").value_or("");
    refuse_trace(
        path,
        fmt::format("the trace has format version {}{}; this program, skerry {}, reads version {}", version,
                    source.empty() ? "" : ", written by " + source, SKERRY_VERSION, trace_format::version));
  }
}

}  // namespace

void describe_run(hid_t file, hid_t best, const TraceHeader& header) {
  describe_start(file, header);
  reserve_totals(file, best);
  write_configuration(file, header.configuration);
}

Direction direction_of(hid_t file) {
  return direction_named(required(text_attribute(file, "direction"), "direction"), "attribute 'direction'");
}

std::string read_configuration(hid_t file) {
  std::string text = read_text(file, "/config");
  const Dataset dataset = open_dataset(file, "/config");
  check("/config", checksum_of(text), required(unsigned_attribute(dataset.id(), "checksum"), "checksum"));
  return text;
}

TraceHeader read_header(hid_t file) {
  const auto text_of = [file](const char* name) { return required(text_attribute(file, name), name); };
  TraceHeader header;  // not an aggregate of these calls: see docs/decisions.md on GCC 12
  header.problem = text_of("problem");
  header.command = text_of("command");
  header.configuration = read_configuration(file);
  header.hosts = text_of("hosts");
  header.fitness_unit = text_of("fitness_unit");
  header.mpi_library = text_of("mpi_library");
  header.seed = required(unsigned_attribute(file, "seed"), "seed");
  header.islands = count_attribute(file, "islands", 1);
  header.direction = direction_of(file);
  header.target = real_attribute(file, "target");
  header.solutions = readable_description(file);
  header.columns = own_columns_of(file);
  header.inputs = inputs_of(text_of("inputs"));
  header.slurm_job_id = text_attribute(file, "slurm_job_id").value_or("");
  header.configuration_file = configuration_file_of(text_of("configuration_file"));
  header.started = text_of("started");
  header.resumed = text_of("resumed");
  header.resumed_on = text_attribute(file, "resumed_on").value_or("");
  header.builds = text_attribute(file, "builds").value_or("");
  std::apply(
      [&](const auto&... table) {
        ((has_member(file, table.table.group) ? table.note(header.recorded) : void()), ...);
      },
      trace_format::event_tables);
  if (integer_attribute(file, "processes"))  // earlier versions did not write it
    header.processes = count_attribute(file, "processes", 1);
  header.recorded.improvement_genomes = has_improvement_genomes(file);
  header.genome = genome_form_of(file);
  return header;
}

void describe_best(hid_t best, const Outcome& outcome, std::string_view text, Score score) {
  change_attribute(best, "fitness", score.fitness);
  change_attribute(best, "violation", score.violation);
  change_attribute(best, "island", static_cast<std::int64_t>(outcome.best_island));
  change_attribute(best, "checksum", static_cast<std::int64_t>(best_checksum(outcome.best_genome, text)));
}

Best read_best(hid_t file) {
  const Group group = open_group(file, "best");
  Best best{.genome = read_bytes(file, "/best/genome"), .text = read_strings(file, "/best/text")};
  check("/best", best_checksum(best.genome, best.text),
        required(unsigned_attribute(group.id(), "checksum"), "checksum"));
  return best;
}

void write_totals(hid_t file, const Totals& totals) {
  change_attribute(file, "generations", static_cast<std::int64_t>(totals.generations));
  change_attribute(file, "epochs", static_cast<std::int64_t>(totals.epochs));
  change_attribute(file, "evaluations", static_cast<std::int64_t>(totals.evaluations));
  change_attribute(file, "elapsed_s", totals.elapsed_s);
  change_attribute(file, "ended", totals.ended.empty() ? utc_text(std::time(nullptr)) : totals.ended);
  change_attribute(file, "stop_reason", totals.stop_reason);
}

std::string description_text(const SetDescription& description) {
  Json list = Json::array();
  for (const Objective& objective : description.objectives) list.push_back(json_of(objective));
  for (const Feature& feature : description.features) list.push_back(json_of(feature));
  // A name that is not UTF-8 is changed rather than refused.
  std::string text = list.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() > most_text_bytes) {
    throw UsageError(fmt::format(
        "the names of the {} take {} bytes as JSON, and a trace has room for {}; make them shorter",
        description.kind == SetKind::map ? "features and their categories" : "objectives", text.size(),
        most_text_bytes));
  }
  return text;
}

void read_description(const std::string& text, SetDescription& description) {
  try {
    for (const Json& one : Json::parse(text)) {
      if (description.kind == SetKind::map) {
        description.features.push_back(feature_of(one));
      } else {
        description.objectives.push_back(objective_of(one));
      }
    }
  } catch (const Json::exception& error) {
    throw Failure(
        fmt::format("attribute 'description' is not as docs/trace-format.md says ({})", error.what()));
  }
}

void refuse_trace(const fs::path& path, const std::string& what) {
  throw DataError(fmt::format("{}: {}", path.string(), what));
}

void refuse_damage(const fs::path& path, const std::string& what) {
  refuse_trace(path, fmt::format("the trace is damaged or cut short ({})", what));
}

OpenTrace open_trace(const fs::path& path) {
  quiet_errors();
  OpenTrace opened = reading_trace(path, [&] { return open_file(path); });
  reading_trace(path, [&] { check_format(path, opened.file.id()); });
  return opened;
}

}  // namespace skerry::hdf5

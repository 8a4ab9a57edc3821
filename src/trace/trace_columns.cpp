#include "trace/trace_columns.hpp"

#include "trace/hdf5/dataset.hpp"

#include <array>
#include <sstream>

#include <fmt/core.h>

namespace skerry::hdf5 {
namespace {

struct FormerName {
  std::string_view table;
  std::string_view former;
  std::string_view current;
};
constexpr std::array former_names = {FormerName{"generation", "refreshes", "immigrations"}};

// Traces of version 1 do not list the columns that their checksums cover; these are the columns.
constexpr const char* first_decided =
    "generation/best generation/median generation/mean generation/worst generation/standard_deviation "
    "generation/violation generation/fitness_diversity generation/genotype_diversity generation/distinct "
    "generation/feasible generation/evaluations generation/refreshes generation/restarts "
    "improvement/generation improvement/island improvement/evaluations improvement/violation "
    "improvement/fitness migration/individuals_sent epoch/generation epoch/improvements epoch/migrations "
    "epoch/evaluations epoch/violation epoch/best";
constexpr const char* first_measured =
    "generation/evolving_s generation/waiting_s improvement/elapsed_s migration/bytes_sent "
    "migration/bytes_received migration/elapsed_s migration/waiting_s epoch/elapsed_s";

template <Record R>
void add_columns(std::string& text, const trace_format::Table<R>& table, bool measured) {
  for_each_member<R>([&](const auto& member) {
    if (member.measured() != measured) return;
    text += fmt::format("{}{}/{}", text.empty() ? "" : " ", table.group, member.name);
  });
}

std::string columns_text(bool measured) {
  std::string text;
  add_columns(text, trace_format::generation_table, measured);
  add_columns(text, trace_format::improvement_table, measured);
  add_columns(text, trace_format::migration_table, measured);
  add_columns(text, trace_format::epoch_table, measured);
  return text;
}

std::vector<ColumnPath> parsed(const std::string& text) {
  std::vector<ColumnPath> columns;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const auto slash = word.find('/');
    if (slash == std::string::npos) throw Failure(fmt::format("the column '{}' is in no table", word));
    columns.push_back({word.substr(0, slash), word.substr(slash + 1)});
  }
  return columns;
}

}  // namespace

std::string decided_columns_text(const std::vector<Column>& own) {
  std::string text = columns_text(false);
  for (const Column& column : own)
    text += fmt::format(" {}/{}", trace_format::generation_table.group, column.name);
  return text;
}

std::string measured_columns_text() {
  return columns_text(true);
}

std::vector<ColumnPath> listed_columns(hid_t file, const std::string& checksums) {
  const Dataset dataset(H5Dopen2(file, checksums.c_str(), H5P_DEFAULT), checksums);
  const char* name = trace_format::columns_attribute;
  return parsed(required(text_attribute(dataset.id(), name), name));
}

TraceColumns columns_of(hid_t file) {
  if (required(integer_attribute(file, "format_version"), "format_version") == 1) {
    return {parsed(first_decided), parsed(first_measured)};
  }
  return {listed_columns(file, "/epoch/checksum"), listed_columns(file, "/epoch/checksum_s")};
}

std::vector<Column> own_columns_of(hid_t file) {
  const char* table = trace_format::generation_table.group;
  const Group group(H5Gopen2(file, table, H5P_DEFAULT), table);
  std::istringstream names(text_attribute(group.id(), trace_format::own_columns_attribute).value_or(""));
  std::vector<Column> columns;
  for (std::string name; names >> name;) {
    const Dataset dataset(H5Dopen2(group.id(), name.c_str(), H5P_DEFAULT), name);
    const std::string unit = required(text_attribute(dataset.id(), "units"), "units");
    columns.push_back({.name = name,
                       .unit = unit == trace_format::no_unit ? "" : unit,
                       .meaning = required(text_attribute(dataset.id(), "long_name"), "long_name")});
  }
  return columns;
}

std::string_view current_name(const ColumnPath& column) {
  for (const auto& [table, former, current] : former_names) {
    if (column.table == table && column.name == former) return current;
  }
  return column.name;
}

}  // namespace skerry::hdf5

#include "trace/trace_columns.hpp"

#include "trace/hdf5/dataset.hpp"

#include <sstream>

#include <fmt/core.h>

namespace skerry::hdf5 {
namespace {

std::string all_columns_text(bool measured) {
  const auto of = [measured](const auto& table) { return columns_text(table, measured); };
  return fmt::format("{} {} {} {}", of(trace_format::generation_table), of(trace_format::improvement_table),
                     of(trace_format::migration_table), of(trace_format::epoch_table));
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
  std::string text = all_columns_text(false);
  for (const Column& column : own)
    text += fmt::format(" {}/{}", trace_format::generation_table.group, column.name);
  return text;
}

std::string measured_columns_text() {
  return all_columns_text(true);
}

std::vector<ColumnPath> listed_columns(hid_t file, const std::string& checksums) {
  const Dataset dataset = open_dataset(file, checksums);
  const char* name = trace_format::columns_attribute;
  return parsed(required(text_attribute(dataset.id(), name), name));
}

TraceColumns columns_of(hid_t file) {
  return {listed_columns(file, "/epoch/checksum"), listed_columns(file, "/epoch/checksum_s")};
}

std::vector<Column> own_columns_of(hid_t file) {
  const char* table = trace_format::generation_table.group;
  const Group group = open_group(file, table);
  std::istringstream names(text_attribute(group.id(), trace_format::own_columns_attribute).value_or(""));
  std::vector<Column> columns;
  for (std::string name; names >> name;) {
    const Dataset dataset = open_dataset(group.id(), name);
    const std::string unit = required(text_attribute(dataset.id(), "units"), "units");
    columns.push_back({.name = name,
                       .unit = unit == trace_format::no_unit ? "" : unit,
                       .meaning = required(text_attribute(dataset.id(), "long_name"), "long_name")});
  }
  return columns;
}

}  // namespace skerry::hdf5

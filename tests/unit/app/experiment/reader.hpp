#pragma once

#include "skerry/app/settings.hpp"
#include "skerry/error.hpp"

#include "app/experiment/description.hpp"
#include "unit/app/config/message.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace skerry {

/// Reads experiments from texts as if they were files in /lab; no file on the disk is read.
class ExperimentReader {
 public:
  static constexpr const char* folder = "/lab";

  explicit ExperimentReader(std::map<std::string, std::string> beside = {}) : beside_(std::move(beside)) {}

  ExperimentDescription read(const std::string& text) const {
    Files files;
    files.replace(files_with(text));
    return read_experiment("/lab/mine.toml", files, {construct()});
  }
  std::vector<std::string> names(const std::string& text) const {
    std::vector<std::string> names;
    for (const Variant& variant : read(text).variants) names.push_back(variant.name);
    return names;
  }
  /// Returns "key=value" for each setting of the only variant of this name.
  std::vector<std::string> settings(const std::string& text, const std::string& name) const {
    std::vector<std::string> settings;
    for (const Variant& variant : read(text).variants) {
      if (variant.name != name) continue;
      for (const auto& [key, value] : variant.settings) settings.push_back(key + "=" + value);
    }
    return settings;
  }
  std::string mistake(const std::string& text) const {
    return message_of<UsageError>([&] { read(text); });
  }
  std::string mistake_in_data(const std::string& text) const {
    return message_of<DataError>([&] { read(text); });
  }

 private:
  /// Returns a command that writes a row for each attempt.
  static Command construct() {
    const auto task = [](const Settings& table) {
      const auto attempts = static_cast<std::uint64_t>(table.integer("attempts", positive_range));
      TableTask call{.options = {"--attempts", std::to_string(attempts)}, .rows = attempts};
      if (!table.flag("guided", true)) call.options.emplace_back("--unguided");
      return call;
    };
    return {.path = "construct", .declare = {}, .task = task};
  }

  std::map<std::string, std::string> files_with(const std::string& text) const {
    std::map<std::string, std::string> files = beside_;
    files["/lab/mine.toml"] = text;
    return files;
  }

  std::map<std::string, std::string> beside_;
};

/// An experiment without other files.
inline const ExperimentReader lab;

}  // namespace skerry

#include "app/experiment/place.hpp"

#include "skerry/error.hpp"

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string_view>

#include <fmt/core.h>
#include <sched.h>
#include <unistd.h>

namespace skerry {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// Returns the number that the text is, 0 where it is none.
std::uint64_t number(const std::string& text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() ? value : 0;
}

}  // namespace

bool inside_a_job() {
  return !variable("SLURM_JOB_ID").empty();
}

bool on_several_nodes() {
  return inside_a_job() && number(variable("SLURM_JOB_NUM_NODES")) > 1;
}

std::uint64_t cores_here() {
  if (inside_a_job()) {
    if (on_several_nodes()) return 1;
    if (const auto tasks = number(variable("SLURM_NTASKS")); tasks > 0) return tasks;
  }
  cpu_set_t cores;
  CPU_ZERO(&cores);
  if (::sched_getaffinity(0, sizeof cores, &cores) != 0) return 1;
  return static_cast<std::uint64_t>(CPU_COUNT(&cores));
}

std::vector<std::string> launcher(const std::string& wanted) {
  std::string text = wanted.empty() ? variable("SKERRY_LAUNCHER") : wanted;
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  if (words.empty() && on_several_nodes()) words.emplace_back("mpirun");
  if (!words.empty() && words.front().find('/') != std::string::npos)
    words.front() = std::filesystem::absolute(words.front());
  return words;
}

double grace_s() {
  const std::string text = variable("SKERRY_GRACE_S");
  if (text.empty()) return 60;
  if (number(text) == 0) {
    throw UsageError(
        fmt::format("SKERRY_GRACE_S is \"{}\" in the environment; it is a whole number of seconds", text));
  }
  return static_cast<double>(number(text));
}

void prepare_environment() {
  ::setenv("OMPI_MCA_hwloc_base_binding_policy", "none", 0);
  ::setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 0);
  ::setenv("OMPI_MCA_mpi_yield_when_idle", "1", 0);
}

void separate_next_run() {
  static std::uint64_t runs = 0;
  std::string base = variable("OMPI_MCA_orte_tmpdir_base");
  if (base.empty()) base = variable("TMPDIR");
  if (base.empty()) base = "/tmp";
  ::setenv("OMPI_MCA_orte_top_session_dir", fmt::format("{}/ompi.{}.{}", base, ::getpid(), ++runs).c_str(),
           1);
}

}  // namespace skerry

#include "puzzles/external/environment.hpp"

#include "app/process/analysis.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include <fmt/core.h>
#include <unistd.h>

namespace skerry::external {

std::vector<std::string> environment_without_rank() {
  // What mpirun of Open MPI 4, mpiexec of MPICH 4, srun and others add; the rest of OMPI_ is for people to
  // set.
  constexpr auto of_ranks = std::to_array<std::string_view>({"PMIX_",
                                                             "PMI_",
                                                             "PRTE_",
                                                             "HYDI_",
                                                             "MPI_LOCAL",
                                                             "SLURM_STEP_NUM_TASKS",
                                                             "FLUX_TASK_",
                                                             "JSM_NAMESPACE_",
                                                             "MV2_COMM_",
                                                             "OMPI_COMM",
                                                             "OMPI_UNIVERSE_",
                                                             "OMPI_APP_",
                                                             "OMPI_NUM_APP_",
                                                             "OMPI_FIRST_",
                                                             "OMPI_FILE_",
                                                             "OMPI_MCA_ess",
                                                             "OMPI_MCA_pmix",
                                                             "OMPI_MCA_initial_wdir",
                                                             "OMPI_MCA_mpi_oversubscribe",
                                                             "OMPI_MCA_orte_app_num",
                                                             "OMPI_MCA_orte_ess",
                                                             "OMPI_MCA_orte_hnp",
                                                             "OMPI_MCA_orte_jobfam",
                                                             "OMPI_MCA_orte_jobid",
                                                             "OMPI_MCA_orte_launch",
                                                             "OMPI_MCA_orte_local",
                                                             "OMPI_MCA_orte_num_nodes",
                                                             "OMPI_MCA_orte_precondition",
                                                             "OMPI_MCA_orte_top"});
  std::vector<std::string> kept;
  std::string base = "/tmp";
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    const auto begins = [text](std::string_view name) { return text.starts_with(name); };
    if (!std::ranges::any_of(of_ranks, begins)) kept.emplace_back(text);
  }
  for (const char* name : {"TMPDIR", "OMPI_MCA_orte_tmpdir_base"}) {
    const char* value = std::getenv(name);
    if (value != nullptr && *value != '\0') base = value;
  }
  static std::atomic<std::uint64_t> jobs = 0;
  kept.push_back(fmt::format("OMPI_MCA_orte_top_session_dir={}/ompi.{}.e{}", base, ::getpid(), ++jobs));
  return kept;
}

void add_python_package(std::vector<std::string>& environment) {
  static constexpr std::string_view variable = "PYTHONPATH=";
  const std::filesystem::path package = shipped("analysis/skerry/worker.py").parent_path().parent_path();
  if (package.empty()) return;
  const auto given =
      std::ranges::find_if(environment, [](const std::string& text) { return text.starts_with(variable); });
  if (given == environment.end()) {
    environment.push_back(std::string(variable) + package.string());
  } else {
    *given += (given->size() > variable.size() ? ":" : "") + package.string();
  }
}

}  // namespace skerry::external

#include "engine/communication/environment.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace {

using Set = std::map<std::string, std::string>;

Launched judged(const Set& set, bool from_a_shell = false) {
  return judge_launcher(
      [&set](const char* name) {
        const auto found = set.find(name);
        return found == set.end() ? nullptr : found->second.c_str();
      },
      from_a_shell);
}

Set operator+(Set one, const Set& more) {
  one.insert(more.begin(), more.end());
  return one;
}

/// What SLURM 22.05 sets in the second of three tasks, two of them on this node.
const Set task = {{"SLURM_JOB_ID", "12"},        {"SLURM_STEP_ID", "0"},
                  {"SLURM_NTASKS", "3"},         {"SLURM_STEP_NUM_TASKS", "3"},
                  {"SLURM_PROCID", "1"},         {"SLURM_GTIDS", "0,1"},
                  {"SLURM_STEP_NUM_NODES", "2"}, {"SLURM_STEP_TASKS_PER_NODE", "2,1"}};
/// What it sets in the script of a job of three tasks.
const Set batch = {
    {"SLURM_JOB_ID", "12"}, {"SLURM_NTASKS", "3"}, {"SLURM_PROCID", "0"}, {"SLURM_GTIDS", "0"}};
const Set openmpi = {{"OMPI_COMM_WORLD_RANK", "2"}, {"OMPI_COMM_WORLD_SIZE", "5"}, {"PMIX_RANK", "2"}};

void expect_alone(const Launched& found) {
  EXPECT_FALSE(found.several()) << found.launcher;
  EXPECT_FALSE(found.starts_mpi());
}

TEST(Launcher, ATaskOfSeveralIsOneOfThem) {
  const Launched found = judged(task);
  EXPECT_EQ(found.launcher, "srun");
  EXPECT_EQ(found.rank->rank, 1);
  EXPECT_EQ(found.rank->size, 3);
  EXPECT_TRUE(found.several() && found.starts_mpi());
  EXPECT_FALSE(found.connected);
}

TEST(Launcher, PmiConnectsTheTasksOfSlurm) {
  for (const Set& more : {Set{{"PMIX_RANK", "1"}}, Set{{"PMI_RANK", "1"}, {"PMI_SIZE", "3"}}}) {
    const Launched found = judged(task + more);
    EXPECT_EQ(found.launcher, "srun");
    EXPECT_TRUE(found.connected && found.several());
    EXPECT_EQ(found.pmix, more.contains("PMIX_RANK"));
  }
}

TEST(Launcher, WhatIsOneProcessInAJobOfSlurmIsAlone) {
  expect_alone(judged({}));
  expect_alone(judged(batch));
  expect_alone(judged(batch + Set{{"SLURM_ARRAY_TASK_ID", "4"}, {"SLURM_ARRAY_TASK_COUNT", "9"}}));
  expect_alone(judged({{"SLURM_JOB_ID", "12"}, {"SLURM_NTASKS", "8"}}));  // salloc
  Set one = task;
  one["SLURM_NTASKS"] = one["SLURM_STEP_NUM_TASKS"] = one["SLURM_STEP_TASKS_PER_NODE"] = "1";
  one["SLURM_PROCID"] = one["SLURM_GTIDS"] = "0";
  expect_alone(judged(one));
  one["SLURM_NTASKS"] = "8";  // srun --preserve-env, and the step of a shell that salloc starts
  expect_alone(judged(one));
}

TEST(Launcher, ABatchScriptMayHaveTheVariablesOfTheStepThatSubmittedIt) {
  expect_alone(judged(batch + Set{{"SLURM_STEP_ID", "0"},
                                  {"SLURM_STEP_NUM_TASKS", "4"},
                                  {"SLURM_STEP_NUM_NODES", "2"},
                                  {"SLURM_STEP_TASKS_PER_NODE", "2(x2)"}}));
}

TEST(Launcher, NodesMayHaveOneTaskEach) {
  Set spread = task;
  spread["SLURM_STEP_NUM_TASKS"] = "2";
  spread["SLURM_STEP_TASKS_PER_NODE"] = "1(x2)";
  spread["SLURM_GTIDS"] = "1";
  EXPECT_TRUE(judged(spread).several());
}

TEST(Launcher, AComponentOfAHeterogeneousStepMayCountItsOwnTasksOnly) {
  Set component = task;
  component["SLURM_STEP_NUM_TASKS"] = component["SLURM_STEP_TASKS_PER_NODE"] = "1";
  component["SLURM_GTIDS"] = "1";
  EXPECT_TRUE(judged(component).several());
}

TEST(Launcher, WhatIsTypedInAShellOfATaskIsOneProcess) {
  Set terminal = task + Set{{"SLURM_PTY_PORT", "40000"}};
  terminal["SLURM_PROCID"] = "0";
  expect_alone(judged(terminal, true));
  EXPECT_TRUE(judged(terminal, false).several());  // srun --pty skerry ...
  terminal["SLURM_PROCID"] = "1";
  EXPECT_TRUE(judged(terminal, true).several());
  EXPECT_TRUE(judged(task, true).several());
}

TEST(Launcher, TheInnerOfTwoLaunchersCounts) {
  for (const Set& outer : {batch, task, task + Set{{"SLURM_PTY_PORT", "40000"}}}) {
    const Launched found = judged(outer + openmpi);
    EXPECT_EQ(found.launcher, "mpirun of Open MPI");
    EXPECT_EQ(found.rank->rank, 2);
    EXPECT_EQ(found.rank->size, 5);
    EXPECT_TRUE(found.connected);
  }
  // mpiexec has srun start a helper on each node, whose variables its ranks inherit.
  const Launched found = judged(task + Set{{"PMI_RANK", "0"}, {"PMI_SIZE", "1"}});
  EXPECT_EQ(found.launcher, "mpiexec");
  EXPECT_FALSE(found.several());
  EXPECT_TRUE(found.starts_mpi());
}

TEST(Launcher, OtherLaunchersAreKnown) {
  const std::map<std::string, Set> known = {
      {"mpirun of MVAPICH", {{"MV2_COMM_WORLD_RANK", "3"}, {"MV2_COMM_WORLD_SIZE", "4"}}},
      {"jsrun", {{"JSM_NAMESPACE_RANK", "3"}, {"JSM_NAMESPACE_SIZE", "4"}}},
      {"flux run", {{"FLUX_TASK_RANK", "3"}, {"FLUX_JOB_SIZE", "4"}, {"PMI_RANK", "3"}, {"PMI_SIZE", "4"}}},
      {"mpiexec", {{"PMI_RANK", "3"}, {"PMI_SIZE", "4"}}}};
  for (const auto& [launcher, set] : known) {
    const Launched found = judged(set);
    EXPECT_EQ(found.launcher, launcher);
    EXPECT_EQ(found.rank->rank, 3);
    EXPECT_EQ(found.rank->size, 4);
  }
}

TEST(Launcher, WhatIsNoNumberSaysNothing) {
  for (const char* size : {"", "four", "-2", "3x", "99999999999999999999"}) {
    expect_alone(judged({{"SLURM_PROCID", "0"}, {"SLURM_STEP_NUM_TASKS", size}}));
    EXPECT_FALSE(judged({{"PMI_RANK", "0"}, {"PMI_SIZE", size}}).several()) << size;
  }
}

TEST(Launcher, TheSentenceSaysWhatWouldBeRight) {
  EXPECT_THAT(lone_process_text(judged(task), "Open MPI v4.1.4"),
              AllOf(HasSubstr("srun started 3 processes"), HasSubstr("Open MPI v4.1.4"),
                    HasSubstr("srun --mpi=pmix"), HasSubstr("mpirun in the job"), HasSubstr("srun -n 1")));
  EXPECT_THAT(lone_process_text(judged(task), "MPICH 4.0.2"), HasSubstr("srun --mpi=pmi2"));
  EXPECT_THAT(lone_process_text(judged(openmpi), "MPICH 4.0.2"),
              AllOf(HasSubstr("mpirun of Open MPI started 5 processes"),
                    HasSubstr("needs the launcher of that MPI"), Not(HasSubstr("srun"))));
}

}  // namespace
}  // namespace skerry

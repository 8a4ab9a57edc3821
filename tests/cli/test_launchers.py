"""Tests processes that a launcher started together without connecting them: one message, and no file is touched. What is one
process in a job goes on alone.
"""
import os
import shutil
import subprocess

import pytest

from tests.support.binary import OWN_PROGRAM, TIME_LIMIT_S, Skerry

LONE_PROGRAM = OWN_PROGRAM.with_name("lone_program")
#: The tests of a build of MPICH have its launcher.
MPICH = "mpich" in os.environ.get("SKERRY_MPIRUN", "")
CONFIG = """[problem]
type = "onemax"
bits = 60
[island]
population = 10
offspring = 10
[stop]
generations = 5
at_target = false
"""
BATCH = {"SLURM_JOB_ID": "7", "SLURM_NTASKS": "3", "SLURM_PROCID": "0", "SLURM_GTIDS": "0", "SLURM_TASKS_PER_NODE": "3"}


def task_of(tasks):
    """Returns the environment of each task of a step, as `srun --mpi=none` on one node sets it."""
    everyone = {"SLURM_JOB_ID": "7", "SLURM_STEP_ID": "0", "SLURM_NTASKS": str(tasks), "SLURM_STEP_NUM_TASKS": str(tasks),
                "SLURM_STEP_TASKS_PER_NODE": str(tasks), "SLURM_GTIDS": ",".join(map(str, range(tasks)))}
    return [everyone | {"SLURM_PROCID": str(number)} for number in range(tasks)]


class Together:
    """Starts processes at the same time, each with an environment of its own."""

    def __init__(self, folder):
        self.skerry = Skerry(folder)
        self.skerry.write("a.toml", CONFIG)
        self.skerry.write("e.toml", 'seeds = 2\nconfig = "a.toml"\n')

    def __call__(self, *command, environments, wrap=()):
        processes = [subprocess.Popen([*wrap, *map(str, command)], cwd=self.skerry.folder, env=self.skerry.environment(environment),
                                      stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                     for environment in environments]
        outputs = [process.communicate(timeout=TIME_LIMIT_S) for process in processes]
        return [process.returncode for process in processes], [out for out, _ in outputs], [err for _, err in outputs]

    def files(self):
        return {path.relative_to(self.skerry.folder): path.stat().st_mtime_ns for path in self.skerry.folder.rglob("*")}

    def assert_refused(self, *command, environments, launcher, status=2, wrap=()):
        before = self.files()
        statuses, outs, errs = self(*command, environments=environments, wrap=wrap)
        assert statuses == [status, *[2] * (len(environments) - 1)], errs
        assert set(outs) == {""} and set(errs[1:]) == {""}, (outs, errs)
        message, = errs[0].splitlines()
        assert f"{launcher} started {len(environments)} processes, and each finds itself alone" in message
        assert self.files() == before
        return message


@pytest.fixture
def together(tmp_path):
    return Together(tmp_path)


@pytest.mark.few(1)
@pytest.mark.parametrize("command", [
    ["run", "a.toml"], ["resume", "b.h5"], ["experiment", "e.toml"], ["--help"], ["run", "a.toml", "--repeat", 3, "--force"],
    ["validate", "a.toml"], ["map", "a.toml"], ["generate", "sudoku"], ["inspect", "b.h5"], ["check", "a.toml", "b.h5"],
    ["repair", "b.h5"], ["run", "none.toml"], ["runn"]], ids=lambda command: " ".join(map(str, command)))
def test_tasks_without_pmi_are_refused_by_every_command(together, command):
    together.skerry.done("run", "a.toml", "--output", "b.h5", "--quiet")
    message = together.assert_refused(together.skerry.binary, *command, environments=task_of(3), launcher="srun")
    assert message.startswith("skerry: ") and ("srun --mpi=pmi2" if MPICH else "srun --mpi=pmix") in message


@pytest.mark.skipif(MPICH, reason="MPICH understands this PMI")
def test_so_are_tasks_whose_pmi_is_of_another_mpi(together):
    """As after srun --mpi=pmi2, whose page of Open MPI must not come."""
    tasks = [task | {"PMI_RANK": task["SLURM_PROCID"], "PMI_SIZE": "3", "PMI_JOBID": "7.0"} for task in task_of(3)]
    assert "srun --mpi=pmix" in together.assert_refused(together.skerry.binary, "run", "a.toml", environments=tasks, launcher="srun")
    together.assert_refused(LONE_PROGRAM, environments=tasks, launcher="srun", status=1)


def test_so_are_tasks_whose_program_a_shell_starts(together):
    together.assert_refused(f"{together.skerry.binary} run a.toml; exit $?", environments=task_of(2), launcher="srun",
                            wrap=["sh", "-c"])


@pytest.mark.few(1)
@pytest.mark.parametrize("by", [None, "user", "handle"])
def test_so_are_users_programs(together, by):
    """The program prints what it catches, and ends with 1."""
    environments = [{"MPI_BY": by} | task if by else task for task in task_of(3)]
    if by and not MPICH:
        # Open MPI can't start among the variables of a step; PMI of another MPI leaves it alone, too.
        environments = [{"MPI_BY": by, "PMI_RANK": str(rank), "PMI_SIZE": "3"} for rank in range(3)]
    launcher = "mpiexec" if by and not MPICH else "srun"
    message = together.assert_refused(LONE_PROGRAM, environments=environments, launcher=launcher, status=1)
    assert message.startswith("lone: ")


def test_so_is_the_binary_of_a_user(together):
    together.skerry.write("own.toml", "[stop]\ngenerations = 5\n")
    together.assert_refused(OWN_PROGRAM, "run", "own.toml", environments=task_of(2), launcher="srun")


@pytest.mark.skipif(MPICH, reason="the other MPI of these tests is MPICH")
@pytest.mark.skipif(not shutil.which("mpiexec.mpich"), reason="no MPICH here")
def test_the_launcher_of_another_mpi_is_refused(together):
    before = together.files()
    for program, more in (together.skerry.binary, ["run", "a.toml"]), (LONE_PROGRAM, []):
        (status,), _, (err,) = together("mpiexec.mpich", "-n", "3", program, *more, environments=[{}])
        messages = [line for line in err.splitlines() if "finds itself alone" in line]
        assert status != 0 and len(messages) == 1, err
        assert "mpiexec started 3 processes" in messages[0] and "needs the launcher of that MPI" in messages[0]
    assert together.files() == before


#: What is one process although its job has several tasks.
ALONE = {
    "a batch script": BATCH,
    "a task of an array": BATCH | {"SLURM_ARRAY_TASK_ID": "2", "SLURM_ARRAY_TASK_COUNT": "9"},
    "srun -n 1": BATCH | task_of(1)[0],
    "salloc": {"SLURM_JOB_ID": "7", "SLURM_NTASKS": "3"},
    "the shell of salloc": task_of(1)[0] | {"SLURM_NTASKS": "3", "SLURM_PTY_PORT": "40000"},
    "a batch script that a step submitted": task_of(4)[0] | BATCH,
}


@pytest.mark.parametrize("environment", ALONE.values(), ids=ALONE)
def test_what_is_one_process_goes_on_alone(together, environment):
    result = together.skerry("run", "a.toml", "--islands", 2, "--quiet", "--output", "a.h5", env=environment)
    assert result.status == 0 and (together.skerry.folder / "a.h5").exists(), result
    (status,), (out,), _ = together(LONE_PROGRAM, environments=[environment])
    assert (status, out) == (0, "1 islands\n")


@pytest.mark.few(1)
@pytest.mark.parametrize("environment", [BATCH, task_of(1)[0], task_of(4)[2]], ids=["batch", "srun -n 1", "a task of several"])
def test_mpirun_inside_a_job_connects_its_ranks(together, environment):
    # Without an allocation that exists Open MPI must not ask SLURM.
    alone = environment | {"OMPI_MCA_plm": "^slurm", "OMPI_MCA_ras": "^slurm"}
    assert together.skerry.json("run", "a.toml", "--quiet", ranks=2, env=alone)["islands"] == 2


def test_what_is_typed_in_a_terminal_of_the_first_task_is_one_process(together):
    """As in `srun -n 4 --pty bash`: an interactive shell gives each command a process group of its own in its session."""
    task = task_of(4)[0] | {"SLURM_PTY_PORT": "40000"}
    typed = f"{together.skerry.binary} run a.toml --quiet; echo status $?\nexit\n"
    with subprocess.Popen(["script", "-qec", "bash --norc --noprofile -i", "/dev/null"], cwd=together.skerry.folder,
                          env=together.skerry.environment(task), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True) as shell:
        told, _ = shell.communicate(typed, timeout=TIME_LIMIT_S)
    assert "status 0" in told and (together.skerry.folder / "results/a.h5").exists(), told
    together.assert_refused(together.skerry.binary, "run", "a.toml", "--force",
                            environments=[each | {"SLURM_PTY_PORT": "40000"} for each in task_of(2)], launcher="srun")

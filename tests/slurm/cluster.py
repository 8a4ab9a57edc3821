"""Starts a SLURM cluster on this machine: each node is a host of tests/network.py, and so is the controller."""
import os
import pathlib
import subprocess
import threading
import time

from tests.waiting import wait_for

CONFIGURATION = """ClusterName=skerry
SlurmctldHost=head({head})
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket,cred_expire=15
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool.%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
TmpFS={folder}/tmp.%n
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=2,bf_interval=2,batch_sched_delay=0
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
SlurmdParameters=config_overrides
SlurmdTimeout=20
MessageTimeout=60
TCPTimeout=20
BatchStartTimeout=60
ReturnToService=2
KillWait=10
MinJobAge=600
JobRequeue=0
PropagateResourceLimits=NONE
PartitionName=main Nodes={shared} Default=YES PriorityTier=1
PartitionName=reserved Nodes=ALL PriorityTier=1
PartitionName=urgent Nodes=ALL PriorityTier=2
"""
NODE = "NodeName={name} NodeAddr={address} CPUs={cpus} RealMemory=1000 State=UNKNOWN\n"
OVER = {"COMPLETED", "FAILED", "CANCELLED", "TIMEOUT", "NODE_FAIL", "OUT_OF_MEMORY", "BOOT_FAIL", "DEADLINE"}

#: Only a hang takes that long, on any machine.
LIMIT_S = 240
POLL_S = 0.3


class Cluster:
    """The first `shared` nodes take all jobs. The others take the jobs that name them, in the partition `reserved`."""

    def __init__(self, network, folder, shared, cpus):
        self.folder = folder
        self.network = network
        self.daemons = {}
        self._jobs, self._jobs_at, self._jobs_lock = {}, 0, threading.Lock()
        (folder / "state").mkdir()
        (folder / "munge.key").write_bytes(os.urandom(64))
        (folder / "munge.key").chmod(0o600)
        nodes = "".join(NODE.format(name=host.name, address=host.address, cpus=cpus) for host in network.hosts)
        shared_names = ",".join(host.name for host in network.hosts[:shared])
        (folder / "slurm.conf").write_text(nodes + CONFIGURATION.format(head=network.head_address, folder=folder, shared=shared_names))
        (folder / "cgroup.conf").write_text("CgroupPlugin=cgroup/v1\n")
        self.environment = {**os.environ, "SLURM_CONF": str(folder / "slurm.conf"),
                            "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}

    def start(self):
        munge = {"key-file": "munge.key", "socket": "munge.socket", "pid-file": "munged.pid", "seed-file": "munge.seed",
                 "log-file": "munged.log"}
        self._start("munged", ["munged", "--force", "--foreground", "--num-threads=2",
                               *(f"--{option}={self.folder / file}" for option, file in munge.items())])
        wait_for((self.folder / "munge.socket").exists, LIMIT_S, lambda: self.log("munged"))
        self._start("slurmctld", ["slurmctld", "-D", "-c"])
        for host in self.network.hosts:
            self.start_node(host)
        wait_for(lambda: self.idle_nodes() == {host.name for host in self.network.hosts}, LIMIT_S, self.state, every_s=0.2)

    def start_node(self, host):
        for folder in "spool", "tmp":  # PMIx of SLURM fails to start tasks where nodes share TmpFS
            (self.folder / f"{folder}.{host.name}").mkdir(exist_ok=True)
        self._start(f"slurmd.{host.name}", host.command("slurmd", "-D", "-N", host.name))

    def stop(self):
        """Kills all processes that were started, whatever their state."""
        for host in self.network.hosts:
            host.kill()
        for daemon in self.daemons.values():
            daemon.kill()
            daemon.wait(LIMIT_S)

    def call(self, *words, check=True, cwd=None, environment=None):
        done = subprocess.run([str(word) for word in words], cwd=cwd, env=self.environment | (environment or {}),
                              capture_output=True, text=True, timeout=LIMIT_S, check=False)
        assert not check or done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
        return done.stdout.strip()

    def job(self, number):
        """Returns a recent description of a job or of a task of an array. One question to SLURM serves all tests that wait."""
        with self._jobs_lock:
            if number not in self._jobs or time.monotonic() > self._jobs_at + POLL_S:
                listed = (described(line) for line in self.call("scontrol", "-o", "show", "job").splitlines())
                self._jobs = {name(job): job for job in listed if "JobId" in job}
                self._jobs_at = time.monotonic()
            found = self._jobs.get(number)
        return found or described(self.call("scontrol", "-o", "show", "job", number))

    def idle_nodes(self):
        return set(self.call("sinfo", "-h", "-N", "-t", "idle", "-o", "%N", check=False).split())

    def state(self):
        return self.call("scontrol", "show", "nodes", check=False) + "\n" + self.log("slurmctld")

    def log(self, daemon):
        return (self.folder / f"{daemon}.output").read_text(errors="replace")[-4000:]

    def _start(self, name, command):
        with open(self.folder / f"{name}.output", "ab") as output:
            self.daemons[name] = subprocess.Popen(command, env=self.environment, stdin=subprocess.DEVNULL, stdout=output,
                                                  stderr=subprocess.STDOUT)


def described(line):
    return dict(word.split("=", 1) for word in line.split() if "=" in word)


def name(job):
    """Returns the number of a job, and <ARRAY>_<TASK> for a task that has started."""
    return f"{job['ArrayJobId']}_{job['ArrayTaskId']}" if "ArrayTaskId" in job else job["JobId"]


class Job:
    """A submitted job, or one task of an array."""

    def __init__(self, cluster, number, folder: pathlib.Path):
        self.cluster = cluster
        self.number = number
        self.folder = folder

    def task(self, number):
        return Job(self.cluster, f"{self.number}_{number}", self.folder)

    def show(self):
        return self.cluster.job(self.number)

    @property
    def state(self):
        return self.show()["JobState"]

    @property
    def restarts(self):
        return int(self.show()["Restarts"])

    @property
    def exit_status(self):
        return int(self.show()["ExitCode"].split(":")[0])

    def wait_until(self, condition):
        wait_for(condition, LIMIT_S, self.story, every_s=POLL_S)

    def end(self):
        """Waits for the end of the job, and returns its state."""
        self.wait_until(lambda: self.state in OVER)
        return self.state

    def cancel(self, *options):
        self.cluster.call("scancel", *options, self.number)

    def requeue(self):
        self.cluster.call("scontrol", "requeue", self.number)

    def story(self):
        """Returns the state and the output of the job for the message of a failure."""
        told = [f"job {self.number}: {self.show()}"]
        for file in sorted([*self.folder.glob("*.out"), *self.folder.glob("*/*.log")]):
            told.append(f"--- {file.name}\n{file.read_text(errors='replace')}")
        return "\n".join(told)

"""Hosts on this machine: network namespaces with names and addresses of their own, joined by a bridge.

This works within tests/apart.sh only, since it removes nothing: the kernel does when the namespaces end.
"""
import os
import pathlib
import shlex
import signal
import subprocess

from tests.waiting import wait_for

RSH = pathlib.Path(__file__).parent / "rsh.sh"
HEAD = "head"


def call(*words):
    subprocess.run([str(word) for word in words], check=True, timeout=60)


class Host:
    def __init__(self, name, address):
        self.name = name
        self.address = address

    def command(self, *words):
        """Returns the words that start a program on this host, in the working directory and environment of the caller.
        """
        return [str(RSH), self.name, "exec " + shlex.join(str(word) for word in words)]

    def processes(self):
        listed = subprocess.run(["ip", "netns", "pids", self.name], capture_output=True, text=True, timeout=60, check=True)
        return {int(pid) for pid in listed.stdout.split()}

    def running(self, program):
        """Returns the process ids of a program on this host, by its name."""
        return {pid for pid in self.processes() if self._name(pid) == program}

    def kill(self):
        """Kills all processes on this host at once: they are stopped first, so that none lives to tell of another's death."""
        for pid in self.processes():
            self._signal(pid, signal.SIGSTOP)

        def none_left():
            left = self.processes()
            for pid in left:
                self._signal(pid, signal.SIGKILL)
            return not left
        wait_for(none_left, 60, lambda: f"processes on {self.name}: {self.processes()}")

    def kill_program(self, program):
        found = self.running(program)
        assert found, f"no {program} on {self.name}"
        for pid in found:
            self._signal(pid, signal.SIGKILL)

    def cut(self):
        call("ip", "link", "set", f"to-{self.name}", "down")

    def mend(self):
        call("ip", "link", "set", f"to-{self.name}", "up")

    def await_link(self, other):
        """Waits until this host reaches another one: it takes a while after a link is up, the longer on a busy machine."""
        reach = f"exec 3<>/dev/tcp/{other.address}/9"

        def reached():
            done = subprocess.run(self.command("bash", "-c", reach), capture_output=True, text=True, timeout=60)
            return done.returncode == 0 or "refused" in done.stderr
        wait_for(reached, 60, lambda: f"{self.name} does not reach {other.name}")

    @staticmethod
    def _name(pid):
        try:
            return pathlib.Path(f"/proc/{pid}/comm").read_text().strip()
        except OSError:
            return None

    @staticmethod
    def _signal(pid, number):
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            pass


class Network:
    """The hosts h1, h2, ..., and this process's own side of the network, which they call `head`."""

    def __init__(self, hosts, folder):
        assert os.environ.get("SKERRY_APART"), "run this through tests/apart.sh"
        self.head_address = "10.77.0.254"
        self.hosts = [Host(f"h{i}", f"10.77.0.{i}") for i in range(1, hosts + 1)]
        call("hostname", HEAD)
        names = folder / "hosts"
        names.write_text("127.0.0.1 localhost\n" + f"{self.head_address} {HEAD}\n"
                         + "".join(f"{host.address} {host.name}\n" for host in self.hosts))
        call("mount", "--bind", names, "/etc/hosts")
        call("ip", "link", "add", "bridge", "type", "bridge")
        call("ip", "addr", "add", f"{self.head_address}/24", "dev", "bridge")
        call("ip", "link", "set", "bridge", "up")
        for host in self.hosts:
            self._join(host)

    def _join(self, host):
        inside = ("ip", "-n", host.name)
        call("ip", "netns", "add", host.name)
        call("ip", "link", "add", f"to-{host.name}", "type", "veth", "peer", "name", "eth0", "netns", host.name)
        call("ip", "link", "set", f"to-{host.name}", "master", "bridge", "up")
        # Open MPI 4.1.4 uses link-local IPv6 addresses between hosts, and sometimes fails to connect by them.
        call(*inside, "link", "set", "eth0", "addrgenmode", "none")
        call(*inside, "addr", "add", f"{host.address}/24", "dev", "eth0")
        call(*inside, "link", "set", "lo", "up")
        call(*inside, "link", "set", "eth0", "up")

"""The disk after a power failure at any moment of a run: tests/faults/records.cpp records what the run changes, and what it did not wait
for may have reached the disk or not."""
import os
import random

PAGE = 4096
#: What may have become of the changes that no sync has waited for.
MODES = ("pages", "synced", "zeros", "prefix", "all")


class File:
    def __init__(self):
        self.now = bytearray()
        self.synced = b""
        self.changes = []  # since the last sync: (offset, bytes), or (size, None)

    def change(self, offset, data):
        self.changes.append((offset, data))
        apply(self.now, offset, data)

    def sync(self):
        self.synced = bytes(self.now)
        self.changes = []

    def after_failure(self, mode, chance):
        if mode == "all":
            return bytes(self.now)
        if mode == "synced":
            return self.synced
        if mode == "prefix":  # the first changes have reached the disk
            left = bytearray(self.synced)
            for offset, data in self.changes[:chance.randint(0, len(self.changes))]:
                apply(left, offset, data)
            return bytes(left)
        left = bytearray(self.synced[:len(self.now)])
        left.extend(bytes(len(self.now) - len(left)))
        if mode == "pages":  # each page is old or new
            for start in range(0, len(left), PAGE):
                if chance.random() < 0.5:
                    left[start:start + PAGE] = self.now[start:start + PAGE]
        return bytes(left)


def apply(content, offset, data):
    end = offset if data is None else offset + len(data)
    if len(content) < end:
        content.extend(bytes(end - len(content)))
    if data is None:
        del content[end:]
    else:
        content[offset:end] = data


def records(log):
    """Yields the words of each record, and the bytes of a write."""
    with open(log, "rb") as stream:
        while line := stream.readline():
            words = line.decode().split()
            yield words, stream.read(int(words[3])) if words[0] == "write" else b""


class Disk:
    def __init__(self):
        self.files = {}  # by inode
        self.names = {}  # inode by path

    def replay(self, words, data):
        what, *rest = words
        if what == "name":
            inode, name = int(rest[0]), rest[1]
            if self.names.get(name) != inode:  # a number is used again
                if inode not in self.names.values():
                    self.files[inode] = File()
                self.names[name] = inode
        elif what in ("rename", "link"):
            self.names[rest[1]] = self.names.pop(rest[0]) if what == "rename" else self.names[rest[0]]
        elif what == "unlink":
            self.names.pop(rest[0], None)
        else:
            file = self.files.setdefault(int(rest[0]), File())
            if what == "write":
                file.change(int(rest[1]), data)
            elif what == "size" or what == "grow" and int(rest[1]) > len(file.now):
                file.change(int(rest[1]), None)
            elif what == "sync":
                file.sync()

    def write(self, folder, mode, chance):
        """Makes the files as a power failure would leave them now. Names are taken to be on the disk at once, in their order."""
        for name, inode in self.names.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(self.files[inode].after_failure(mode, chance))


def failures(log, mode, folders, most, seed):
    """Yields (number, folder) for a power failure after each record, or after `most` of them: a folder of `folders` with what is left then."""
    chance = random.Random(seed)
    count = sum(1 for _ in records(log)) + 1
    moments = set(chance.sample(range(count), min(most, count)) if most else range(count))
    disk = Disk()
    for number, (words, data) in enumerate([*records(log), (None, None)]):
        if number in moments:
            folder = folders / f"{mode}-{number}"
            os.makedirs(folder)
            disk.write(folder, mode, chance)
            yield number, folder
        if words:
            disk.replay(words, data)

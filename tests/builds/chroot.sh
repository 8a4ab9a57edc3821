# shellcheck shell=bash
# Scripts source this file to work in a bare Debian of any release. Only root can.

# make_chroot FOLDER SUITE makes it from the mirror of this machine's packages; a folder that has one already is kept, with what is installed in it.
make_chroot() {
    local mirror
    [ ! -e "$1/made" ] || return 0
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Component: main' | head -n 1)
    rm -rf "$1"
    mkdir -p "$1"
    debootstrap --variant=minbase "$2" "$1" "$mirror" >"$1.log" 2>&1 || { tail "$1.log" >&2; return 1; }
    touch "$1/made"
}

# copy_tree FOLDER puts the files of the tree that git knows, as they are now, at the path that they have outside; a build there is kept.
copy_tree() {
    local tree copy
    tree=$(git rev-parse --show-toplevel)
    copy=$1$tree
    mkdir -p "$copy"
    find "$copy" -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} +
    git -C "$tree" ls-files -z | tar -C "$tree" --ignore-failed-read --null --files-from=- -c | tar -C "$copy" -x
    git -C "$copy" init --quiet
    git -C "$copy" add .
}

# mounted FOLDER COMMAND...: carries out the command where the chroot has its file systems; the mounts end with it.
mounted() {
    # shellcheck disable=SC2016
    unshare --mount --pid --fork --kill-child bash -euc 'mount -t proc proc /proc
        mount -t proc proc "$0/proc"
        mount -t sysfs -o ro sysfs "$0/sys"
        mount -t tmpfs -o mode=1777 tmpfs "$0/dev/shm"
        mount -t devpts -o newinstance,ptmxmode=0666 devpts "$0/dev/pts"
        exec "$@"' "$@"
}

# inside FOLDER COMMAND...: carries out the command in the chroot, in the copy of the tree, and with nothing of this environment.
inside() {
    mounted "$1" chroot "$1" env -i --chdir="$(git rev-parse --show-toplevel)" HOME=/root LC_ALL=C.UTF-8 \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "${@:2}"
}

#!/usr/bin/env bash
# Replaces ssh between the hosts of tests/network.py:   tests/rsh.sh [-OPTION]... HOST COMMAND...
while [[ $1 == -* ]]; do shift; done
host=$1
shift
exec ip netns exec "$host" unshare --uts sh -c "hostname $host; $*"

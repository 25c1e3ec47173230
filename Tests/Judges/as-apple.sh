#!/bin/sh
# Runs a command on a machine of its own, in which the names of Apple's servers lead to this machine: a network namespace
# without any other machine, and a hosts file that nobody else sees. The article "Unmodified programs in any language" tells
# the same.
#
# usage: as-apple.sh COMMAND…
set -eu
exec unshare --map-root-user --net --mount sh -c '
    set -eu
    ip link set lo up
    hosts=$(mktemp)
    for name in localhost api.storekit.apple.com api.storekit-sandbox.apple.com api.storekit.itunes.apple.com \
        api.storekit-sandbox.itunes.apple.com buy.itunes.apple.com sandbox.itunes.apple.com; do
        echo "127.0.0.1 $name" >> "$hosts"
    done
    mount --bind "$hosts" /etc/hosts
    rm "$hosts"
    exec "$@"' sh "$@"

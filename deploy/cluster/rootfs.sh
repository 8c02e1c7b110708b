#!/bin/bash
# Makes the root file system: a Debian release that has PostgreSQL 18, with the packages of the cluster. Once; takes some minutes.
#   deploy/cluster/rootfs.sh WORK          environment: DEBIAN_MIRROR, DEBIAN_SUITE
set -euo pipefail
. "$(dirname "$0")/settings.sh"

MIRROR=${DEBIAN_MIRROR:?address of a Debian mirror}
SUITE=${DEBIAN_SUITE:-forky}
PACKAGES="postgresql-18 patroni python3-psycopg2 python3-etcd etcd-server etcd-client haproxy pgbouncer pgbackrest curl"

command -v debootstrap >/dev/null || { echo "debootstrap is missing: apt-get install debootstrap" >&2; exit 1; }
mkdir -p "$ROOT"
if [ ! -e "$ROOT/etc/debian_version" ]; then
  # Newer releases than this machine's debootstrap knows are made like unstable.
  debootstrap --variant=minbase "$SUITE" "$ROOT" "$MIRROR" /usr/share/debootstrap/scripts/sid
fi

mkdir -p "$ROOT/shared" "$ROOT/data" "$ROOT/etc/postgresql-common"
# Packages start no services in a chroot, and PostgreSQL's makes no cluster.
printf '#!/bin/sh\nexit 101\n' >"$ROOT/usr/sbin/policy-rc.d"
chmod +x "$ROOT/usr/sbin/policy-rc.d"
echo 'create_main_cluster = false' >"$ROOT/etc/postgresql-common/createcluster.conf"
cp /etc/resolv.conf "$ROOT/etc/resolv.conf"
unshare --mount --propagation private bash -c '
  mount -t proc proc "$0/proc"
  export DEBIAN_FRONTEND=noninteractive
  # A mirror may be a snapshot of an earlier day.
  chroot "$0" apt-get -q update -o Acquire::Check-Valid-Until=false
  chroot "$0" apt-get -q install -y --no-install-recommends $1
  chroot "$0" apt-get clean
  chroot "$0" dpkg-query -W postgresql-18 patroni etcd-server haproxy pgbouncer pgbackrest
' "$ROOT" "$PACKAGES"

# Settings and helpers of the cluster's scripts. Each script takes the work folder as its first argument and reads this file.
#
# Machines are network namespaces on one bridge. "hub" has the public load balancer, the payment sandbox, the object storage and the
# customers; db1 to db3 have etcd, Patroni and PostgreSQL; app1 and app2 have a server of the product, PgBouncer and HAProxy.

if [ $# -lt 1 ]; then
  echo "usage: $0 WORK ..." >&2
  exit 2
fi
WORK=$(realpath -m "$1")
shift
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
PRODUCT=$(cd "$HERE/../.." && pwd)
ROOT=$WORK/root         # root file system with the packages
SHARED=$WORK/shared     # seen as /shared by the packages: configuration and data
LOG=$WORK/log
NODE=$PRODUCT/node_modules/node/bin/node

NET=10.77.0             # hub is .1, db1 to db3 are .11 to .13, app1 and app2 are .21 and .22
DATABASES="1 2 3"
APPS="1 2"
PREFIX=hs-              # of the namespaces' names
DISK=4G                 # size of a database machine's disk

WEB_PORT=4600           # public load balancer
SANDBOX_PORT=4601       # payment sandbox
MAIL_PORT=4603          # mail server, which the drill runs
S3_PORT=4604
LEADER_PORT=5000        # HAProxy on each app machine: PostgreSQL's leader
REPLICA_PORT=5001       # HAProxy on each app machine: its replicas
POOL_PORT=6432          # PgBouncer on each app machine

# Passwords of a cluster that nobody outside this machine reaches.
SUPER_PASSWORD=drill-superuser
REPLICATION_PASSWORD=drill-replication
APP_PASSWORD=drill-application
ADMIN_PASSWORD='Sturmfeste-Laterne-9'
ADMIN_EMAIL=leitung@sturm.example

in_ns() {
  local name=$1
  shift
  # `ip netns exec` would also enter a mount namespace of its own, in which drills could not replace disks.
  nsenter --net="/run/netns/$PREFIX$name" "$@"
}

# Runs a command of the root file system on a machine: in_root MACHINE USER COMMAND ...
# Its mounts are private and end with it. A database machine has its own disk as /data.
in_root() {
  local name=$1 user=$2
  shift 2
  in_ns "$name" unshare --mount --propagation private bash -c '
    root=$1 shared=$2 disk=$3 user=$4
    shift 4
    mount -t proc proc "$root/proc"
    mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
    mount -t tmpfs -o mode=1777,size=64m tmpfs "$root/tmp"
    mount --bind "$shared" "$root/shared"
    if [ -d "$disk" ]; then mount --bind "$disk" "$root/data"; fi
    exec chroot "$root" setpriv --reuid="$user" --regid="$user" --init-groups --reset-env "$@"
  ' _ "$ROOT" "$SHARED" "$WORK/disk/$name" "$user" "$@"
}

# Runs a command in the background, with a log of its own, and again whenever it ends, as a supervisor does:
# start MACHINE NAME COMMAND ...
start() {
  local flag=$WORK/run/$1/$2 name=$2
  shift 2
  mkdir -p "$(dirname "$flag")"
  touch "$flag"
  (
    trap '' HUP
    while [ -e "$flag" ]; do
      "$@" || true
      sleep 2
    done
  ) >>"$LOG/$name.log" 2>&1 </dev/null &
}

# Ends all processes of a machine at once; nothing starts them again.
power_off() {
  rm -rf "$WORK/run/$1"
  signal_all KILL "$1"
}

# Prints the ids of all processes of a machine.
pids_of() { ip netns pids "$PREFIX$1" 2>/dev/null || true; }

signal_all() {
  local pid
  for pid in $(pids_of "$2"); do kill "-$1" "$pid" 2>/dev/null || true; done
}

# Runs a drill, a program of this folder, on the hub: drill FILE ARGUMENT ...
drill() {
  local file=$1
  shift
  in_ns hub env -i PATH="$PATH" \
    WORK="$WORK" CLUSTER="$HERE/cluster.sh" NET="$NET" \
    PUBLIC_URL="http://localhost:$WEB_PORT" SANDBOX_URL="http://127.0.0.1:$SANDBOX_PORT" STRIPE_API_URL="http://127.0.0.1:$SANDBOX_PORT" \
    MAIL_PORT="$MAIL_PORT" S3_PORT="$S3_PORT" SANDBOX_PORT="$SANDBOX_PORT" \
    S3_ENDPOINT="http://$NET.1:$S3_PORT" S3_BUCKET=handschlag S3_ACCESS_KEY_ID=S3RVER S3_SECRET_ACCESS_KEY=S3RVER \
    DATABASE_URL="postgres://handschlag:$APP_PASSWORD@$NET.21:$LEADER_PORT/handschlag" \
    PROBE_URL="postgres://postgres:$SUPER_PASSWORD@$NET.21:$LEADER_PORT/postgres" \
    ADMIN_PASSWORD="$ADMIN_PASSWORD" ADMIN_EMAIL="$ADMIN_EMAIL" \
    "$NODE" "$HERE/$file" "$@"
}

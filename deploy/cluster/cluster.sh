#!/bin/bash
# Starts, breaks, mends and stops the cluster; README.md lists the commands.   deploy/cluster/cluster.sh WORK COMMAND [NUMBER]
set -euo pipefail
. "$(dirname "$0")/settings.sh"
. "$HERE/config.sh"
. "$HERE/backup.sh"

attach() {
  local name=$1 address=$2
  ip netns add "$PREFIX$name"
  ip -n "$PREFIX$name" link set lo up
  ip link add "$name" netns "${PREFIX}hub" type veth peer name eth0 netns "$PREFIX$name"
  ip -n "${PREFIX}hub" link set "$name" master br0 up
  ip -n "$PREFIX$name" addr add "$address/24" dev eth0
  ip -n "$PREFIX$name" link set eth0 up
}

network_up() {
  local i
  ip netns add "${PREFIX}hub"
  ip -n "${PREFIX}hub" link set lo up
  ip -n "${PREFIX}hub" link add br0 type bridge
  ip -n "${PREFIX}hub" addr add "$NET.1/24" dev br0
  ip -n "${PREFIX}hub" link set br0 up
  for i in $DATABASES; do attach "db$i" "$NET.1$i"; done
  for i in $APPS; do attach "app$i" "$NET.2$i"; done
}

# Each database machine has its own disk, which can be filled.
disk_up() {
  local name=$1 image=$WORK/disk/$1.img folder
  mkdir -p "$WORK/disk/$name"
  if [ ! -e "$image" ]; then
    truncate -s "$DISK" "$image"
    mkfs.ext4 -q "$image"
  fi
  mountpoint -q "$WORK/disk/$name" || mount -o loop "$image" "$WORK/disk/$name"
  for folder in postgres etcd run; do
    install -d -m 700 -o "$(chroot "$ROOT" id -u postgres)" -g "$(chroot "$ROOT" id -g postgres)" "$WORK/disk/$name/$folder"
  done
}

node_up() {
  local i=$1
  start "db$i" "etcd$i" in_root "db$i" postgres etcd --name "e$i" --data-dir /data/etcd --log-level warn \
    --listen-client-urls "http://$NET.1$i:2379" --advertise-client-urls "http://$NET.1$i:2379" \
    --listen-peer-urls "http://$NET.1$i:2380" --initial-advertise-peer-urls "http://$NET.1$i:2380" \
    --initial-cluster "$(etcd_members)" --heartbeat-interval 300 --election-timeout 3000
  start "db$i" "patroni$i" in_root "db$i" postgres patroni "/shared/etc/patroni$i.yml"
  start "db$i" "guard$i" in_root "db$i" postgres /shared/etc/guard.sh "db$i" "$NET.1$i" /data
}

leader() {
  local i
  for i in $DATABASES; do
    if in_ns hub curl -sf -m 2 -o /dev/null "http://$NET.1$i:8008/primary"; then echo "$i"; fi
  done
}

# until_true SECONDS COMMAND ...
until_true() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    if [ $SECONDS -ge $end ]; then
      echo "not within its time: $*" >&2
      return 1
    fi
    sleep 1
  done
}

has_leader() { [ -n "$(leader)" ]; }
has_two_standbys() { [ "$(as_superuser -Atc "select count(*) from pg_stat_replication where state = 'streaming'" 2>/dev/null)" = 2 ]; }
is_ready() { in_ns hub curl -sf -m 4 -o /dev/null "http://$NET.2$1:3000/readyz"; }

as_superuser() {
  in_root hub postgres env PGPASSWORD="$SUPER_PASSWORD" psql -X -q -h "$NET.1$(leader)" -U postgres -v ON_ERROR_STOP=1 "$@"
}

# The role has the options that the product sends with each connection, because PgBouncer drops them.
make_database() {
  as_superuser -d postgres <<SQL
select 'create role handschlag login password ''$APP_PASSWORD''' where not exists (select from pg_roles where rolname = 'handschlag') \gexec
select 'create database handschlag owner handschlag' where not exists (select from pg_database where datname = 'handschlag') \gexec
alter role handschlag set random_page_cost = 1.1;
alter role handschlag set statement_timeout = '10min';
alter role handschlag set lock_timeout = '20s';
alter role handschlag set idle_in_transaction_session_timeout = '1min';
alter role handschlag set client_connection_check_interval = '5s';
create table if not exists drill_writes (id uuid primary key, at timestamptz not null default clock_timestamp());
SQL
}

app_environment() {
  cat <<ENV
APP_ENV=development
HOST=0.0.0.0
PORT=3000
PUBLIC_URL=http://localhost:$WEB_PORT
DATABASE_URL=postgres://handschlag:$APP_PASSWORD@127.0.0.1:$POOL_PORT/handschlag
DATABASE_LISTEN_URL=postgres://handschlag:$APP_PASSWORD@127.0.0.1:$LEADER_PORT/handschlag
DATABASE_READ_URL=postgres://handschlag:$APP_PASSWORD@127.0.0.1:$REPLICA_PORT/handschlag
DATA_DIR=$WORK/data/app$1
STRIPE_API_URL=http://$NET.1:$SANDBOX_PORT
SMTP_URL=smtp://$NET.1:$MAIL_PORT
S3_ENDPOINT=http://$NET.1:$S3_PORT
S3_BUCKET=handschlag
S3_ACCESS_KEY_ID=S3RVER
S3_SECRET_ACCESS_KEY=S3RVER
ADMIN_EMAIL=$ADMIN_EMAIL
ADMIN_PASSWORD=$ADMIN_PASSWORD
TRUSTED_PROXIES=$NET.1
LIMITS_FACTOR=1000000
SEPA_PAYOUTS=1
MALLOC_ARENA_MAX=2
NODE_OPTIONS=--max-old-space-size=400
ENV
}

proxies_up() {
  start "app$1" "leader$1" in_root "app$1" haproxy /usr/sbin/haproxy -f /shared/etc/leader.cfg
  start "app$1" "pgbouncer$1" in_root "app$1" postgres /usr/sbin/pgbouncer /shared/etc/pgbouncer.ini
}

app_up() {
  mkdir -p "$WORK/data/app$1"
  app_environment "$1" >"$WORK/data/app$1.env"
  # No value has a space.
  start "app$1" "app$1" in_ns "app$1" env -i PATH="$PATH" $(cat "$WORK/data/app$1.env") "$NODE" "$PRODUCT/scripts/serve.js"
}

hub_up() {
  mkdir -p "$WORK/data/s3"
  start hub web in_root hub haproxy /usr/sbin/haproxy -f /shared/etc/web.cfg
  start hub sandbox in_ns hub env SANDBOX_PORT=$SANDBOX_PORT SANDBOX_STATE="$WORK/data/sandbox.jsonl" SANDBOX_SECRET_KEY=sk_test_sandbox \
    SANDBOX_WEBHOOK_URL="http://127.0.0.1:$WEB_PORT/webhooks/stripe" SANDBOX_WEBHOOK_SECRET=whsec_sandbox "$NODE" "$PRODUCT/sandbox/main.ts"
  start hub s3 in_ns hub "$NODE" "$PRODUCT/node_modules/s3rver/bin/s3rver.js" -d "$WORK/data/s3" -a "$NET.1" -p $S3_PORT \
    --configure-bucket handschlag
}

up() {
  local i
  [ -e "$PRODUCT/build/machine/main.js" ] || { echo "the product is not built: npm run build" >&2; exit 1; }
  mkdir -p "$SHARED" "$LOG" "$WORK/data"
  write_config
  backup_up
  network_up
  for i in $DATABASES; do disk_up "db$i"; done
  for i in $DATABASES; do node_up "$i"; done
  until_true 120 has_leader
  until_true 120 has_two_standbys
  make_database
  begin_archive
  hub_up
  for i in $APPS; do proxies_up "$i"; done
  for i in $APPS; do
    app_up "$i"
    until_true 180 is_ready "$i"
  done
  status
}

status() {
  in_root "db$(leader)" postgres patronictl -c "/shared/etc/patroni$(leader).yml" list
  local i
  for i in $APPS; do in_ns hub curl -s -m 4 "http://$NET.2$i:3000/readyz" || true; echo; done
}

down() {
  local name
  rm -rf "$WORK/run"
  for name in app1 app2 hub db1 db2 db3; do signal_all CONT "$name"; signal_all TERM "$name"; done
  sleep 6
  for name in app1 app2 hub db1 db2 db3; do power_off "$name"; done
  sleep 1
  for name in app1 app2 db1 db2 db3 hub; do
    if mountpoint -q "$WORK/disk/$name" 2>/dev/null; then umount "$WORK/disk/$name"; fi
    ip netns del "$PREFIX$name" 2>/dev/null || true
  done
}

# Packets of the app machines to a port of the hub disappear without an answer.
block() {
  local i
  for i in $APPS; do
    in_ns "app$i" nft "add table inet drill; add chain inet drill out { type filter hook output priority 0; }; add rule inet drill out tcp dport $1 drop"
  done
}

unblock() {
  local i
  for i in $APPS; do in_ns "app$i" nft delete table inet drill; done
}

command=${1:?a command is missing (README.md)}
number=${2:-}
case $command in
up | down | status | leader) "$command" ;;
wipe) rm -rf "$WORK/disk" "$WORK/data" "$LOG" "$BACKUP" ;;
kill-node) power_off "db$number" ;;
start-node) node_up "$number" ;;
freeze-node) signal_all STOP "db$number" ;;
thaw-node) signal_all CONT "db$number" ;;
cut-node) ip -n "${PREFIX}hub" link set "db$number" nomaster ;;
join-node) ip -n "${PREFIX}hub" link set "db$number" master br0 ;;
fill-disk) fallocate -l "$(df --output=avail -B1 "$WORK/disk/db$number" | tail -1)" "$WORK/disk/db$number/filler" ;;
free-disk) rm -f "$WORK/disk/db$number/filler" ;;
kill-app) power_off "app$number" ;;
start-app) proxies_up "$number"; app_up "$number" ;;
block) block "$number" ;;
unblock) unblock ;;
backup) base_backup ;;
copy-files) copy_files ;;
switch-wal) as_superuser -Atc 'select pg_switch_wal()' ;;
lose) lose ;;
restore) restore "$number" ;;
after-restore) after_restore "$number" ;;
app-pid) pids_of "app$number" | while read -r pid; do if grep -q scripts/serve.js "/proc/$pid/cmdline"; then echo "$pid"; fi; done ;;
*) echo "unknown command: $command" >&2; exit 2 ;;
esac

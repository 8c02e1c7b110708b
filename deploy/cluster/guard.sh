#!/bin/sh
# Hands the leadership over when the disk of the leader is almost full: PostgreSQL would go on as a leader that fails to write.
#   guard.sh NAME ADDRESS FOLDER          runs on each database machine, as PostgreSQL's user
name=$1 address=$2 folder=$3

is_almost_full() { [ "$(df --output=pcent "$folder" | tr -dc 0-9)" -ge 95 ]; }
is_leader() { curl -sf -m 2 -o /dev/null "http://$address:8008/leader"; }

# Patroni checkpoints before it hands over. PostgreSQL may not survive that on a full disk, and then may never end the shutdown that Patroni
# waits for, while Patroni keeps the lock. A standby that can lead has been found by then (else Patroni refuses at once), so the leader's
# PostgreSQL ends without a checkpoint.
while sleep 3; do
  if is_almost_full && is_leader; then
    echo "$(date -u +%FT%TZ) the disk of $name is almost full: another node shall lead"
    if ! curl -s -m 12 -X POST -H 'content-type: application/json' -d "{\"leader\": \"$name\"}" "http://$address:8008/switchover"; then
      echo "$(date -u +%FT%TZ) $name did not hand over within 12 seconds: its PostgreSQL ends at once"
      kill -QUIT "$(head -n 1 "$folder/postgres/postmaster.pid")"
    fi
    echo
  fi
done

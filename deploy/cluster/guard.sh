#!/bin/sh
# Hands the leadership over when the disk of the leader is almost full: PostgreSQL would go on as a leader that fails to write.
#   guard.sh NAME ADDRESS FOLDER          runs on each database machine
name=$1 address=$2 folder=$3

is_almost_full() { [ "$(df --output=pcent "$folder" | tr -dc 0-9)" -ge 95 ]; }
is_leader() { curl -sf -m 2 -o /dev/null "http://$address:8008/leader"; }

while sleep 3; do
  if is_almost_full && is_leader; then
    echo "$(date -u +%FT%TZ) the disk of $name is almost full: another node shall lead"
    curl -s -m 30 -X POST -H 'content-type: application/json' -d "{\"leader\": \"$name\"}" "http://$address:8008/switchover"
    echo
  fi
done

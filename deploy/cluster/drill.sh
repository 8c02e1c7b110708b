#!/bin/bash
# Runs drills on a running cluster, one after the other, and prints their figures.   deploy/cluster/drill.sh WORK [FAULT ...]
set -euo pipefail
. "$(dirname "$0")/settings.sh"

in_ns hub env -i PATH="$PATH" \
  WORK="$WORK" CLUSTER="$HERE/cluster.sh" NET="$NET" \
  PUBLIC_URL="http://localhost:$WEB_PORT" SANDBOX_URL="http://127.0.0.1:$SANDBOX_PORT" STRIPE_API_URL="http://127.0.0.1:$SANDBOX_PORT" \
  MAIL_PORT="$MAIL_PORT" S3_PORT="$S3_PORT" SANDBOX_PORT="$SANDBOX_PORT" \
  DATABASE_URL="postgres://handschlag:$APP_PASSWORD@$NET.21:$LEADER_PORT/handschlag" \
  PROBE_URL="postgres://postgres:$SUPER_PASSWORD@$NET.21:$LEADER_PORT/postgres" \
  ADMIN_PASSWORD="$ADMIN_PASSWORD" ADMIN_EMAIL="$ADMIN_EMAIL" \
  "$NODE" "$HERE/drill.ts" "$@"

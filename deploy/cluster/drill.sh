#!/bin/bash
# Runs drills on a running cluster, one after the other, and prints their figures.   deploy/cluster/drill.sh WORK [FAULT ...]
set -euo pipefail
. "$(dirname "$0")/settings.sh"

drill drill.ts "$@"

#!/bin/bash
# Loses a running cluster with all its disks, restores it from the archive, and prints RPO and RTO.   deploy/cluster/pitr.sh WORK [loss|mistake]
set -euo pipefail
. "$(dirname "$0")/settings.sh"

drill pitr.ts "$@"

# Backups of the cluster and the restore from cold. Read by cluster.sh.
#
# WORK/shared/backup stands in for a backup machine: WAL and base backups of pgBackRest, and a copy of the storage. Nothing else is left
# after `lose`.

BACKUP=$SHARED/backup
BACKREST="pgbackrest --config=/shared/etc/pgbackrest.conf --stanza=handschlag"

write_pgbackrest() {
  cat <<INI
[global]
repo1-path=/shared/backup/database
repo1-retention-full=2
compress-type=lz4
# A backup begins with a checkpoint at once.
start-fast=y
log-level-file=off
log-level-console=warn
lock-path=/data/run
[handschlag]
pg1-path=/data/postgres
pg1-socket-path=/data/run
pg1-user=postgres
INI
}

# Part of Patroni's configuration: only where RESTORE_TO is set, a new cluster begins with the state of the archive at that time, or at its
# end ("latest").
bootstrap_method() {
  [ -n "${RESTORE_TO:-}" ] || return 0
  cat <<YAML
  method: archive
  archive:
    command: $BACKREST restore --type=none
    no_params: true
    recovery_conf:
      restore_command: '$BACKREST archive-get %f "%p"'
      recovery_target_timeline: latest
YAML
  [ "$RESTORE_TO" = latest ] || cat <<YAML
      recovery_target_time: '$RESTORE_TO'
      recovery_target_action: promote
YAML
}

backup_up() {
  mkdir -p "$BACKUP/database" "$BACKUP/files"
  chown "$(chroot "$ROOT" id -u postgres):$(chroot "$ROOT" id -g postgres)" "$BACKUP/database"
}

on_leader() { in_root "db$(leader)" postgres "$@"; }

# Begins the archive; a second call changes nothing.
begin_archive() { on_leader $BACKREST stanza-create; }

base_backup() { on_leader $BACKREST --type=full backup; }

# Copies new files of the storage. Files are never changed, and stored before the rows that name them; nothing is deleted from the copy.
copy_files() { cp -au "$WORK/data/s3/." "$BACKUP/files/"; }

# All machines but the hub lose power, the disks of the databases and the files of the storage are gone.
lose() {
  local name
  for name in app1 app2 db1 db2 db3; do power_off "$name"; done
  # Their supervisors end within two seconds; a loop device may outlive its file, so the content goes first.
  sleep 4
  for name in db1 db2 db3; do
    rm -rf "${WORK:?}/disk/$name/"*
    umount "$WORK/disk/$name"
    rm "$WORK/disk/$name.img"
  done
  rm -rf "$WORK/data/s3/handschlag"
}

# Restores the databases and the storage: restore TIME, or restore latest. The app machines get their proxies, but no server yet.
restore() {
  local i
  RESTORE_TO=${1:-latest}
  write_config
  cp -a "$BACKUP/files/." "$WORK/data/s3/"
  for i in $DATABASES; do disk_up "db$i"; done
  for i in $DATABASES; do node_up "$i"; done
  until_true 300 has_leader
  for i in $APPS; do proxies_up "$i"; done
}

after_restore() {
  # No value has a space.
  in_ns app1 env -i PATH="$PATH" $(app_environment 1) "$NODE" "$PRODUCT/scripts/admin/main.ts" after-restore --state-of "$1" --bank-checked
}

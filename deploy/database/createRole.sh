#!/bin/sh
# Runs once, while the volume is empty: makes the database and its owner, who is no superuser. The superuser then has no
# password, so that only a shell in the container is one: docker compose exec database psql --username postgres
set -eu
psql --set ON_ERROR_STOP=1 --set password="$POSTGRES_PASSWORD" --username postgres <<'SQL'
create role handschlag login password :'password';
create database handschlag owner handschlag;
alter role postgres password null;
SQL

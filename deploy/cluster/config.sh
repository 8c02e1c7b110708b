# Writes the configuration of etcd, Patroni, HAProxy and PgBouncer into WORK/shared/etc. Read by cluster.sh.

# Times of a failover. A leader that dies is replaced when its key in etcd expires (ttl), at most; ttl >= loop_wait + 2 * retry_timeout.
PATRONI_TTL=20
PATRONI_LOOP=5
PATRONI_RETRY=5

etcd_members() {
  local i list=
  for i in $DATABASES; do list="$list,e$i=http://$NET.1$i:2380"; done
  echo "${list#,}"
}

etcd_hosts() {
  local i list=
  for i in $DATABASES; do list="$list, $NET.1$i:2379"; done
  echo "${list#, }"
}

write_patroni() {
  local i=$1
  cat <<YAML
scope: handschlag
name: db$i
restapi: { listen: '$NET.1$i:8008', connect_address: '$NET.1$i:8008' }
etcd3: { hosts: [$(etcd_hosts)] }
bootstrap:
$(bootstrap_method)
  dcs:
    ttl: $PATRONI_TTL
    loop_wait: $PATRONI_LOOP
    retry_timeout: $PATRONI_RETRY
    # A leader whose PostgreSQL does not start within this time hands over.
    primary_start_timeout: 10
    maximum_lag_on_failover: 1048576
    # A commit waits for one standby, and only that standby may become the leader: what was confirmed is never lost.
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      use_slots: true
      parameters:
        max_connections: 200
        shared_buffers: 256MB
        max_wal_size: 512MB
        io_method: sync
        wal_level: replica
        hot_standby: 'on'
        wal_log_hints: 'on'
        max_wal_senders: 10
        max_replication_slots: 10
        # Replicas serve public reads: they cancel a query rather than lag behind.
        max_standby_streaming_delay: 1s
        # A standby that disappears without a word is noticed, and a commit waits for another one.
        wal_sender_timeout: 10s
        wal_receiver_timeout: 10s
        # Every segment goes to the backup machine, a half-filled one after 30 s: that much is lost if all three machines are.
        archive_mode: 'on'
        archive_timeout: 30s
        archive_command: $BACKREST archive-push %p
  initdb: [{ encoding: UTF8 }, { locale-provider: builtin }, { builtin-locale: C.UTF-8 }, { locale: C.UTF-8 }, data-checksums]
  pg_hba:
    - local all all trust
    - host replication replicator $NET.0/24 scram-sha-256
    - host all all $NET.0/24 scram-sha-256
postgresql:
  listen: '$NET.1$i:5432'
  connect_address: '$NET.1$i:5432'
  data_dir: /data/postgres
  bin_dir: /usr/lib/postgresql/18/bin
  pgpass: /data/run/pgpass
  authentication:
    superuser: { username: postgres, password: $SUPER_PASSWORD }
    replication: { username: replicator, password: $REPLICATION_PASSWORD }
    rewind: { username: postgres, password: $SUPER_PASSWORD }
  parameters: { unix_socket_directories: '/tmp, /data/run' }
# On real machines a watchdog restarts a leader that hangs; a namespace has none.
watchdog: { mode: 'off' }
YAML
}

# On each app machine: a port that leads to the leader, and one to the replicas. Patroni says which nodes these are; connections to a node
# that has changed its role are closed.
write_leader_proxy() {
  local i
  cat <<CFG
global
  maxconn 1000
defaults
  mode tcp
  timeout connect 3s
  timeout check 2s
  timeout client 15m
  timeout server 15m
  option clitcpka
  option srvtcpka
listen leader
  bind 0.0.0.0:$LEADER_PORT
  option httpchk
  http-check send meth GET uri /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions port 8008
CFG
  for i in $DATABASES; do echo "  server db$i $NET.1$i:5432 check"; done
  cat <<CFG
listen replicas
  bind 0.0.0.0:$REPLICA_PORT
  balance leastconn
  option httpchk
  http-check send meth GET uri /replica?lag=1MB
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions port 8008
CFG
  for i in $DATABASES; do echo "  server db$i $NET.1$i:5432 check"; done
}

write_pgbouncer() {
  cat <<INI
[databases]
handschlag = host=127.0.0.1 port=$LEADER_PORT dbname=handschlag
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = $POOL_PORT
unix_socket_dir =
auth_type = scram-sha-256
auth_file = /shared/etc/userlist.txt
pool_mode = transaction
default_pool_size = 12
max_client_conn = 200
max_prepared_statements = 200
; The role has the settings instead (cluster.sh).
ignore_startup_parameters = options, extra_float_digits
; After a failover a new connection is tried each second, not after 15.
server_login_retry = 1
server_connect_timeout = 3
query_wait_timeout = 10
INI
}

# In front of both servers. While the database fails over none is ready; then any that lives responds, in words that a customer
# understands, and serves the files of the build.
write_web_proxy() {
  local i
  cat <<CFG
global
  maxconn 2000
defaults
  mode http
  timeout connect 2s
  timeout check 4s
  timeout client 60s
  timeout server 60s
  timeout http-keep-alive 10s
  option forwardfor
  option redispatch
  retries 3
frontend web
  bind 0.0.0.0:$WEB_PORT
  use_backend alive if { nbsrv(ready) eq 0 }
  default_backend ready
backend ready
  # A server that dies has answered nothing: pages are fetched from the other one. What a customer sends is never sent twice.
  retry-on conn-failure empty-response
  http-request disable-l7-retry unless METH_GET
  option httpchk
  http-check send meth GET uri /readyz
  http-check expect status 200
  default-server inter 1s fall 2 rise 1
CFG
  for i in $APPS; do echo "  server app$i $NET.2$i:3000 check"; done
  cat <<CFG
backend alive
  option httpchk
  http-check send meth GET uri /healthz
  default-server inter 2s fall 2 rise 1
CFG
  for i in $APPS; do echo "  server app$i $NET.2$i:3000 check"; done
  # Sandbox and mail server listen on the hub's own address only.
  cat <<CFG
listen sandbox
  mode tcp
  bind $NET.1:$SANDBOX_PORT
  server sandbox 127.0.0.1:$SANDBOX_PORT
listen mail
  mode tcp
  bind $NET.1:$MAIL_PORT
  server mail 127.0.0.1:$MAIL_PORT
CFG
}

write_config() {
  local i
  mkdir -p "$SHARED/etc"
  for i in $DATABASES; do write_patroni "$i" >"$SHARED/etc/patroni$i.yml"; done
  write_leader_proxy >"$SHARED/etc/leader.cfg"
  write_web_proxy >"$SHARED/etc/web.cfg"
  write_pgbouncer >"$SHARED/etc/pgbouncer.ini"
  write_pgbackrest >"$SHARED/etc/pgbackrest.conf"
  echo "\"handschlag\" \"$APP_PASSWORD\"" >"$SHARED/etc/userlist.txt"
  cp "$HERE/guard.sh" "$SHARED/etc/guard.sh"
}

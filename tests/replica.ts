import { execFileSync } from 'node:child_process'
import { appendFileSync, chownSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startLocalDatabase } from '#src/platform/server/database/localDatabase.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'

/** Starts a separate PostgreSQL with a streaming replica, in folders below `home`. `stop` ends both. */
export async function startPair(home: string) {
  const primary = await startLocalDatabase({ folder: join(home, 'primary') })
  appendFileSync(join(home, 'primary/cluster/pg_hba.conf'), 'host replication all 127.0.0.1/32 scram-sha-256\n')
  const client = new pg.Client(primary.url)
  await client.connect()
  await client.query('select pg_reload_conf()')
  await client.query(`select pg_backup_start('replica', true)`)
  // Keeps the owner: run as root, the server uses another user.
  execFileSync('cp', ['-a', join(home, 'primary'), join(home, 'replica')])
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()')
  await client.end()
  const data = join(home, 'replica/cluster')
  for (const left of ['postmaster.pid', 'postmaster.opts']) rmSync(join(data, left), { force: true })
  const { uid, gid } = statSync(data)
  for (const [name, text] of [
    ['backup_label', rows[0]?.labelfile ?? ''],
    ['standby.signal', ''],
  ] as const) {
    writeFileSync(join(data, name), text)
    chownSync(join(data, name), uid, gid)
  }
  const { hostname, port, username, password } = new URL(primary.url)
  const conninfo = `host=${hostname} port=${port} user=${username} password=${password}`
  appendFileSync(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\nwal_retrieve_retry_interval = '200ms'\n`)
  const replica = await startLocalDatabase({ folder: join(home, 'replica') })
  return {
    primary,
    replica,
    /** Restarts the same replica after it was stopped. */
    startReplica: () => startLocalDatabase({ folder: join(home, 'replica'), port: Number(new URL(replica.url).port) }),
    stop: async () => {
      await replica.stop()
      await primary.stop()
    },
  }
}

/** A change that is visible to all queries. */
export const renameCompanies = (db: Database | Transaction, companyName: string) =>
  db.updateTable('companies').set({ companyName }).execute()

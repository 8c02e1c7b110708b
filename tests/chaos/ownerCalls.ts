import pg from 'pg'
import type { Rng } from '../rng.ts'
import { post } from './post.ts'
import type { CompanyOwner } from './seed.ts'
import type { System } from './system.ts'

/** Calls of owners to any of the servers, and queries on the database; undefined, or no rows, while either is down. */
export function openOwnerCalls({ system, rng }: { system: System; rng: Rng }) {
  async function callAs({ cookie }: CompanyOwner, name: string, body: object) {
    try {
      const url = `${rng.one(system.servers).url}/functions/v1/${name}`
      return await post(url, { body, headers: { cookie, 'x-forwarded-for': '198.19.0.2' }, signal: AbortSignal.timeout(20_000) })
    } catch {
      return undefined
    }
  }

  async function read<Row extends pg.QueryResultRow>(statement: string, values: unknown[]): Promise<Row[]> {
    const client = new pg.Client({ connectionString: system.database.url, connectionTimeoutMillis: 5_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query<Row>(statement, values)).rows
    } catch {
      return []
    } finally {
      await client.end().catch(() => {})
    }
  }

  return { callAs, read }
}

import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { berlinDay, berlinInstant } from '#src/platform/kit/dates.ts'
import { startLocalDatabase } from '#src/platform/server/database/localDatabase.ts'
import { migrate } from '#src/platform/server/database/migrate.ts'
import { openDatabase, openPool } from '#src/platform/server/db.ts'
import { openLog } from '#src/platform/server/log.ts'
import { loadPlaces } from '#src/site/search/places/actions.ts'
import { loadCatalogue } from '#src/supply/services/catalogue/actions.ts'
import { batchesOf, buildIndex, type Known, seedDataset } from './seed.ts'

/**
 * Opens a database with the labelled dataset, ready to be searched. `--n` is the number of companies; `--keep` saves the dataset for the
 * next run with the same number, because a million take a quarter of an hour. `onBatch` gets every company with its id.
 */
export async function openDataset(words: string[], onBatch?: (batch: Known[]) => void) {
  const { values } = parseArgs({
    args: words,
    options: { n: { type: 'string', default: '100000' }, keep: { type: 'boolean', default: false } },
  })
  const count = Number(values.n)
  const folder = resolve(values.keep ? `.cache/dataset-${count}` : `.cache/bench.${process.pid}`)
  const stamp = join(folder, 'filled')
  const isFilled = existsSync(stamp)
  if (!isFilled) rmSync(folder, { recursive: true, force: true })
  const database = await startLocalDatabase({ folder, isThrowaway: true })
  const pool = openPool({ url: database.url, size: 4, log: openLog('error') })
  const close = async () => {
    await pool.end()
    await database.stop()
    if (!values.keep) rmSync(folder, { recursive: true, force: true })
  }
  try {
    // A saved dataset may be older than the last migration or the catalogue.
    await migrate(pool)
    await loadCatalogue({ db: openDatabase(pool), now: () => new Date() })
    if (!isFilled) console.log(`${count.toLocaleString('en')} companies: ${await fill({ pool, url: database.url, count })}`)
    writeFileSync(stamp, '')
    if (onBatch) for (const batch of batchesOf(count)) onBatch(batch)
    return { count, pool, url: database.url, db: openDatabase(pool), now: await dayOf(pool), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Noon of the day on which the free times begin: those of a saved dataset are soon in the past. */
async function dayOf(pool: pg.Pool) {
  const { rows } = await pool.query<{ day: string }>('select max(free_from) as day from search_companies')
  return berlinInstant(rows[0]?.day ?? berlinDay(new Date()), '12:00')
}

async function fill({ pool, url, count }: { pool: pg.Pool; url: string; count: number }) {
  await loadPlaces({ db: openDatabase(pool) })
  const client = new pg.Client(url)
  await client.connect()
  await seedDataset(client, count)
  const built = await buildIndex(client, openDatabase(pool))
  await client.end()
  return built
}

import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { startLocalDatabase } from '#src/platform/server/database/localDatabase.ts'
import { migrate } from '#src/platform/server/database/migrate.ts'
import { openDatabase, openPool } from '#src/platform/server/db.ts'
import { openLog } from '#src/platform/server/log.ts'
import { loadPlaces } from '#src/site/search/places/actions.ts'
import { loadCatalogue } from '#src/supply/services/catalogue/actions.ts'
import { holdIndex } from '#src/supply/services/understanding/actions.ts'
import { claimFolder, quickPlace } from '../scripts/throwaway.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string
  }
}

/** One migrated database, the template that every test file clones; deleted when the run ends. */
export default async function setUp(project: TestProject) {
  const folder = await claimFolder(quickPlace, 'handschlag-tests')
  const database = await startLocalDatabase({ folder, isThrowaway: true })
  const pool = openPool({ url: database.url, size: 2, log: openLog('warn') })
  await migrate(pool)
  await loadPlaces({ db: openDatabase(pool) })
  await loadCatalogue({ db: openDatabase(pool), now: () => new Date() })
  // The search index is stored in the template, too.
  await holdIndex({ db: openDatabase(pool) })
  await pool.end()
  project.provide('databaseUrl', database.url)
  return async () => {
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

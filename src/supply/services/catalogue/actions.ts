import { readFile } from 'node:fs/promises'
import type { App } from '#src/platform/server/app.ts'
import { primaryOf, type Transaction } from '#src/platform/server/db.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { productFolder } from '#src/platform/server/productFolder.ts'
import { hasCompanies, lockCatalogue, markPackaged, readPackaged, upsertCatalogue, writePhrases } from './loadStore.ts'
import type { CataloguePackage } from './package.ts'
import type { Catalogue } from './rules.ts'
import { readCatalogue, readRevision } from './store.ts'

/** Version of the packaged catalogue. Raise it when catalogue/services.json or its parser changes. */
const packagedVersion = 'services 23, read 14'

/** Loads the packaged catalogue into the database, unless it has this version. Runs at the start of every server. */
export async function loadCatalogue({ db, now }: Pick<App, 'db' | 'now'>) {
  if ((await readPackaged(db)) === packagedVersion) return
  const packaged = JSON.parse(await readFile(new URL('catalogue/services.json', productFolder), 'utf8')) as CataloguePackage
  await db.transaction().execute(async (tx) => {
    await lockCatalogue(tx)
    if ((await readPackaged(tx)) === packagedVersion) return
    await upsertCatalogue(tx, packaged, now())
    await markPackaged(tx, packagedVersion)
    await followCatalogue(tx)
  })
}

/** Rebuilds the phrases after every change of the catalogue, and enqueues the rebuild of the search index that uses them. */
export async function followCatalogue(tx: Transaction) {
  await writePhrases(tx)
  if (await hasCompanies(tx)) await enqueue(tx, { name: 'search.rebuild', payload: {}, key: 'search.rebuild' })
}

type Held = { catalogue: Promise<Catalogue>; askedAt: number }
const held = new WeakMap<App['db'], Held>()
/** Time for which a process may use its cached catalogue before it checks the revision again. */
const recheckMs = 5_000

/** Returns the catalogue, cached per process and reloaded when its revision differs. */
export async function holdCatalogue({ db }: Pick<App, 'db'>): Promise<Catalogue> {
  const last = held.get(primaryOf(db))
  const now = performance.now()
  if (last && now - last.askedAt < recheckMs) return last.catalogue
  if (last) {
    last.askedAt = now
    if ((await readRevision(db)) === (await last.catalogue).revision) return last.catalogue
  }
  const catalogue = readCatalogue(db)
  held.set(primaryOf(db), { catalogue, askedAt: now })
  catalogue.catch(() => held.delete(primaryOf(db)))
  return catalogue
}

/** Invalidates this process's cached catalogue after a change. */
export const invalidateCatalogue = ({ db }: Pick<App, 'db'>) => held.delete(primaryOf(db))

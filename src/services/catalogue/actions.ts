import { readFile } from 'node:fs/promises'
import type { App } from '#src/server/app.ts'
import { primaryOf, type Transaction } from '#src/server/db.ts'
import { enqueue } from '#src/server/jobs.ts'
import { productFolder } from '#src/server/productFolder.ts'
import { hasCompanies, lockCatalogue, markPackaged, readPackaged, upsertCatalogue, writePhrases } from './loadStore.ts'
import type { CataloguePackage } from './package.ts'
import type { Catalogue } from './rules.ts'
import { readCatalogue, readRevision } from './store.ts'

/** Raise it when catalogue/services.json changes, or the way it is read. */
const packagedVersion = 'services 23, read 14'

/** Brings the packaged catalogue into the database, unless it has this version of it. Every server asks when it starts. */
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

/** After every change of it: companies that only have words of their own are found by the phrases of now. */
export async function followCatalogue(tx: Transaction) {
  await writePhrases(tx)
  if (await hasCompanies(tx)) await enqueue(tx, { name: 'search.rebuild', payload: {}, key: 'search.rebuild' })
}

type Held = { catalogue: Promise<Catalogue>; askedAt: number }
const held = new WeakMap<App['db'], Held>()
/** How long a process may answer from an older catalogue after the operator changed it. */
const askAgainMs = 5_000

/** The catalogue as this process holds it: read once, and again when its revision differs. */
export async function holdCatalogue({ db }: Pick<App, 'db'>): Promise<Catalogue> {
  const last = held.get(primaryOf(db))
  const now = performance.now()
  if (last && now - last.askedAt < askAgainMs) return last.catalogue
  if (last) {
    last.askedAt = now
    if ((await readRevision(db)) === (await last.catalogue).revision) return last.catalogue
  }
  const catalogue = readCatalogue(db)
  held.set(primaryOf(db), { catalogue, askedAt: now })
  catalogue.catch(() => held.delete(primaryOf(db)))
  return catalogue
}

/** After a change in this process: the next reader reads anew. */
export const forgetCatalogue = ({ db }: Pick<App, 'db'>) => held.delete(primaryOf(db))

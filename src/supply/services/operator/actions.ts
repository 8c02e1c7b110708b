import { invalidInput } from '#src/platform/kit/problems.ts'
import { slugOf } from '#src/platform/kit/text.ts'
import type { App } from '#src/platform/server/app.ts'
import { type OperatorAct, recordOperatorAct } from '#src/platform/server/audit.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { type ListRequest, readListPage } from '#src/platform/server/pages.ts'
import { followCatalogue, invalidateCatalogue } from '../catalogue/actions.ts'
import { type CatalogueList, catalogueProblems, catalogueTexts, type EntryChange, type NewEntry, type NewTrade } from './rules.ts'
import {
  countEntries,
  findEntry,
  insertService,
  insertTrade,
  listEntries,
  listTrades,
  lockEntry,
  raiseRevision,
  updateEntry,
} from './store.ts'

/** Returns a page of the catalogue's matching trades and services. */
export const readEntries = (app: App, asked: ListRequest<CatalogueList>) =>
  readListPage(app.db, asked, { list: listEntries, count: countEntries })

export const readTrades = async (app: App) => ({ trades: await listTrades(app.db) })

/** Renames an entry, hides it or shows it again; its id and everything tied to it stay. Throws catalogueProblems.unknown. */
export async function changeEntry(app: App, { caller, ...wanted }: EntryChange & { caller: OperatorAct }) {
  await app.db.transaction().execute(async (tx) => {
    const { what, id, isHidden } = wanted
    const before = await lockEntry(tx, { what, id })
    if (!before) throw catalogueProblems.unknown()
    const ownName = wanted.ownName === before.name ? null : wanted.ownName
    await updateEntry(tx, { what, id, ownName, isHidden, now: app.now() })
    await raiseRevision(tx)
    await followCatalogue(tx)
    await recordOperatorAct(app, tx, {
      caller,
      action: 'catalogue.change',
      objectType: 'catalogueEntry',
      objectId: id,
      before: { name: before.ownName ?? before.name, isHidden: before.hiddenAt !== null },
      after: { name: ownName ?? before.name, isHidden },
    })
  })
  invalidateCatalogue(app)
}

/** Adds a service under an id derived from its name. Throws catalogueProblems.known, invalidInput for a hidden trade. */
export const addService = (app: App, { caller, ...entry }: NewEntry & { caller: OperatorAct }) =>
  addEntry(app, {
    caller,
    entry,
    after: { name: entry.name, tradeId: entry.tradeId, said: entry.said },
    async write(tx, id) {
      if (!(await listTrades(tx)).some((trade) => trade.id === entry.tradeId)) throw invalidInput({ tradeId: [catalogueTexts.trade] })
      return insertService(tx, { id, entry })
    },
  })

/** Adds a trade under an id derived from its name. Throws catalogueProblems.known. */
export const addTrade = (app: App, { caller, ...entry }: NewTrade & { caller: OperatorAct }) =>
  addEntry(app, { caller, entry, after: entry, write: (tx, id) => insertTrade(tx, { id, entry }) })

type Adding = {
  caller: OperatorAct
  entry: { name: string }
  /** Values for the audit log. */
  after: object
  write: (tx: Transaction, id: string) => Promise<object | undefined>
}

async function addEntry(app: App, { caller, entry, after, write }: Adding) {
  const id = slugOf(entry.name)
  if (id === '') throw invalidInput({ name: [catalogueTexts.name] })
  await app.db.transaction().execute(async (tx) => {
    if ((await findEntry(tx, id)) || !(await write(tx, id))) throw catalogueProblems.known()
    await raiseRevision(tx)
    await followCatalogue(tx)
    await recordOperatorAct(app, tx, { caller, action: 'catalogue.add', objectType: 'catalogueEntry', objectId: id, after })
  })
  invalidateCatalogue(app)
  return { id }
}

import { type Change, openJournal } from './journal.ts'
import type { Tables } from './tables.ts'

type Transaction = { changes: Change[]; undo: (() => void)[] }
type Maps = { [K in keyof Tables]: Map<string, Tables[K]> }

/**
 * Durable store of the sandbox: every object in a Map, every transaction one line of a journal. Objects are never changed in place; put a
 * new one. Await `durable()` before sending a response that depends on a change.
 */
export type Store = {
  get: <K extends keyof Tables>(table: K, id: string) => Tables[K] | undefined
  /** All objects of a table, oldest first. */
  all: <K extends keyof Tables>(table: K) => Tables[K][]
  /** All ids and objects of a table, oldest first. */
  entries: <K extends keyof Tables>(table: K) => [string, Tables[K]][]
  put: <K extends keyof Tables>(table: K, id: string, value: Tables[K]) => void
  remove: (table: keyof Tables, id: string) => void
  /**
   * Runs the work at once; if it throws, all its changes are undone. An inner transaction can fail alone; the rest is written to disk with
   * the outer one.
   */
  transact: <T>(work: () => T) => T
  /** Resolves when all changes so far are on disk. */
  durable: () => Promise<void>
  clear: () => void
  close: () => Promise<void>
}

export function openStore(file: string | undefined, emptyTables: () => Maps): Store {
  const maps = emptyTables()
  const journal = file ? openJournal(file, maps) : undefined
  let current: Transaction | undefined

  const change = <K extends keyof Tables>(table: K, id: string, value: Tables[K] | undefined): void => {
    if (!current) {
      transact(() => change(table, id, value))
      return
    }
    const map: Map<string, Tables[K]> = maps[table]
    const before = map.get(id)
    current.undo.push(() => (before === undefined ? map.delete(id) : map.set(id, before)))
    current.changes.push([table, id, value ?? null])
    if (value === undefined) map.delete(id)
    else map.set(id, value)
  }

  const transact = <T>(work: () => T): T => {
    const outer = current
    const mine: Transaction = outer ?? { changes: [], undo: [] }
    const savepoint = { changes: mine.changes.length, undo: mine.undo.length }
    current = mine
    try {
      const result = work()
      if (!outer && mine.changes.length > 0) journal?.append(mine.changes)
      return result
    } catch (error) {
      for (const step of mine.undo.splice(savepoint.undo).reverse()) step()
      mine.changes.splice(savepoint.changes)
      throw error
    } finally {
      current = outer
    }
  }

  return {
    get: (table, id) => maps[table].get(id),
    all: (table) => [...maps[table].values()],
    entries: (table) => [...maps[table].entries()],
    put: (table, id, value) => change(table, id, value),
    remove: (table, id) => change(table, id, undefined),
    transact,
    durable: async () => journal?.durable(),
    clear: () => {
      for (const map of Object.values(maps)) map.clear()
      journal?.clear()
    },
    close: async () => journal?.close(),
  }
}

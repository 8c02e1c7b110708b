import { closeSync, existsSync, fdatasyncSync, mkdirSync, openSync, readFileSync, renameSync, truncateSync, writeSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Tables } from './tables.ts'

type Change = [table: keyof Tables, id: string, value: unknown]
type Transaction = { changes: Change[]; undo: (() => void)[] }
type Maps = { [K in keyof Tables]: Map<string, Tables[K]> }

const compactAboveBytes = 8_000_000

/**
 * The sandbox's durable memory: every object in a Map, every transaction one line of a journal.
 * Objects are never changed in place; put a new one. Await `durable()` before answering anything that depends on a change.
 */
export type Store = {
  get: <K extends keyof Tables>(table: K, id: string) => Tables[K] | undefined
  /** All objects of a table, oldest first. */
  all: <K extends keyof Tables>(table: K) => Tables[K][]
  put: <K extends keyof Tables>(table: K, id: string, value: Tables[K]) => void
  remove: (table: keyof Tables, id: string) => void
  /** Runs the work at once; when it throws, nothing of it remains. Transactions do not nest: an inner one joins the outer. */
  transact: <T>(work: () => T) => T
  /** Resolves when every change made so far is on the disk. */
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
    if (current) return work()
    const mine: Transaction = { changes: [], undo: [] }
    current = mine
    try {
      const result = work()
      if (mine.changes.length > 0) journal?.append(mine.changes)
      return result
    } catch (error) {
      for (const step of mine.undo.reverse()) step()
      throw error
    } finally {
      current = undefined
    }
  }

  return {
    get: (table, id) => maps[table].get(id),
    all: (table) => [...maps[table].values()],
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

type Journal = { append: (changes: Change[]) => void; durable: () => Promise<void>; clear: () => void; close: () => Promise<void> }

function openJournal(file: string, maps: Maps): Journal {
  mkdirSync(dirname(file), { recursive: true })
  const bytes = replay(file, maps)
  if (bytes > compactAboveBytes) compact(file, maps)
  let handle: FileHandle | undefined
  let waiting: string[] = []
  let writing: Promise<void> | undefined
  let failure: unknown

  const write = async () => {
    handle ??= await open(file, 'a')
    while (waiting.length > 0) {
      const lines = waiting.join('')
      waiting = []
      await handle.appendFile(lines)
      await handle.datasync()
    }
  }
  const start = () => {
    writing ??= write()
      .catch((error: unknown) => {
        failure = error
      })
      .finally(() => {
        writing = undefined
      })
  }
  const durable = async () => {
    while (writing) await writing
    if (failure) throw failure
  }
  return {
    append: (changes) => {
      waiting.push(`${JSON.stringify(changes)}\n`)
      start()
    },
    durable,
    clear: () => {
      waiting.push('"clear"\n')
      start()
    },
    close: async () => {
      await durable()
      await handle?.close()
      compact(file, maps)
    },
  }
}

/** Reads the journal into the maps; a last line torn by a crash is cut off. Returns the bytes that remain. */
function replay(file: string, maps: Maps): number {
  if (!existsSync(file)) return 0
  const content = readFileSync(file)
  const end = content.lastIndexOf(10) + 1
  if (end < content.length) truncateSync(file, end)
  const lines = content.subarray(0, end).toString('utf8').split('\n')
  lines.forEach((line, index) => {
    if (line === '') return
    try {
      applyLine(JSON.parse(line), maps)
    } catch (error) {
      throw new Error(`${file}, line ${index + 1} is not a journal line; delete the file to start empty`, { cause: error })
    }
  })
  return end
}

function applyLine(line: 'clear' | Change[], maps: Maps) {
  if (line === 'clear') {
    for (const map of Object.values(maps)) map.clear()
    return
  }
  for (const [table, id, value] of line) {
    // A table of an older sandbox that is gone now is skipped. The journal is our own file, so its values are trusted.
    const map: Map<string, unknown> | undefined = maps[table]
    if (value === null) map?.delete(id)
    else map?.set(id, value)
  }
}

function compact(file: string, maps: Maps) {
  const next = `${file}.next`
  const descriptor = openSync(next, 'w')
  for (const [table, map] of Object.entries(maps)) {
    for (const [id, value] of map) writeSync(descriptor, `${JSON.stringify([[table, id, value]])}\n`)
  }
  fdatasyncSync(descriptor)
  closeSync(descriptor)
  renameSync(next, file)
}

import { closeSync, existsSync, fdatasyncSync, mkdirSync, openSync, readFileSync, renameSync, truncateSync, writeSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'

export type Change = [table: string, id: string, value: unknown]
type Maps = Record<string, Map<string, unknown>>

const compactAboveBytes = 8_000_000

/** Append-only file of transactions, one per line; changes made during a write share the next write. */
export type Journal = { append: (changes: Change[]) => void; durable: () => Promise<void>; clear: () => void; close: () => Promise<void> }

/** Loads the file into the maps and keeps it open; a long file is rewritten first. */
export function openJournal(file: string, maps: Maps): Journal {
  mkdirSync(dirname(file), { recursive: true })
  const bytes = replay(file, maps)
  if (bytes > compactAboveBytes) compact(file, maps)
  let handle: FileHandle | undefined
  let waiting: string[] = []
  let writing: Promise<void> | undefined
  let failure: unknown

  const write = async () => {
    try {
      handle ??= await open(file, 'a')
      while (waiting.length > 0) {
        const lines = waiting.join('')
        waiting = []
        await handle.appendFile(lines)
        await handle.datasync()
      }
    } catch (error) {
      // From now on nothing is written and no response is sent: the file stays intact.
      failure = error
    } finally {
      // In the same tick as the last check of `waiting`; otherwise a change in between would be lost.
      writing = undefined
    }
  }
  const add = (line: string) => {
    if (failure) return
    waiting.push(line)
    writing ??= write()
  }
  const durable = async () => {
    while (writing) await writing
    if (failure) throw failure
  }
  return {
    append: (changes) => add(`${JSON.stringify(changes)}\n`),
    durable,
    clear: () => add('"clear"\n'),
    close: async () => {
      await durable()
      await handle?.close()
      compact(file, maps)
    },
  }
}

/** Loads the journal into the maps; truncates a last line that a crash cut off. Returns the remaining bytes. */
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
    // Skips tables of an older sandbox. The journal is our own file, so its values are trusted.
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

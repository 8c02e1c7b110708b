import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setImmediate as yieldLoop } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { z } from 'zod'
import { productFolder } from '#src/platform/server/productFolder.ts'

export const dumpFile = new URL('scripts/demo/living.json.br', productFolder)

/** Rows of one table, column by column, because this compresses best. */
const rows = z.object({ columns: z.array(z.string()), values: z.array(z.array(z.unknown())) })
const change = z.object({ put: z.record(z.string(), rows), gone: z.record(z.string(), z.array(z.string())) })
/** The first state, and the changes until each next midnight. `keys` are the primary keys of the tables. */
export const dump = z.object({
  monday: z.string(),
  seed: z.number(),
  keys: z.record(z.string(), z.array(z.string())),
  days: z.array(change),
})
export type Dump = z.infer<typeof dump>
export type Row = Record<string, unknown>
/** Places of the database are named 'database …', those of the payment sandbox 'sandbox …'; there a row is its id and its object. */
export type Places = Map<string, Row[]>

const decompress = promisify(brotliDecompress)

/** Characters that are filled at once: in between, the process answers requests. */
const pieceLength = 1_000_000

/** Replaces the placeholders of the dump by ids that are the same in every installation and have the same order as the original ids. */
async function fillMarks(text: string, origin: string) {
  const filled = new Map<string, string>()
  const fill = (mark: string, kind: string, number: string) => {
    const known = filled.get(mark)
    if (known !== undefined) return known
    const made = kind === 'o' ? origin : idSuffixOf(kind, number)
    filled.set(mark, made)
    return made
  }
  const pieces: string[] = []
  for (let start = 0; start < text.length; ) {
    // A comma is never inside of a placeholder.
    const comma = text.indexOf(',', start + pieceLength)
    const end = comma === -1 ? text.length : comma
    pieces.push(text.slice(start, end).replace(/§([a-z])([0-9a-z]*);/g, fill))
    start = end
    await yieldLoop()
  }
  return pieces.join('')
}

function idSuffixOf(kind: string, number: string) {
  const hash = createHash('sha256').update(`handschlag demo/${kind === 'n' ? 'u' : kind}/${number}`)
  if (kind === 'h') return hash.digest('base64url')
  if (kind === 'x') return hash.digest('hex')
  if (kind === 's') return hash.digest('base64url').replace(/[-_]/g, '0').slice(0, 24)
  const moment = (idsSince + Number.parseInt(number, 36)).toString(16).padStart(12, '0')
  const chance = hash.digest('hex')
  const id = `${moment}7${chance.slice(0, 3)}8${chance.slice(3, 18)}`
  return kind === 'n' ? id : id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
/** Earlier than any id that an installation makes itself. */
const idsSince = Date.UTC(2026, 0, 1)

/** The demo as it stood at the beginning of a day of its week, 0 to 6, in ids of this installation. */
export async function readDump({ origin, weekday }: { origin: string; weekday: (monday: string) => number }) {
  const text = (await decompress(await readFile(dumpFile))).toString('utf8')
  const { monday, keys, days } = dump.parse(JSON.parse(await fillMarks(text, origin)))
  const places: Places = new Map()
  const index = new Map<string, Map<string, Row>>()
  for (const { put, gone } of days.slice(0, weekday(monday) + 1)) {
    for (const [place, ids] of Object.entries(gone)) for (const id of ids) index.get(place)?.delete(id)
    for (const [place, { columns, values }] of Object.entries(put)) {
      const known = index.get(place) ?? new Map<string, Row>()
      index.set(place, known)
      for (let at = 0; at < (values[0]?.length ?? 0); at++) {
        const row = Object.fromEntries(columns.map((column, position) => [column, values[position]?.[at]]))
        known.set(keyOf(keys[place] ?? ['id'], row), row)
      }
    }
  }
  for (const [place, known] of index) places.set(place, [...known.values()])
  return { monday, places }
}

export const keyOf = (key: readonly string[], row: Row) => key.map((column) => String(row[column])).join(' ')

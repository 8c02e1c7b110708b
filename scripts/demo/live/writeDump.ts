import { writeFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import { type Dump, dumpFile, type Row } from '../dumpFile.ts'
import type { Facts } from './snapshot.ts'

type Shots = { monday: string; seed: number; keys: Record<string, string[]>; shots: readonly Facts[]; origin: string }

/** Writes the states at the week's midnights as one small file; returns its size in bytes. */
export function writeDump({ shots, origin, ...facts }: Shots) {
  const days = shots.map((shot, day) => changesSince(shots[day - 1], shot))
  const text = JSON.stringify({ ...facts, days } satisfies Dump)
  const marked = setMarks(text.replaceAll(origin, '§o;'))
  const bytes = brotliCompressSync(marked, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 10,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(marked),
    },
  })
  writeFileSync(dumpFile, bytes)
  return bytes.length
}

function changesSince(before: Facts | undefined, now: Facts): Dump['days'][number] {
  const put: Dump['days'][number]['put'] = {}
  const gone: Record<string, string[]> = {}
  for (const [place, rows] of now) {
    const old = before?.get(place)
    const changed = [...rows].filter(([key, row]) => JSON.stringify(old?.get(key)) !== JSON.stringify(row)).map(([, row]) => row)
    if (changed.length > 0) put[place] = inColumns(changed)
    const lost = old ? [...old.keys()].filter((key) => !rows.has(key)) : []
    if (lost.length > 0) gone[place] = lost
  }
  return { put, gone }
}

function inColumns(rows: readonly Row[]) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return { columns, values: columns.map((column) => rows.map((row) => row[column])) }
}

/**
 * Ids and hashes are random and cannot be compressed: they are replaced by numbers, from which the loader makes other ids. The ids of the
 * database are numbered in their order, because lists are sorted by them.
 */
function setMarks(text: string) {
  const found = new Set<string>()
  for (const [id] of text.matchAll(databaseId)) found.add(id)
  const order = new Map([...found].sort().map((id, number) => [id, number.toString(36)]))
  const bare = new Map([...order].map(([id, number]) => [id.replaceAll('-', ''), number]))
  const others = { s: new Map<string, string>(), h: new Map<string, string>(), x: new Map<string, string>() }
  const mark = (kind: keyof typeof others, secret: string) => {
    const known = others[kind]
    const number = known.get(secret) ?? known.size.toString(36)
    known.set(secret, number)
    return `§${kind}${number};`
  }
  return text
    .replace(databaseId, (id) => `§u${order.get(id)};`)
    .replace(/[0-9a-f]{32}/gi, (id) => (bare.has(id.toLowerCase()) ? `§n${bare.get(id.toLowerCase())};` : id))
    .replace(/((?:[a-z]+_)+)(?=[A-Za-z]*[0-9A-Z])([A-Za-z0-9]{14,80})/g, (_, prefix: string, secret: string) => prefix + mark('s', secret))
    .replace(/"[0-9a-f]{64}"/g, (secret) => `"${mark('x', secret)}"`)
    .replace(/"(?=[^"]*[0-9A-Z])[A-Za-z0-9_-]{43}"/g, (secret) => `"${mark('h', secret)}"`)
}
const databaseId = /[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g

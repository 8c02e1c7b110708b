import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Reads what an earlier drill of this cluster stored, so that all payments and mails since its start are judged. */
export function readKept<Value>(folder: string, name: string, otherwise: Value): Value {
  const file = join(folder, `${name}.json`)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Value) : otherwise
}

export const writeKept = (folder: string, name: string, value: unknown) =>
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(value))

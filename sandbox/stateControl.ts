import type { Box } from './operations.ts'
import { invalidRequest } from './problems.ts'
import { changeSettings, readSettings } from './settings.ts'
import { emptyTables, type Tables } from './tables.ts'

const names = Object.keys(emptyTables()) as (keyof Tables)[]

/** Export and import of the whole state, for a program that created a history here and loads it into another sandbox. */
export const stateVerbs = (box: Box, reset: () => void): Record<string, (input: Record<string, unknown>) => unknown> => ({
  export: (input) => ({ rows: box.store.entries(tableOf(input.table)) }),
  import: ({ isFirst, rows }) => {
    if (!Array.isArray(rows)) throw invalidRequest('rows must be a list.')
    if (isFirst) {
      const settings = readSettings(box.store)
      box.store.clear()
      changeSettings(box.store, settings)
      reset()
    }
    box.store.transact(() => {
      // Exported by another sandbox, so the values are trusted like those of its own journal.
      for (const [table, id, value] of rows) box.store.put(tableOf(table), String(id), value)
    })
    return { imported: rows.length }
  },
})

function tableOf(name: unknown) {
  const found = names.find((one) => one === name)
  if (!found) throw invalidRequest(`table must be one of ${names.join(', ')}.`)
  return found
}

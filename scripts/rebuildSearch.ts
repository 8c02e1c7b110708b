import { parseArgs } from 'node:util'
import { rebuildSearch } from '#src/site/search/index/actions.ts'
import { orderRows } from '#src/site/search/index/store.ts'
import { withDatabase } from './database.ts'

/**
 * Rebuilds the search's table: `npm run rebuild-search`. It may run beside the server, be stopped and be started again. With `--order` its rows
 * are put in order at the end, while searches wait (docs/operations.md#the-search).
 */
const { values } = parseArgs({ options: { order: { type: 'boolean', default: false } } })
await withDatabase(async ({ db }) => {
  await rebuildSearch({ db }, (done, total) => console.log(`${done} von ${total} Firmen`))
  if (!values.order) return
  console.log('Die Zeilen werden geordnet …')
  await orderRows(db)
})

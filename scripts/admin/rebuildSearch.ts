import { rebuildSearch } from '#src/site/search/index/actions.ts'
import { orderRows } from '#src/site/search/index/store.ts'
import type { Run } from './commands.ts'
import { withDatabase } from './openApp.ts'

/** Rebuilds the search's table; `--order` orders its rows at the end, while searches wait (docs/operations.md#the-search). */
export const run: Run = ({ options }) =>
  withDatabase(async ({ db }) => {
    await rebuildSearch({ db }, (done, total) => console.log(`${done} of ${total} companies`))
    if (!options.order) return 0
    console.log('Ordering the rows …')
    await orderRows(db)
    return 0
  })

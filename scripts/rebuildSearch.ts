import { rebuildSearch } from '#src/search/index/actions.ts'
import { withDatabase } from './database.ts'

/** Rebuilds the search's table: `npm run rebuild-search`. It may run beside the server, be stopped and be started again. */
await withDatabase(({ db }) => rebuildSearch({ db }, (done, total) => console.log(`${done} von ${total} Firmen`)))

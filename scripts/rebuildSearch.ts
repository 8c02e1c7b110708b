import { rebuildSearch } from '#src/search/index/actions.ts'
import { withDatabase } from './database.ts'

/** Writes the search's table anew: `npm run rebuild-search`. It may run beside the server, be stopped and be begun again. */
await withDatabase(({ db }) => rebuildSearch({ db }, (done, total) => console.log(`${done} von ${total} Firmen`)))

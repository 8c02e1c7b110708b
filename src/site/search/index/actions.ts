import type { App } from '#src/platform/server/app.ts'
import { countTerms, indexCompanies, listIdsToIndex, splitWords } from './store.ts'

type Progress = (done: number, total: number) => void
const perBatch = 1_000

/**
 * Rebuilds the whole search index in batches, while the product runs. Needed when the known parts of compound words have grown, never for a
 * change of one company. If it was killed, start it again. `onProgress` is called for every batch.
 */
export async function rebuildSearch({ db }: Pick<App, 'db'>, onProgress: Progress) {
  await splitWords(db)
  const ids = await listIdsToIndex(db)
  for (let done = 0; done < ids.length; done += perBatch) {
    await indexCompanies(db, ids.slice(done, done + perBatch))
    onProgress(Math.min(done + perBatch, ids.length), ids.length)
  }
  await countTerms(db)
}

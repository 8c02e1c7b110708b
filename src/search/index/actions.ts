import type { App } from '#src/server/app.ts'
import { countTerms, indexCompanies, listIdsToIndex, splitWords } from './store.ts'

type Progress = (done: number, total: number) => void
const perBatch = 1_000

/**
 * Writes the whole search anew, a batch at a time, while the product runs: needed after the words of compounds have grown, never for a
 * company's change. Killed half-way, it may simply be begun again. `onProgress` hears of every batch.
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

import { openLive } from '#src/platform/server/live.ts'
import { openLog } from '#src/platform/server/log.ts'
import { cacheInterpretations } from '#src/site/search/interpretation/interpretationActions.ts'
import type { Benchmark } from './measure.ts'
import { timeChange, timeClasses } from './search/classes.ts'
import { openDataset } from './search/dataset.ts'

/** Every class of query through the search's own function, as multiples of a prepared point select. The exit code is 1 when one exceeds its bound. */
export async function open(words: string[]): Promise<Benchmark> {
  const rareNames: string[] = []
  const dataset = await openDataset(words, (batch) => {
    const [rare] = batch.flatMap(({ ownName }) => ownName ?? [])
    if (rare) rareNames.push(rare)
  })
  const live = openLive({ url: dataset.url, pool: dataset.pool, log: openLog('error') })
  cacheInterpretations({ db: dataset.db, live })
  const measure = async () => {
    const missed = await timeClasses(dataset, rareNames)
    process.exitCode = missed + (await timeChange(dataset)) ? 1 : 0
  }
  const close = async () => {
    await live.close()
    await dataset.close()
  }
  return { measure, close }
}

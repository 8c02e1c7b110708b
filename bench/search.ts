import { openLive } from '#src/platform/server/live.ts'
import { openLog } from '#src/platform/server/log.ts'
import { cacheReadings } from '#src/site/search/reading/readingActions.ts'
import type { Benchmark } from './measure.ts'
import { timeChange, timeClasses } from './search/classes.ts'
import { openCrowd } from './search/stage.ts'

/** Every class of query through the search's own function, as multiples of a prepared point select. The exit code is 1 when one exceeds its bound. */
export async function open(words: string[]): Promise<Benchmark> {
  const rareNames: string[] = []
  const crowd = await openCrowd(words, (batch) => {
    const [rare] = batch.flatMap(({ ownName }) => ownName ?? [])
    if (rare) rareNames.push(rare)
  })
  const live = openLive({ url: crowd.url, log: openLog('error') })
  cacheReadings({ db: crowd.db, live })
  const measure = async () => {
    const missed = await timeClasses(crowd, rareNames)
    process.exitCode = missed + (await timeChange(crowd)) ? 1 : 0
  }
  const close = async () => {
    await live.close()
    await crowd.close()
  }
  return { measure, close }
}

import { freeDays } from '#src/calendars/slots.ts'
import { randomCase } from '../tests/randomCalendars.ts'
import { freeStartsByMinutes } from '../tests/slotOracle.ts'
import type { Alone } from './measure.ts'

/**
 * Free times of random calendars (100,000, or as many as named) against a search minute by minute with the time zone database, and how much
 * longer that takes. The exit code is 1 when one of them differs.
 */
export async function open([count = '100000']: string[]): Promise<Alone> {
  return { measure, close: async () => undefined }

  async function measure() {
    const took = { ours: 0, oracle: 0 }
    const differing: number[] = []
    let starts = 0
    for (let seed = 1; seed <= Number(count); seed += 1) {
      const { calendar, rule, asked } = randomCase(seed)
      const began = performance.now()
      const found = freeDays(calendar, rule, asked).flatMap((day) => day.starts)
      const computed = performance.now()
      const expected = freeStartsByMinutes(calendar, rule, asked)
      took.ours += computed - began
      took.oracle += performance.now() - computed
      starts += found.length
      if (found.join() !== expected.join()) differing.push(seed)
      if (seed % 10_000 === 0) console.log(`${seed} calendars, ${starts} free times, ${differing.length} differ`)
    }
    const ratio = Math.round(took.oracle / took.ours)
    console.log(JSON.stringify({ bench: 'calendars', calendars: Number(count), starts, differing: differing.slice(0, 20), ratio }))
    process.exitCode = differing.length > 0 ? 1 : 0
  }
}

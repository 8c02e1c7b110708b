import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** In MB: what a server may hold while nobody asks for anything. Below it there is little to give back. */
const mostWhenQuiet = 190
/** What it must have grown by since it last gave back, in MB: what is left then is needed. */
const leastGrowth = 20
const lookEveryMs = 5_000

/**
 * Gives memory back to the system after a load has ended. V8 collects only when it wants room, so a server that many visited kept all their
 * garbage for ever. Collecting everything stops the process for some 150 ms: it waits until next to nothing happened for five seconds.
 */
export function collectWhenQuiet({ most = mostWhenQuiet, everyMs = lookEveryMs } = {}) {
  let seen = performance.eventLoopUtilization()
  let left = 0
  setInterval(() => {
    const now = performance.eventLoopUtilization()
    const isQuiet = performance.eventLoopUtilization(now, seen).utilization < 0.05
    seen = now
    if (!isQuiet || heldMegabytes() < Math.max(most, left + leastGrowth)) return
    // The only kind that gives the room of the young generation back, too.
    collector()({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    left = heldMegabytes()
  }, everyMs).unref()
}

/**
 * V8's own collector. The flag that shows it stands only for a moment: started with it, Node would not use the compiled code that it brings for
 * its own modules, and what is compiled is kept for the flags that stand when the process ends.
 */
function collector(): NonNullable<typeof globalThis.gc> {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  return gc
}

const heldMegabytes = () => process.memoryUsage.rss() / 1_000_000

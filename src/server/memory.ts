import { performance } from 'node:perf_hooks'

/** In MB: what a server may hold while nobody asks for anything. Below it there is little to give back. */
const mostWhenQuiet = 190
/** What it must have grown by since it last gave back, in MB: what is left then is needed. */
const leastGrowth = 20
const lookEveryMs = 5_000

/**
 * Gives memory back to the system after a load has ended. V8 collects only when it wants room, so a server that many visited kept all their
 * garbage for ever. Collecting everything stops the process for some 150 ms: it waits until next to nothing happened for five seconds. Needs
 * the program's flag `--expose-gc` (`serve` in package.json), without which nothing happens.
 */
export function collectWhenQuiet({ most = mostWhenQuiet, everyMs = lookEveryMs } = {}) {
  const { gc } = globalThis
  if (!gc) return
  let seen = performance.eventLoopUtilization()
  let left = 0
  setInterval(() => {
    const now = performance.eventLoopUtilization()
    const isQuiet = performance.eventLoopUtilization(now, seen).utilization < 0.05
    seen = now
    if (!isQuiet || heldMegabytes() < Math.max(most, left + leastGrowth)) return
    // The only kind that gives the room of the young generation back, too.
    gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    left = heldMegabytes()
  }, everyMs).unref()
}

const heldMegabytes = () => process.memoryUsage.rss() / 1_000_000

import { setTimeout as pause } from 'node:timers/promises'
import type { Rng } from '../rng.ts'
import type { System } from './system.ts'

/**
 * Mean milliseconds between two kills: some hit during the recovery from another, others leave a server running for longer. A run for
 * mutations kills more rarely: it needs many operations, and a server that is starting does none. Races of series need no kill at all.
 */
const rhythms = {
  usual: { server: 1_750, database: 11_000 },
  // A run of half a minute is mostly starts, and a killed payout run keeps its lease for five seconds.
  short: { server: 6_000, database: 20_000 },
  rare: { server: 6_000, database: 30_000 },
  never: { server: 1e9, database: 1e9 },
}

/** Kills a random server or PostgreSQL at random moments and restarts it at once. Records the downtimes. */
export function openKiller({ system, rng, rhythm }: { system: System; rng: Rng; rhythm: keyof typeof rhythms }) {
  const { servers, database } = system
  const counts = { servers: 0, database: 0 }
  const longestAwayMs = { server: 0, database: 0 }
  let isRunning = false
  const end = new AbortController()
  const starting = new Set<Promise<void>>()

  async function killServer() {
    const victim = rng.one(servers)
    if (victim.isGone()) return
    counts.servers += 1
    await victim.kill()
    const began = Date.now()
    const isBack = victim.start().then(() => {
      if (victim.isReady()) longestAwayMs.server = Math.max(longestAwayMs.server, Date.now() - began)
    })
    starting.add(isBack)
    void isBack.finally(() => starting.delete(isBack))
  }

  async function killDatabase() {
    counts.database += 1
    const began = Date.now()
    await database.kill()
    await database.start()
    longestAwayMs.database = Math.max(longestAwayMs.database, Date.now() - began)
  }

  async function killRepeatedly(kill: () => Promise<void>, everyMs: number) {
    while (isRunning) {
      await pause(rng.until(everyMs), undefined, { signal: end.signal }).catch(() => {})
      if (isRunning) await kill()
    }
  }

  let hunts: Promise<void>[] = []
  return {
    counts,
    longestAwayMs,
    start: () => {
      isRunning = true
      hunts = [killRepeatedly(killServer, rhythms[rhythm].server), killRepeatedly(killDatabase, rhythms[rhythm].database)]
    },
    /** Resolves once the last killed process runs again. */
    stop: async () => {
      isRunning = false
      end.abort()
      await Promise.all(hunts)
      await Promise.all(starting)
      await Promise.all(servers.filter((one) => one.isGone()).map((one) => one.start()))
    },
  }
}

import { setTimeout as pause } from 'node:timers/promises'
import type { Chance } from './chance.ts'
import type { Stage } from './stage.ts'

/** Mean milliseconds between two kills: some hit during the recovery from another, others leave a server running for longer. */
const rhythms = { server: 1_750, database: 11_000 }

/** Kills a random server or PostgreSQL at random moments and restarts it at once. Records the downtimes. */
export function openKiller({ stage, chance }: { stage: Stage; chance: Chance }) {
  const { servers, database } = stage
  const counts = { servers: 0, database: 0 }
  const longestAwayMs = { server: 0, database: 0 }
  let isAtLarge = false
  const end = new AbortController()
  const starting = new Set<Promise<void>>()

  async function killServer() {
    const victim = chance.one(servers)
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

  async function keepKilling(kill: () => Promise<void>, everyMs: number) {
    while (isAtLarge) {
      await pause(chance.until(everyMs), undefined, { signal: end.signal }).catch(() => {})
      if (isAtLarge) await kill()
    }
  }

  let hunts: Promise<void>[] = []
  return {
    counts,
    longestAwayMs,
    start: () => {
      isAtLarge = true
      hunts = [keepKilling(killServer, rhythms.server), keepKilling(killDatabase, rhythms.database)]
    },
    /** Resolves once the last killed process runs again. */
    stop: async () => {
      isAtLarge = false
      end.abort()
      await Promise.all(hunts)
      await Promise.all(starting)
      await Promise.all(servers.filter((one) => one.isGone()).map((one) => one.start()))
    },
  }
}

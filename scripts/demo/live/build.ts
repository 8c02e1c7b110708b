import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type DemoApp, openDemoApp } from './demoApp.ts'
import { openHistory } from './history.ts'
import { firstDay, lastDay } from './historyContext.ts'
import { type Facts, takeSnapshot } from './snapshot.ts'
import { writeDump } from './writeDump.ts'

/** The Monday at which the demo's week begins; the loader moves it to the current one. */
const monday = '2026-11-16'
const seed = 20_261_116

// Writes the demo's history again: npm run build-demo. It simulates a year, by the product's own operations, in some minutes.
const folder = mkdtempSync(join(tmpdir(), 'handschlag-demo-'))
const start = performance.now()
const demoApp = await openDemoApp(folder)
try {
  const { shots, keys } = await liveThrough(demoApp)
  await requireSound(demoApp)
  const bytes = writeDump({ monday, seed, keys, shots, origin: demoApp.sandboxUrl })
  console.log(`${(bytes / 1e6).toFixed(2)} MB after ${secondsSince(start)} s`)
} finally {
  await demoApp.close()
  rmSync(folder, { recursive: true, force: true })
}

/** Returns the state at each midnight of the last week: a demo started on a Thursday contains the first three days. */
async function liveThrough(demoApp: DemoApp) {
  const history = openHistory(demoApp, { seed, monday })
  const shots: Facts[] = []
  let keys: Record<string, string[]> = {}
  await history.begin()
  for (let day = firstDay; day <= lastDay; day++) {
    if (day >= 0) {
      const shot = await takeSnapshot(demoApp)
      shots.push(shot.facts)
      keys = { ...keys, ...shot.keys }
    }
    if (day < lastDay) await history.live(day)
    if (day % 28 === 0) console.log(`${-day} days to go, ${secondsSince(start)} s`)
  }
  return { shots, keys }
}

/** Throws when the history violates an invariant. */
async function requireSound({ app }: DemoApp) {
  const { rows } = await sql`select * from invariant_violations`.execute(app.db)
  const breaks = await app.db.selectFrom('reconciliationBreaks').selectAll().where('closedAt', 'is', null).execute()
  const audit = await app.db.selectFrom('selfAudits').select('isClean').orderBy('id', 'desc').executeTakeFirst()
  if (rows.length + breaks.length > 0 || !audit?.isClean)
    throw new Error(`the books do not hold: ${JSON.stringify({ rows, breaks, audit })}`)
}

function secondsSince(moment: number) {
  return ((performance.now() - moment) / 1000).toFixed(0)
}

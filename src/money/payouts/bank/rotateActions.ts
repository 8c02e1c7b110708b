import type { App } from '#src/platform/server/app.ts'
import { currentSeal, openSealed, sealText } from '#src/platform/server/secrets.ts'
import { listOldSeals, replaceSeal, type SealedRow, sealedPlaces } from './rotateStore.ts'

const batch = 200
const beforeAll = '00000000-0000-0000-0000-000000000000'

type Rotating = Pick<App, 'config' | 'random' | 'db'>

/**
 * Encrypts every text again that an older key encrypted. Each text is its own statement, so it may be interrupted and restarted at any time
 * while the server runs. Texts that no key of DATA_KEYS opens are left unchanged and counted.
 */
export async function rotateKeys(app: Rotating) {
  const counts = { resealed: 0, unreadable: 0 }
  for (const place of sealedPlaces) {
    let after = beforeAll
    for (;;) {
      const rows = await listOldSeals(app.db, { place, current: currentSeal(app), after, limit: batch })
      for (const row of rows) counts[await reseal(app, row)] += 1
      const last = rows.at(-1)
      if (!last) break
      after = last.id
    }
  }
  return counts
}

async function reseal(app: Rotating, row: SealedRow): Promise<'resealed' | 'unreadable'> {
  const text = openOrNothing(app, row)
  if (text === undefined) return 'unreadable'
  await replaceSeal(app.db, { ...row, resealed: sealText(app, { purpose: row.purpose, bound: row.bound, text }) })
  return 'resealed'
}

function openOrNothing(app: Rotating, row: SealedRow) {
  try {
    return openSealed(app, row)
  } catch {
    return undefined
  }
}

import type { App } from '#src/server/app.ts'
import { currentSeal, openSealed, sealText } from '#src/server/secrets.ts'
import { listOldSeals, replaceSeal, type SealedRow, sealedPlaces } from './rotateStore.ts'

const batch = 200
const beforeAll = '00000000-0000-0000-0000-000000000000'

type Rotating = Pick<App, 'config' | 'random' | 'db'>

/**
 * Seals everything anew that an older key sealed. Each text is a statement of its own, so it may be stopped and begun again at any moment,
 * while the server runs. What no key of DATA_KEYS opens is left as it is and counted.
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

import type { App } from '#src/platform/server/app.ts'
import { currentPrefix, decryptText, encryptText } from '#src/platform/server/secrets.ts'
import { type EncryptedRow, encryptedPlaces, listOldEncrypted, replaceEncrypted } from './rotateStore.ts'

const batch = 200
const beforeAll = '00000000-0000-0000-0000-000000000000'

type Rotating = Pick<App, 'config' | 'random' | 'db'>

/**
 * Encrypts every text again that an older key encrypted. Each text is its own statement, so it may be interrupted and restarted at any time
 * while the server runs. Texts that no key of DATA_KEYS opens are left unchanged and counted.
 */
export async function rotateKeys(app: Rotating) {
  const counts = { resealed: 0, unreadable: 0 }
  for (const place of encryptedPlaces) {
    let after = beforeAll
    for (;;) {
      const rows = await listOldEncrypted(app.db, { place, current: currentPrefix(app), after, limit: batch })
      for (const row of rows) counts[await reseal(app, row)] += 1
      const last = rows.at(-1)
      if (!last) break
      after = last.id
    }
  }
  return counts
}

async function reseal(app: Rotating, row: EncryptedRow): Promise<'resealed' | 'unreadable'> {
  const text = openOrNothing(app, row)
  if (text === undefined) return 'unreadable'
  await replaceEncrypted(app.db, { ...row, resealed: encryptText(app, { purpose: row.purpose, bound: row.bound, text }) })
  return 'resealed'
}

function openOrNothing(app: Rotating, row: EncryptedRow) {
  try {
    return decryptText(app, row)
  } catch {
    return undefined
  }
}

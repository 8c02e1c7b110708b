import { randomBytes } from 'node:crypto'
import { rotateKeys } from '#src/money/payouts/bank/rotateActions.ts'
import type { Run } from './commands.ts'
import { withDatabase } from './openApp.ts'

/** Re-encrypts with the first of DATA_KEYS, the older ones after it. Then the older keys may be removed. */
export const run: Run = () =>
  withDatabase(async ({ config, db }) => {
    const { resealed, unreadable } = await rotateKeys({ config, random: randomBytes, db })
    console.log(`${resealed} re-encrypted with key '${config.dataKeys[0]?.id}'.`)
    if (unreadable === 0) return 0
    console.error(`No key of DATA_KEYS decrypts ${unreadable} values; they are unchanged.`)
    return 1
  })

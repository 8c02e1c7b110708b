import { randomBytes } from 'node:crypto'
import { rotateKeys } from '#src/money/payouts/bank/rotateActions.ts'
import { withDatabase } from './database.ts'

/**
 * Seals bank details again with the first of DATA_KEYS: `npm run rotate-keys`, with the new key first and the older ones after it. Then the
 * older keys may be removed. It may run beside the server, be stopped and be started again.
 */
await withDatabase(async ({ config, db }) => {
  const { resealed, unreadable } = await rotateKeys({ config, random: randomBytes, db })
  console.log(`${resealed} neu verschlüsselt unter '${config.dataKeys[0]?.id}'.`)
  if (unreadable) {
    console.error(`${unreadable} lassen sich mit keinem Schlüssel aus DATA_KEYS öffnen und bleiben, wie sie sind.`)
    process.exitCode = 1
  }
})

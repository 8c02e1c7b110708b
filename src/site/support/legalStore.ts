import type { Insertable } from 'kysely'
import { offeredMethods } from '#src/money/payments/methods.ts'
import type { Database } from '#src/platform/server/db.ts'
import { readSettings } from '#src/platform/server/settings.ts'
import type { LegalPapers } from '#src/platform/server/tables.d.ts'

/** Finds the settings used in legal texts. */
export async function findLegalSettings(db: Database) {
  const settings = await readSettings(db)
  const { operator, vatBasisPoints, orderLabel, payoutSchedule, firstPayoutHoldDays } = settings
  const methods = offeredMethods(settings).direct
  return { operator, vatBasisPoints, orderLabel, payoutWeekday: payoutSchedule.weekday, firstPayoutHoldDays, methods }
}

export const findLegalFile = (db: Database, { document, digest }: { document: string; digest: string }) =>
  db.selectFrom('legalPapers').select('content').where('document', '=', document).where('digest', '=', digest).executeTakeFirst()

/** Stores a rendered file; of concurrent ones with the same text only the first is kept. */
export const storeLegalFile = (db: Database, paper: Insertable<LegalPapers>) =>
  db
    .insertInto('legalPapers')
    .values(paper)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

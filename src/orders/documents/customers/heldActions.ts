import { berlinDay } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueueMail } from '#src/platform/server/mail/mail.ts'
import { findMailbox } from '#src/supply/companies/store.ts'
import { readBillingFacts } from '#src/supply/companies/tax/actions.ts'
import { heldMail } from '../mails.ts'
import { noteFaults } from '../store.ts'
import { findBilled } from './billedStore.ts'
import { markReminded } from './heldStore.ts'
import { type HeldStep, heldSteps, isMandated, subjectOfBooking } from './rules.ts'
import { findCancelled } from './store.ts'

/**
 * Reminds companies, twice, of cancelled invoices that they have not replaced. Reads its work from the tables. The invoice is never issued
 * automatically: it was cancelled because it was wrong, and a company that shows a wrong tax owes it (§ 14c UStG). The second reminder
 * also adds it to the operator's list of missing documents.
 */
export async function remindHeld(app: App) {
  const now = app.now()
  for (const step of heldSteps)
    await app.db.transaction().execute(async (tx) => {
      for (const held of await markReminded(tx, { step, now, limit: most })) await remind(app, tx, { step, ...held })
    })
}
/** Reminders per run and step; the next hourly run sends the rest. */
const most = 200

type Held = { step: HeldStep; bookingId: string; companyId: string; heldAt: Date }

async function remind(app: App, tx: Transaction, { step, bookingId, companyId, heldAt }: Held) {
  const [booking, company] = [await findBilled(tx, bookingId), await readBillingFacts({ db: tx }, companyId)]
  const taken = await findCancelled(tx, bookingId)
  const to = await findMailbox(tx, companyId)
  if (!booking || !company || !taken || !to) return
  await enqueueMail(
    tx,
    heldMail({
      to,
      contactPerson: company.contactPerson,
      booking,
      number: taken.number,
      heldOn: berlinDay(heldAt),
      step,
      isMandated: isMandated(booking),
      publicUrl: app.config.publicUrl,
    }),
  )
  if (step !== heldSteps.at(-1)) return
  await noteFaults(tx, { companyId, subject: subjectOfBooking(bookingId), rules: ['held'], now: app.now() })
}

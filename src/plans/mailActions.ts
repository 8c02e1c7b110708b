import type { App } from '#src/server/app.ts'
import type { Transaction } from '#src/server/db.ts'
import { enqueueMail } from '#src/server/mail/mail.ts'
import type { MailMessage } from '#src/server/mail/message.ts'
import { cancelledMail, endedMail, paymentFailedMail, startedMail, unpaidMail } from './mails.ts'
import { isLive, type SubscriptionFacts } from './subscriptionRules.ts'

type Before = Pick<SubscriptionFacts, 'status' | 'cancelAtPeriodEnd'> | undefined
type Company = { companyName: string; email: string; ownerEmail: string | null }

/** Enqueues what a change of a subscription is worth telling; each occasion once, however often and in whatever order it is noticed. */
export async function tellOfChange(
  app: App,
  tx: Transaction,
  { company, before, after }: { company: Company; before: Before; after: SubscriptionFacts },
) {
  // The account's address is confirmed; the company's may be anybody's.
  const facts = { to: company.ownerEmail ?? company.email, companyName: company.companyName, publicUrl: app.config.publicUrl, ...after }
  for (const mail of mailsOf(facts, before)) await enqueueMail(tx, mail)
}

function mailsOf(facts: Parameters<typeof startedMail>[0], before: Before): MailMessage[] {
  const isNew = (status: SubscriptionFacts['status']) => facts.status === status && before?.status !== status
  return [
    ...(isLive(facts.status) && !before ? [startedMail(facts)] : []),
    ...(isNew('past_due') ? [paymentFailedMail(facts)] : []),
    ...(isNew('unpaid') ? [unpaidMail(facts)] : []),
    ...(isLive(facts.status) && facts.cancelAtPeriodEnd && !before?.cancelAtPeriodEnd ? [cancelledMail(facts)] : []),
    // No mail if the owner cancelled to the end of the period: that mail has told the day already.
    ...(isNew('canceled') && before && !before.cancelAtPeriodEnd ? [endedMail(facts)] : []),
  ]
}

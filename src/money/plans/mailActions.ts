import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueueMail } from '#src/platform/server/mail/mail.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'
import { isLive } from '#src/supply/companies/rules.ts'
import { cancelledMail, endedMail, paymentFailedMail, startedMail, unpaidMail } from './mails.ts'
import type { SubscriptionFacts } from './subscriptionRules.ts'

type Before = Pick<SubscriptionFacts, 'status' | 'cancelAtPeriodEnd'> | undefined
/** `isReturned`: the company owes an invoice whose payment came back, which has its own mail. */
type After = SubscriptionFacts & { isUnderWay: boolean; isReturned: boolean }
type Company = { companyName: string; email: string; ownerEmail: string | null }

/** Enqueues the mails about a change of a subscription; each occasion once, no matter how often and in which order it is noticed. */
export async function notifyOfChange(
  app: App,
  tx: Transaction,
  { company, before, after }: { company: Company; before: Before; after: After },
) {
  // The account's address is confirmed; the company's may belong to a stranger.
  const facts = { to: company.ownerEmail ?? company.email, companyName: company.companyName, publicUrl: app.config.publicUrl, ...after }
  for (const mail of mailsOf(facts, before)) await enqueueMail(tx, mail)
}

function mailsOf(facts: Parameters<typeof startedMail>[0] & After, before: Before): MailMessage[] {
  const isNew = (status: SubscriptionFacts['status']) => facts.status === status && before?.status !== status
  return [
    ...(isLive(facts.status) && !before ? [startedMail(facts)] : []),
    ...(isNew('past_due') && !facts.isReturned ? [paymentFailedMail(facts)] : []),
    ...(isNew('unpaid') ? [unpaidMail(facts)] : []),
    ...(isLive(facts.status) && facts.cancelAtPeriodEnd && !before?.cancelAtPeriodEnd ? [cancelledMail(facts)] : []),
    // No mail after a cancellation to the end of the period: its own mail named the day.
    ...(isNew('canceled') && before && !before.cancelAtPeriodEnd ? [endedMail(facts)] : []),
  ]
}

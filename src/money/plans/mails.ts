import { berlinDay, formatDate } from '#src/platform/kit/dates.ts'
import { formatEuroShort, formatRate } from '#src/platform/kit/money.ts'
import { button, factsBlock, text, titled } from '#src/platform/server/mail/blocks.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'
import { underWayTexts } from './debits/rules.ts'
import { plans } from './rules.ts'
import type { SubscriptionFacts } from './subscriptionRules.ts'

type Facts = SubscriptionFacts & { to: string; companyName: string; publicUrl: string }

const dashboard = ({ publicUrl }: Facts, label = 'Zum Dashboard') => button(label, `${publicUrl}/dashboard`)
const day = (at: Date) => formatDate(berlinDay(at))

/** Sent once per subscription, with its first payment. */
export const startedMail = (facts: Facts & { isUnderWay: boolean }): MailMessage => ({
  to: facts.to,
  occasion: `subscription:started:${facts.pspId}`,
  ...titled('Ihr Abonnement hat begonnen', [
    text(
      `Guten Tag, Ihre Zahlung ist ${facts.isUnderWay ? 'unterwegs' : 'da'}. Ihre Firma ist jetzt in der Suche zu sehen und kann gebucht werden.`,
    ),
    ...(facts.isUnderWay ? [text(`${underWayTexts.title}: ${underWayTexts.text}`)] : []),
    factsBlock(planRows(facts)),
    dashboard(facts),
    text('Sie können im Dashboard jederzeit zum Ende des bezahlten Zeitraums kündigen.'),
  ]),
})

function planRows({ companyName, paidPlan, currentPeriodEnd, isUnderWay }: Facts & { isUnderWay: boolean }): [string, string][] {
  const plan = plans[paidPlan ?? 'basic']
  return [
    ['Firma', companyName],
    ['Plan', plan.name],
    ['Preis', `${formatEuroShort(plan.priceCents)} im Monat`],
    ['Provision je Buchung', formatRate(plan.commissionBasisPoints)],
    [isUnderWay ? 'Gilt bis' : 'Bezahlt bis', day(currentPeriodEnd)],
  ]
}

/** Sent once per invoice that could not be collected. */
export const paymentFailedMail = (facts: Facts): MailMessage => ({
  to: facts.to,
  occasion: `subscription:payment-failed:${facts.latestInvoiceId ?? facts.pspId}`,
  ...titled('Ihre Zahlung ist fehlgeschlagen', [
    text(`Guten Tag, der Beitrag für ${facts.companyName} konnte nicht abgebucht werden.`),
    text('Ihre Firma bleibt vorerst sichtbar. Wir versuchen es in den nächsten 14 Tagen noch dreimal, danach wird sie ausgeblendet.'),
    text('Bitte prüfen Sie im Dashboard Ihr Zahlungsmittel oder begleichen Sie dort die offene Rechnung.'),
    dashboard(facts),
  ]),
})

/** Sent once per invoice, when the PSP stops retrying it. */
export const unpaidMail = (facts: Facts): MailMessage => ({
  to: facts.to,
  occasion: `subscription:unpaid:${facts.latestInvoiceId ?? facts.pspId}`,
  ...titled('Ihre Firma ist ausgeblendet', [
    text(`Guten Tag, der Beitrag für ${facts.companyName} konnte auch nach mehreren Versuchen nicht abgebucht werden.`),
    text('Ihre Firma ist jetzt nicht mehr zu sehen und kann nicht mehr gebucht werden. Bestehende Buchungen gelten weiter.'),
    text('Sobald die offene Rechnung im Dashboard bezahlt ist, sind Sie wieder sichtbar.'),
    dashboard(facts),
  ]),
})

/** Sent for each cancellation to the end of the period. */
export const cancelledMail = (facts: Facts): MailMessage => ({
  to: facts.to,
  occasion: `subscription:cancelled:${facts.pspId}:${facts.cancellations}`,
  ...titled('Ihre Kündigung ist angekommen', [
    text(`Guten Tag, das Abonnement für ${facts.companyName} endet am ${day(facts.cancelAt ?? facts.currentPeriodEnd)}.`),
    text('Bis dahin bleibt alles, wie es ist. Danach ist Ihre Firma nicht mehr zu sehen; bestehende Buchungen gelten weiter.'),
    text('Bis zu diesem Tag können Sie die Kündigung im Dashboard zurücknehmen.'),
    dashboard(facts),
  ]),
})

/**
 * Sent once, when a subscription ended without a cancellation to the end of its period. `isReturned`: the company owes a returned payment.
 */
export const endedMail = (facts: Facts & { isReturned: boolean }): MailMessage => ({
  to: facts.to,
  occasion: `subscription:ended:${facts.pspId}`,
  ...titled('Ihr Abonnement ist beendet', [
    // Nothing was ever paid: the bank refused the first debit.
    ...(facts.paidPlan === null ? [text('Guten Tag, Ihre Bank hat die erste Abbuchung abgelehnt.')] : []),
    text(
      `${facts.paidPlan === null ? 'Das' : 'Guten Tag, das'} Abonnement für ${facts.companyName} ist beendet. Ihre Firma ist nicht mehr zu sehen.`,
    ),
    text(
      `Bestehende Buchungen gelten weiter und werden ausgezahlt. ${
        facts.isReturned
          ? 'Sobald Sie die zurückgebuchte Zahlung im Dashboard bezahlt haben, können Sie ein neues Abonnement abschließen.'
          : 'Im Dashboard können Sie ein neues Abonnement abschließen.'
      }`,
    ),
    dashboard(facts),
  ]),
})

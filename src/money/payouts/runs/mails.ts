import { formatDate } from '#src/platform/kit/dates.ts'
import { type Cents, formatEuro } from '#src/platform/kit/money.ts'
import { button, factsBlock, heading, text, titled } from '#src/platform/server/mail/blocks.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'
import { bankTransit, type PayoutError, type PayoutRail, payoutErrors, payoutRailLabels, type SkipCause, skipTexts } from './texts.ts'

type Recipient = {
  id: string
  companyName: string
  email: string
  rail: PayoutRail
  companyAmountCents: Cents
  nettedCents: Cents
  bookings: number
  periodStart: string
  periodEnd: string
}
type Site = { publicUrl: string }

const facts = (payout: Recipient): MailMessage['blocks'][number] =>
  factsBlock([
    ['Firma', payout.companyName],
    ...nettedRows(payout),
    ['Betrag', formatEuro(payout.companyAmountCents - payout.nettedCents)],
    ['Buchungen', String(payout.bookings)],
    ['Termine', `${formatDate(payout.periodStart)} bis ${formatDate(payout.periodEnd)}`],
    ['Weg', payoutRailLabels[payout.rail]],
  ])

const nettedRows = ({ companyAmountCents, nettedCents }: Recipient): [string, string][] =>
  nettedCents === 0
    ? []
    : [
        ['Ihr Anteil', formatEuro(companyAmountCents)],
        ['Davon verrechnet', formatEuro(nettedCents)],
      ]

const toDashboard = ({ publicUrl }: Site) => button('Auszahlungen ansehen', `${publicUrl}/dashboard/auszahlung`)

/** Notifies the company that its money was sent, or that all of it was netted with its debt. */
export const payoutSentMail = (payout: Recipient, site: Site): MailMessage =>
  payout.nettedCents < payout.companyAmountCents ? onItsWayMail(payout, site) : nettedMail(payout, site)

const nettedMail = (payout: Recipient, site: Site): MailMessage => ({
  to: payout.email,
  occasion: `payout:sent:${payout.id}`,
  ...titled('Ihr Anteil wurde verrechnet', [
    text(
      'Guten Tag, Ihr Anteil an bezahlten Buchungen ist mit Erstattungen verrechnet, die nach einer früheren Auszahlung anfielen. ' +
        'Überwiesen wird diesmal nichts.',
    ),
    facts(payout),
    toDashboard(site),
  ]),
})

const onItsWayMail = (payout: Recipient, site: Site): MailMessage => ({
  to: payout.email,
  occasion: `payout:sent:${payout.id}`,
  subject: `Ihre Auszahlung: ${formatEuro(payout.companyAmountCents - payout.nettedCents)}`,
  blocks: [
    heading('Ihre Auszahlung ist unterwegs'),
    text(`Guten Tag, wir haben Ihren Anteil an bezahlten Buchungen ausgezahlt. Bis er auf Ihrem Konto steht, vergehen ${bankTransit}.`),
    facts(payout),
    ...(payout.nettedCents > 0 ? [text('Verrechnet sind Erstattungen, die nach einer früheren Auszahlung anfielen.')] : []),
    toDashboard(site),
  ],
})

/** Notifies the company that a payout failed, and what happens next; quotes the bank's reason if the operator entered it. */
export const payoutFailedMail = (payout: Recipient & { errorCode: PayoutError; reason?: string }, site: Site): MailMessage => ({
  to: payout.email,
  occasion: `payout:failed:${payout.id}`,
  ...titled('Ihre Auszahlung ist fehlgeschlagen', [
    text(
      `Guten Tag, eine Auszahlung an Sie ist nicht angekommen. Grund: ${(payout.reason ?? payoutErrors[payout.errorCode]).replace(/\.$/, '')}.`,
    ),
    facts(payout),
    text('Der Betrag geht nicht verloren: Er ist Teil der nächsten Auszahlung. Bitte prüfen Sie bis dahin Ihre Bankdaten.'),
    toDashboard(site),
  ]),
})

type Waiting = { companyId: string; companyName: string; email: string; cause: SkipCause; weekOn: string; amountCents: Cents }

const whatToDo: Partial<Record<SkipCause, string>> = {
  noBankDetails: 'Hinterlegen Sie bitte Ihre Bankdaten im Dashboard. Die nächste Auszahlung enthält dann den ganzen Betrag.',
  recentlyChanged: 'Sie müssen nichts tun. Die nächste Auszahlung nach der Frist enthält den ganzen Betrag.',
  held: 'Wir prüfen das und melden uns bei Ihnen.',
  detailsMissing: 'Bitte ergänzen Sie Ihre Geschäftsangaben im Dashboard. Die nächste Auszahlung enthält dann den ganzen Betrag.',
  uncovered: 'Sie müssen nichts tun. Wir versuchen es am nächsten Bankarbeitstag wieder.',
}

/** Notifies the company why its payout waits; one mail per cause and week. */
export const payoutWaitsMail = ({ companyId, companyName, email, cause, weekOn, amountCents }: Waiting, site: Site): MailMessage => ({
  to: email,
  occasion: `payout:waits:${companyId}:${cause}:${weekOn}`,
  ...titled('Ihre Auszahlung wartet', [
    text('Guten Tag, Sie haben ein Guthaben, das wir noch nicht auszahlen können.'),
    factsBlock([
      ['Firma', companyName],
      ['Guthaben', formatEuro(amountCents)],
      ['Grund', skipTexts[cause]],
    ]),
    ...[whatToDo[cause]].filter((one) => one !== undefined).map(text),
    toDashboard(site),
  ]),
})

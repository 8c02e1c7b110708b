import { berlinDay, formatDate } from '#src/platform/kit/dates.ts'
import { euros, formatEuro, formatRate } from '#src/platform/kit/money.ts'
import { PremiumBadge } from '#src/platform/web/parts/Badge.tsx'
import { Fact } from '#src/platform/web/parts/Fact.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { StatusChip, type StatusTone } from '#src/platform/web/parts/StatusChip.tsx'
import { underWayTexts } from '../debits/rules.ts'
import { plans } from '../rules.ts'
import type { SubscriptionCard } from '../subscriptionRules.ts'
import { PayoutDay } from './PayoutDay.tsx'

/** Formats a moment as a day in Berlin: '21.12.2026'. */
export const dayOf = (moment: string) => formatDate(berlinDay(new Date(moment)))

/** Plan, price, commission and next payment. */
export function PlanFacts({ card }: { card: SubscriptionCard }) {
  const { tone, text } = statusOf(card)
  return (
    <div className="stack">
      <div className="plan-head">
        <div className="row wrapping">
          {card.premium ? <PremiumBadge /> : <b>{plans[card.plan].name}</b>}
          <StatusChip tone={tone}>{text}</StatusChip>
        </div>
        <p className="price">
          {card.kind === 'granted' ? 'Kostenfrei' : euros(card.price)}
          {card.kind === 'granted' ? null : <small>im Monat</small>}
        </p>
      </div>
      <dl className="pairs small">
        <Fact label="Provision je Buchung">{formatRate(plans[card.plan].commissionBasisPoints)}</Fact>
        <Fact label="Auszahlung">
          <PayoutDay payout={plans[card.plan].payout} isShort />
        </Fact>
        {nextPayment(card)}
      </dl>
    </div>
  )
}

function nextPayment({ kind, status, ...card }: SubscriptionCard) {
  const { cancel_at_period_end: isEnding, cancel_at: cancelAt, current_period_end: end, renews_as: renewsAs } = card
  if (kind === 'granted' || !end) return null
  if (status === 'canceled') return <Fact label="Beendet am">{dayOf(end)}</Fact>
  if (isEnding) return <Fact label="Gilt noch bis">{dayOf(cancelAt ?? end)}</Fact>
  if (status !== 'active' || !renewsAs) return null
  return (
    <Fact label="Nächste Zahlung">
      <span className="number">{dayOf(end)}</span>, <span className="number">{formatEuro(plans[renewsAs].priceCents)}</span>
    </Fact>
  )
}

function statusOf({ kind, status, cancel_at_period_end: isEnding }: SubscriptionCard): { tone: StatusTone; text: string } {
  if (kind === 'granted') return { tone: 'good', text: 'Freigeschaltet' }
  if (status === 'active') return isEnding ? { tone: 'off', text: 'Gekündigt' } : { tone: 'good', text: 'Aktiv' }
  return others[status]
}
const others = {
  incomplete: { tone: 'waiting', text: 'Noch nicht bezahlt' },
  past_due: { tone: 'waiting', text: 'Zahlung überfällig' },
  unpaid: { tone: 'bad', text: 'Nicht bezahlt' },
  canceled: { tone: 'off', text: 'Beendet' },
} as const

/** Explains the state of the subscription; renders nothing in the normal state. */
export function PlanNotice({ card }: { card: SubscriptionCard }) {
  const { kind, status, current_period_end: end, cancel_at_period_end: isEnding, cancel_at: cancelAt, renews_as: renewsAs, plan } = card
  if (kind === 'granted') return <Note kind="info">Ihr Plan ist für Sie kostenfrei. Es gibt keine Rechnungen und nichts zu kündigen.</Note>
  if (status !== 'active') return statusTexts[status] ? <p className="small muted">{statusTexts[status]}</p> : null
  if (!end) return null
  if (card.invoices.some(({ is_under_way: isUnderWay }) => isUnderWay))
    return (
      <Note kind="info" title={underWayTexts.title}>
        {underWayTexts.text}
      </Note>
    )
  if (isEnding)
    return (
      <Note kind="warn" title={`Gekündigt zum ${dayOf(cancelAt ?? end)}`}>
        Bis dahin bleibt alles, wie es ist. Danach ist Ihre Firma nicht mehr zu finden.
      </Note>
    )
  if (!renewsAs || renewsAs === plan) return null
  return (
    <Note kind="info" title={`Wechsel zu ${plans[renewsAs].name} am ${dayOf(end)}`}>
      Bis dahin gilt {plans[plan].name}. Danach kostet der Plan {formatEuro(plans[renewsAs].priceCents)} im Monat, die Provision beträgt{' '}
      {formatRate(plans[renewsAs].commissionBasisPoints)}.
    </Note>
  )
}

/** The dashboard's notices already report that the company is hidden. */
const statusTexts = {
  incomplete: 'Sobald die erste Zahlung eingegangen ist, steht Ihre Firma in der Suche.',
  past_due: undefined,
  unpaid: 'Sobald die offene Rechnung beglichen ist, steht Ihre Firma wieder in der Suche.',
  canceled: 'Das Abonnement ist beendet. Bestehende Buchungen werden noch ausgeführt und ausgezahlt.',
} as const

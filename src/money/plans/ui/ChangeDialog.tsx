import { formatEuro, formatRate } from '#src/platform/kit/money.ts'
import { SumLine } from '#src/platform/web/parts/Fact.tsx'
import { SmallDialog } from '#src/platform/web/parts/SmallDialog.tsx'
import { type PlanKey, plans } from '../rules.ts'
import { chargeOf, type SubscriptionCard } from '../subscriptionRules.ts'
import { dayOf } from './PlanFacts.tsx'

type ChangeDialogProps = { card: SubscriptionCard; wanted: PlanKey; onConfirm: () => void; onClose: () => void }

/** Confirmation of a plan change with its cost and date. */
export function ChangeDialog({ card, wanted, onConfirm, onClose }: ChangeDialogProps) {
  const costsNow = chargeOf({ paid: card.plan, wanted }) === 'now'
  return (
    <SmallDialog title={wanted === card.plan ? `${plans[wanted].name} behalten?` : `Zu ${plans[wanted].name} wechseln?`} onClose={onClose}>
      <p className="muted">{consequenceOf({ card, wanted, costsNow })}</p>
      <dl className="pairs small">
        <SumLine label="Preis im Monat" amount={formatEuro(plans[wanted].priceCents)} />
        <SumLine label="Provision je Buchung" amount={formatRate(plans[wanted].commissionBasisPoints)} />
      </dl>
      <div className="actions">
        <button type="button" className="button neutral" onClick={onClose}>
          Abbrechen
        </button>
        <button type="button" className="button primary" onClick={onConfirm}>
          {costsNow ? 'Zahlungspflichtig wechseln' : wanted === card.plan ? `${plans[wanted].name} behalten` : 'Wechsel vormerken'}
        </button>
      </div>
    </SmallDialog>
  )
}

function consequenceOf({ card, wanted, costsNow }: { card: SubscriptionCard; wanted: PlanKey; costsNow: boolean }) {
  const { name, priceCents } = plans[wanted]
  const end = card.current_period_end ? dayOf(card.current_period_end) : 'Ende des bezahlten Monats'
  if (costsNow)
    return `${name} gilt sofort. Für die Zeit bis zum ${end} buchen wir den anteiligen Unterschied gleich ab, höchstens ${formatEuro(priceCents - plans[card.plan].priceCents)}; ab dann ${formatEuro(priceCents)} im Monat.`
  if (wanted === card.plan)
    return `Der vorgemerkte Wechsel entfällt. Am ${end} buchen wir ${formatEuro(priceCents)} für den nächsten Monat ab; heute kostet es nichts.`
  return `${plans[card.plan].name} ist bis zum ${end} bezahlt und gilt so lange. Ab dann gilt ${name} für ${formatEuro(priceCents)} im Monat; heute kostet es nichts.`
}

import { useState } from 'react'
import { orderNotice } from '#src/foundation/legal/orderRules.ts'
import { formatEuro, formatRate } from '#src/platform/kit/money.ts'
import { SmallDialog } from '#src/platform/web/parts/SmallDialog.tsx'
import { type PlanKey, planKeys, plans } from '../rules.ts'
import { renewalNote, subscribeButton } from '../signupRules.ts'
import { MandateNote } from './MandateNote.tsx'

type SubscribeDialogProps = { plan: PlanKey; onConfirm: (plan: PlanKey) => void; onClose: () => void }

/** Order of a subscription for an existing company: plan, price, term, then the payment page. */
export function SubscribeDialog({ plan, onConfirm, onClose }: SubscribeDialogProps) {
  const [chosen, setChosen] = useState(plan)
  return (
    <SmallDialog title="Abonnement abschließen" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          onConfirm(chosen)
        }}
      >
        <fieldset className="plan-choice">
          <legend className="small strong">Plan</legend>
          {planKeys.map((key) => (
            <label className="check" key={key}>
              <input type="radio" name="plan-choice" checked={chosen === key} onChange={() => setChosen(key)} />
              <span>
                {plans[key].name}: <b className="number">{formatEuro(plans[key].priceCents)}</b> im Monat,{' '}
                {formatRate(plans[key].commissionBasisPoints)} Provision
              </span>
            </label>
          ))}
        </fieldset>
        <p className="small muted">{renewalNote} Alle Preise sind Endpreise.</p>
        <MandateNote />
        <div className="actions plan-order">
          <button type="button" className="button neutral" onClick={onClose}>
            Abbrechen
          </button>
          <div>
            <p className="small">{orderNotice}</p>
            <button type="submit" className="button primary">
              {subscribeButton}
            </button>
          </div>
        </div>
      </form>
    </SmallDialog>
  )
}

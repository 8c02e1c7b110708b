import type { FormEvent } from 'react'
import { formatEuro, formatEuroShort, formatRate, shareOf } from '#src/platform/kit/money.ts'
import { ChevronRight, CircleAlert } from '#src/platform/web/icons/Icons.tsx'
import { type PlanKey, plans } from '../rules.ts'
import { breakEvenCents, signupTexts, vatNote } from '../signupRules.ts'
import { PayoutDay } from './PayoutDay.tsx'
import { headingId, planChoiceId } from './RegistrationDraft.tsx'

type PlanStepProps = {
  plan: PlanKey | null
  isMissing: boolean
  vatBasisPoints: number
  onChoose: (plan: PlanKey) => void
  onSubmit: (event: FormEvent) => void
}

/** Step 2: Basic or Premium. All figures come from the plans' rules. */
export function PlanStep({ plan, isMissing, vatBasisPoints, onChoose, onSubmit }: PlanStepProps) {
  return (
    <form className="signup-step" noValidate onSubmit={onSubmit}>
      <div className="stack tight">
        <h2 id={headingId} tabIndex={-1}>
          Welcher Plan passt zu Ihnen?
        </h2>
        <p className="muted">Monatlich kündbar. Sie können den Plan später jederzeit wechseln.</p>
      </div>
      <div className="signup-choice" id={planChoiceId}>
        {isMissing ? (
          <div className="field error">
            <p className="message" id="signup-plan-error" role="alert">
              <CircleAlert />
              {signupTexts.planMissing}
            </p>
          </div>
        ) : null}
        <fieldset className="plan-pair" aria-describedby={isMissing ? 'signup-plan-error' : undefined}>
          <legend className="unseen">Plan</legend>
          <PlanChoice plan="basic" isChosen={plan === 'basic'} isMissing={isMissing} vatBasisPoints={vatBasisPoints} onChoose={onChoose} />
          <PlanChoice
            plan="premium"
            isChosen={plan === 'premium'}
            isMissing={isMissing}
            vatBasisPoints={vatBasisPoints}
            onChoose={onChoose}
          />
        </fieldset>
      </div>
      <p className="small muted signup-words">
        Premium rechnet sich ab {formatEuro(breakEvenCents(plans.basic, plans.premium))} Umsatz im Monat. Der Plan ändert nichts an der
        Reihenfolge der Suchergebnisse.
      </p>
      <div className="signup-actions">
        <button type="submit" className="button primary">
          Weiter
          <ChevronRight />
        </button>
      </div>
    </form>
  )
}

/** Amount of the example booking, in cents. */
const exampleCents = 10_000

type PlanChoiceProps = Omit<PlanStepProps, 'plan' | 'onSubmit'> & { plan: PlanKey; isChosen: boolean }

function PlanChoice({ plan, isChosen, isMissing, vatBasisPoints, onChoose }: PlanChoiceProps) {
  const { name, priceCents, commissionBasisPoints, payout } = plans[plan]
  const id = `signup-plan-${plan}`
  return (
    <div className={`signup-plan ${plan}`}>
      <h3>{name}</h3>
      <div id={`${id}-facts`} className="signup-facts">
        <p className="price">
          {formatEuroShort(priceCents)}
          <small>
            im Monat, <span className="number">{vatNote(vatBasisPoints)}</span>
          </small>
        </p>
        <ul className="small">
          <li>
            <b className="number">{formatRate(commissionBasisPoints)}</b> Provision je Buchung
          </li>
          <li>
            Von {formatEuroShort(exampleCents)} bleiben Ihnen{' '}
            <b className="number">{formatEuro(exampleCents - shareOf(exampleCents, commissionBasisPoints))}</b>
          </li>
          <li>
            <PayoutDay payout={payout} />
          </li>
          <li>{plan === 'premium' ? 'Alles aus Basic, dazu das Kennzeichen „Premium“' : 'Profil, Buchungen und Bewertungen'}</li>
        </ul>
      </div>
      <label className="plan-pick">
        <input
          type="radio"
          id={id}
          name="plan"
          value={plan}
          checked={isChosen}
          onChange={() => onChoose(plan)}
          aria-describedby={`${id}-facts`}
          aria-invalid={isMissing || undefined}
          required
        />
        {name} wählen
      </label>
    </div>
  )
}

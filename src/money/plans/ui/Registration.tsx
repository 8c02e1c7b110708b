import { useEffect, useState } from 'react'
import { Stepper } from '#src/platform/web/parts/Stepper.tsx'
import { signupSteps } from '../signupRules.ts'
import { CompanyStep } from './CompanyStep.tsx'
import { PaymentStep } from './PaymentStep.tsx'
import { PlanStep } from './PlanStep.tsx'
import { emptyDraft, headingId, type RegistrationDraft, steps } from './RegistrationDraft.tsx'
import { useRegistration } from './RegistrationSteps.tsx'
import { readDraft } from './SavedRegistration.tsx'

type RegistrationProps = { email: string; vatBasisPoints: number }

/**
 * Registration with the draft of this tab. The server cannot know the draft, so it renders an empty registration, which is replaced after
 * hydration.
 */
export function Registration({ email, vatBasisPoints }: RegistrationProps) {
  const [saved, setKept] = useState<RegistrationDraft>()
  useEffect(() => setKept(readDraft(email)), [email])
  const start = saved ?? emptyDraft(email)
  return <RegistrationForm key={saved ? 'kept' : 'new'} email={email} vatBasisPoints={vatBasisPoints} start={start} />
}

function RegistrationForm({ email, vatBasisPoints, start }: RegistrationProps & { start: RegistrationDraft }) {
  const registration = useRegistration({ email, start })
  const { step, plan, company, order, moveTo } = registration
  return (
    <div className="signup">
      <div className="signup-head">
        <h1>Anbieter werden</h1>
        <Stepper steps={signupSteps} current={step.at} {...(order.isBusy ? {} : { onBack: registration.goBackTo })} />
      </div>
      <StepFocus id={step.focusId} turn={step.turn} />
      {step.at === steps.plan ? (
        <PlanStep
          plan={plan}
          isMissing={registration.planIsMissing}
          vatBasisPoints={vatBasisPoints}
          onChoose={registration.choose}
          onSubmit={registration.goOnFromPlan}
        />
      ) : null}
      {step.at === steps.company ? <CompanyStep form={company} refused={step.errors} onBack={() => moveTo(steps.plan)} /> : null}
      {step.at === steps.payment && plan ? (
        <PaymentStep
          plan={plan}
          company={company.values}
          vatBasisPoints={vatBasisPoints}
          order={order}
          isFirstSight={step.turn === 0}
          onChange={moveTo}
        />
      ) : null}
      <noscript>
        <p>Die Registrierung braucht JavaScript.</p>
      </noscript>
    </div>
  )
}

/** Moves the focus to the new step's heading, or to the field to be changed. */
function StepFocus({ id, turn }: { id: string; turn: number }) {
  useEffect(() => {
    if (turn === 0) return
    const target = document.getElementById(id)
    target?.focus({ preventScroll: true })
    if (id === headingId) window.scrollTo({ top: 0 })
    else target?.scrollIntoView({ block: 'center' })
  }, [id, turn])
  return null
}

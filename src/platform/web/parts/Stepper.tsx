import { Check } from '#src/platform/web/icons/Icons.tsx'

type StepperProps = { steps: readonly string[]; current: number; onBack?: (step: number) => void }

/** Steps of a form, as timbers joined by seams. Steps count from 0; finished ones are buttons if `onBack` is given. */
export function Stepper({ steps, current, onBack }: StepperProps) {
  return (
    <ol className={steps.length > 3 ? 'steps four' : 'steps'} aria-label="Schritte">
      {steps.map((label, step) => (
        <Step key={label} label={label} number={step + 1} state={stateOf(step, current)} onBack={onBack ? () => onBack(step) : undefined} />
      ))}
    </ol>
  )
}

type StepState = 'done' | 'current' | 'ahead'
const stateOf = (step: number, current: number): StepState => (step < current ? 'done' : step === current ? 'current' : 'ahead')

function Step({ label, number, state, onBack }: { label: string; number: number; state: StepState; onBack: (() => void) | undefined }) {
  if (state !== 'done') {
    return (
      <li aria-current={state === 'current' ? 'step' : undefined}>
        <b>{number}</b>
        <span>{label}</span>
      </li>
    )
  }
  const words = (
    <>
      <Check />
      <span>{label}</span>
      <span className="unseen"> (erledigt)</span>
    </>
  )
  return (
    <li className="done">
      {onBack ? (
        <button type="button" onClick={onBack}>
          {words}
        </button>
      ) : (
        words
      )}
    </li>
  )
}

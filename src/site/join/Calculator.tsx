import { useState } from 'react'
import { Form } from 'react-router'
import { planKeys, plans } from '#src/money/plans/rules.ts'
import { formatEuro, formatEuroShort } from '#src/platform/kit/money.ts'
import { useTypedBefore } from '#src/platform/web/forms/checkedForm.ts'
import { Scale } from '#src/platform/web/parts/Ticket.tsx'
import { type CalculatorField, calculatorLimits, calculatorParameters, type Earnings, earningsOf, type Month } from './earnings.ts'

/**
 * Calculator of a company's monthly earnings with each plan. Updates while a slider moves; without scripts a button submits to the server.
 */
export function Calculator({ start }: { start: Month }) {
  const [month, setMonth] = useState(start)
  const { turnoverCents, ...plansOf } = earningsOf(month)
  const fields = ['bookings', 'euros'] as const
  useTypedBefore(fields.map((field) => ({ id: idOf(field), take: (value) => setMonth((last) => ({ ...last, [field]: Number(value) })) })))
  const slider = { month, onChange: (part: Partial<Month>) => setMonth((last) => ({ ...last, ...part })) }
  return (
    <div className="calculator">
      <Scale />
      <Form action="/fuer-anbieter#rechner" className="calculator-body">
        <div className="stack">
          <Slider field="bookings" label="Buchungen im Monat" text={String(month.bookings)} {...slider} />
          <Slider field="euros" label="Betrag je Buchung" text={formatEuroShort(month.euros * 100)} {...slider} />
          <p className="small muted">
            Ihr Umsatz im Monat: <b className="number">{formatEuro(turnoverCents)}</b>
          </p>
          <p className="without-script">
            <button type="submit" className="button neutral small">
              Berechnen
            </button>
          </p>
        </div>
        <div>
          <table aria-label="Auszahlung je Plan">
            <thead>
              <tr>
                <th scope="col">Im Monat</th>
                {planKeys.map((key) => (
                  <th key={key} scope="col">
                    {plans[key].name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.map(({ label, textOf, isTotal }) => (
                <tr key={label} className={isTotal ? 'calculator-total' : undefined}>
                  <th scope="row">{label}</th>
                  {planKeys.map((key) => (
                    <td key={key}>{textOf(plansOf[key])}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          <p className="small muted" role="status">
            {betterPlan(plansOf.premium.leftCents - plansOf.basic.leftCents)}
          </p>
        </div>
      </Form>
    </div>
  )
}

type Line = { label: string; textOf: (of: Earnings) => string; isTotal?: true }
const minus = (cents: number) => `−\u00a0${formatEuro(cents)}`
const lines: Line[] = [
  { label: 'Provision', textOf: ({ feeCents }) => minus(feeCents) },
  { label: 'Auszahlung auf Ihr Konto', textOf: ({ payoutCents }) => formatEuro(payoutCents) },
  { label: 'Monatspreis', textOf: ({ priceCents }) => minus(priceCents) },
  { label: 'Bleibt Ihnen', textOf: ({ leftCents }) => formatEuro(leftCents), isTotal: true },
]

function betterPlan(cents: number) {
  if (cents === 0) return 'Beide Pläne sind hier gleich.'
  return `Mit ${plans[cents > 0 ? 'premium' : 'basic'].name} bleiben Ihnen ${formatEuro(Math.abs(cents))} mehr.`
}

const idOf = (field: CalculatorField) => `calculator-${field}`

type SliderProps = { field: CalculatorField; label: string; text: string; month: Month; onChange: (part: Partial<Month>) => void }

function Slider({ field, label, text, month, onChange }: SliderProps) {
  const { min, max, step } = calculatorLimits[field]
  const id = idOf(field)
  return (
    <div className="slider">
      <label htmlFor={id}>{label}</label>
      <output htmlFor={id}>{text}</output>
      <input
        id={id}
        type="range"
        name={calculatorParameters[field]}
        min={min}
        max={max}
        step={step}
        value={month[field]}
        aria-valuetext={text}
        onChange={(event) => onChange({ [field]: Number(event.target.value) })}
      />
    </div>
  )
}

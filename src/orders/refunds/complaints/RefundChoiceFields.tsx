import { euros } from '#src/platform/kit/money.ts'
import { EuroInput, Field } from '#src/platform/web/forms/Field.tsx'
import type { RefundChoice } from './rules.ts'

type ChoiceProps = {
  prefix: string
  legend: string
  /** Amount left of the booking, in euros. */
  left: number
  choice: RefundChoice
  onChoice: (choice: RefundChoice) => void
  amount: string
  error: string | undefined
  onAmount: (typed: string) => void
}

/** Choice of the customer's refund: nothing, an amount, or everything left. */
export const RefundChoiceFields = ({ prefix, legend, left, choice, onChoice, amount, error, onAmount }: ChoiceProps) => (
  <>
    <fieldset className="choice">
      <legend className="small strong">{legend}</legend>
      <Choice prefix={prefix} value="none" chosen={choice} onChoice={onChoice} words="Nichts" />
      {left > 0 ? <Choice prefix={prefix} value="part" chosen={choice} onChoice={onChoice} words="Ein Teil" /> : null}
      {left > 0 ? (
        <Choice prefix={prefix} value="full" chosen={choice} onChoice={onChoice} words={`Alles, was übrig ist: ${euros(left)}`} />
      ) : null}
    </fieldset>
    {choice === 'part' ? (
      <Field id={`${prefix}-amount`} label="Betrag" hint={`Höchstens ${euros(left)}.`} error={error}>
        {(control) => <EuroInput {...control} autoComplete="off" value={amount} onChange={(event) => onAmount(event.target.value)} />}
      </Field>
    ) : null}
  </>
)

type OneProps = { prefix: string; value: RefundChoice; chosen: RefundChoice; onChoice: (choice: RefundChoice) => void; words: string }

const Choice = ({ prefix, value, chosen, onChoice, words }: OneProps) => (
  <label className="check">
    <input type="radio" name={`${prefix}-refund`} checked={chosen === value} onChange={() => onChoice(value)} />
    <span>{words}</span>
  </label>
)

import { useState } from 'react'
import { centsOf, euros, eurosOf, parseEuro } from '#src/platform/kit/money.ts'
import { useCheckedForm } from '#src/platform/web/forms/checkedForm.ts'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { EuroSuffix, Field } from '#src/platform/web/forms/Field.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { SmallDialog } from '#src/platform/web/parts/SmallDialog.tsx'
import { CallError, call } from '#src/platform/web/queries/call.ts'
import { isTotal, isUnitPrice, type JobSupplementsView, quantityError, type SupplementInput, totalOf } from './rules.ts'
import { type SupplementKind, supplementKinds, supplementKindTexts, supplementLimits, supplementTexts } from './texts.ts'
import './supplements.css'

type DialogProps = {
  ids: { companyId: string; bookingId: string }
  supplements: JobSupplementsView
  onClose: () => void
  onSent: () => void
  /** Called with what could not be sent for want of a connection. */
  onKept: (supplement: SupplementInput) => void
}
const texts = supplementTexts.company
const { title: titleLimits, reason: reasonLimits } = supplementLimits

/** Form in which a company proposes more work than agreed; kind, quantity and price are prefilled from the job. */
export function ProposeDialog({ ids, supplements, onClose, onSent, onKept }: DialogProps) {
  const [id] = useState(() => crypto.randomUUID())
  const [kind, setKind] = useState<SupplementKind>(supplements.piece === null ? 'hours' : 'pieces')
  const { failure, action } = useAction({ onFields: (fields) => form.refuse(fields) })
  const form = useCheckedForm({
    prefix: 'supplement',
    fields: { title: supplementKindTexts[kind].title, quantity: '1', price: priceOf(kind, supplements), reason: '' },
    check: (values) => errorsOf(values, kind),
    async send(values): Promise<void> {
      const body = { ...ids, id, kind, ...read(values, kind) }
      await action(async () => {
        try {
          await call('propose-supplement', body)
          onSent()
        } catch (error) {
          if (!(error instanceof CallError) || error.status !== 0) throw error
          onKept(body)
        }
      })
    },
  })
  const choose = (next: SupplementKind) => {
    const isUnchanged = form.values.title.trim() === supplementKindTexts[kind].title
    if (isUnchanged) form.type('title', supplementKindTexts[next].title)
    form.type('price', priceOf(next, supplements))
    setKind(next)
  }
  const { quantity: quantityLabel, price: priceLabel } = supplementKindTexts[kind]
  const total = Object.values(errorsOf({ ...form.values, reason: '.....' }, kind)).every((error) => error === undefined)
    ? totalOf({ kind, ...read(form.values, kind) })
    : undefined
  return (
    <SmallDialog title={texts.propose} onClose={onClose}>
      <form className="stack" noValidate onSubmit={form.submit}>
        <Failure title={texts.failed} text={failure} />
        <fieldset>
          <legend className="strong">Was kommt dazu?</legend>
          <div className="supplement-kinds">
            {supplementKinds.map((one) => (
              <label key={one} className="check">
                <input type="radio" name="supplement-kind" checked={kind === one} onChange={() => choose(one)} />
                {supplementKindTexts[one].label}
              </label>
            ))}
          </div>
        </fieldset>
        <Field id={form.idOf('title')} label="Bezeichnung" error={form.errors.title}>
          {(control) => <input {...control} {...form.input('title')} type="text" autoComplete="off" />}
        </Field>
        <div className="field-grid two">
          {quantityLabel ? (
            <Field id={form.idOf('quantity')} label={quantityLabel} error={form.errors.quantity}>
              {(control) => <input {...control} {...form.input('quantity')} type="text" inputMode="decimal" autoComplete="off" />}
            </Field>
          ) : null}
          <Field id={form.idOf('price')} label={priceLabel} error={form.errors.price}>
            {(control) => (
              <EuroSuffix>
                <input {...control} {...form.input('price')} type="text" inputMode="decimal" autoComplete="off" />
              </EuroSuffix>
            )}
          </Field>
        </div>
        <Field id={form.idOf('reason')} label="Begründung" hint="Ihr Kunde liest sie vor seiner Antwort." error={form.errors.reason}>
          {(control) => (
            <textarea {...control} rows={3} value={form.values.reason} onChange={(event) => form.type('reason', event.target.value)} />
          )}
        </Field>
        <p role="status" className="strong">
          {total === undefined ? '' : `Zusammen ${euros(eurosOf(total))}`}
        </p>
        <BusyButton isBusy={form.isBusy}>{texts.send}</BusyButton>
      </form>
    </SmallDialog>
  )
}

/** Price of one unit of the job as text for its field; empty for other work. */
function priceOf(kind: SupplementKind, { hourly, piece_price: piecePrice }: JobSupplementsView) {
  const price = kind === 'hours' ? hourly : kind === 'pieces' ? piecePrice : null
  return price === null ? '' : price.toLocaleString('de-DE', { minimumFractionDigits: 2 })
}

type Typed = { title: string; quantity: string; price: string; reason: string }

function errorsOf({ title, quantity, price, reason }: Typed, kind: SupplementKind) {
  const cents = parseEuro(price)
  const [words, why] = [title.trim().length, reason.trim().length]
  const quantityOf = isCounted(kind) ? numberOf(quantity) : 1
  const wrongQuantity = quantityError(kind, quantityOf)
  const wrongPrice = isUnitPrice(cents) ? undefined : supplementTexts.price
  const isTooMuch =
    !wrongQuantity && !wrongPrice && cents !== undefined && !isTotal(totalOf({ kind, quantity: quantityOf, price: eurosOf(cents) }))
  return {
    title: words < titleLimits.min || words > titleLimits.max ? supplementTexts.title : undefined,
    quantity: wrongQuantity,
    price: wrongPrice ?? (isTooMuch ? supplementTexts.total : undefined),
    reason: why < reasonLimits.min || why > reasonLimits.max ? supplementTexts.reason : undefined,
  }
}

const read = ({ title, quantity, price, reason }: Typed, kind: SupplementKind) => ({
  title: title.trim(),
  quantity: isCounted(kind) ? numberOf(quantity) : 1,
  price: eurosOf(parseEuro(price) ?? centsOf(0)),
  reason: reason.trim(),
})

const isCounted = (kind: SupplementKind) => supplementKindTexts[kind].quantity !== null
const numberOf = (typed: string) => Number(typed.trim().replace(',', '.'))

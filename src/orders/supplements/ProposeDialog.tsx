import { useState } from 'react'
import { DropTarget } from '#src/foundation/files/ui/DropTarget.tsx'
import { photoComplaint, sendPhoto } from '#src/orders/onsite/PhotoRequest.tsx'
import { photoAccept } from '#src/orders/onsite/rules.ts'
import { centsOf, euros, eurosOf, parseEuro } from '#src/platform/kit/money.ts'
import { useCheckedForm } from '#src/platform/web/forms/checkedForm.ts'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { EuroInput, Field, FieldMessage } from '#src/platform/web/forms/Field.tsx'
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
  /** `isReceiptMissing`: the chosen receipt could not be sent. */
  onSent: (isReceiptMissing: boolean) => void
  /** Called with what could not be sent for want of a connection. */
  onKept: (supplement: SupplementInput, hasReceipt: boolean) => void
}
const texts = supplementTexts.company
const { title: titleLimits, reason: reasonLimits } = supplementLimits

/** Form in which a company proposes more work than agreed; kind, quantity and price are prefilled from the job. */
export function ProposeDialog({ ids, supplements, onClose, onSent, onKept }: DialogProps) {
  const [id] = useState(() => crypto.randomUUID())
  const [receiptId] = useState(() => crypto.randomUUID())
  const [kind, setKind] = useState<SupplementKind>(supplements.piece === null ? 'hours' : 'pieces')
  const [receipt, setReceipt] = useState<File>()
  const [receiptError, setReceiptError] = useState<string>()
  const { failure, action } = useAction({ onFields: (fields) => form.refuse(fields) })
  const form = useCheckedForm({
    prefix: 'supplement',
    fields: { title: supplementKindTexts[kind].title, quantity: '1', price: priceOf(kind, supplements), reason: '' },
    check: (values) => errorsOf(values, kind),
    async send(values): Promise<void> {
      const body = { ...ids, id, kind, ...read(values, kind) }
      const file = kind === 'material' ? receipt : undefined
      await action(async () => {
        try {
          await call('propose-supplement', body)
          const isSent =
            !file || (await sendPhoto({ ...ids, id: receiptId, kind: 'receipt', supplementId: id, file }).then(isTrue, isFalse))
          onSent(!isSent)
        } catch (error) {
          if (!(error instanceof CallError) || error.status !== 0) throw error
          onKept(body, file !== undefined)
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
        <Field {...form.field('title')} label="Bezeichnung">
          {(control) => <input {...control} {...form.input('title')} type="text" autoComplete="off" />}
        </Field>
        <div className="field-grid two">
          {quantityLabel ? (
            <Field {...form.field('quantity')} label={quantityLabel}>
              {(control) => <input {...control} {...form.input('quantity')} type="text" inputMode="decimal" autoComplete="off" />}
            </Field>
          ) : null}
          <Field {...form.field('price')} label={priceLabel}>
            {(control) => <EuroInput {...control} {...form.input('price')} type="text" autoComplete="off" />}
          </Field>
        </div>
        <Field {...form.field('reason')} label="Begründung" hint="Ihr Kunde liest sie vor seiner Antwort.">
          {(control) => <textarea {...control} rows={3} {...form.typing('reason')} />}
        </Field>
        {kind === 'material' ? (
          <div className={receiptError ? 'field error' : 'field'}>
            <span className="label">
              {texts.receipt} <span className="optional">(optional)</span>
            </span>
            <DropTarget
              id="supplement-receipt"
              label={receipt ? receipt.name : 'Foto auswählen'}
              accept={photoAccept}
              onFiles={([file]) => {
                const complaint = file && photoComplaint(file)
                setReceiptError(complaint)
                setReceipt(complaint ? undefined : file)
              }}
            />
            <FieldMessage id="supplement-receipt" error={receiptError} />
            <p className="hint" id="supplement-receipt-hint">
              {texts.receiptHint}
            </p>
          </div>
        ) : null}
        <p role="status" className="strong">
          {total === undefined ? '' : `Zusammen ${euros(eurosOf(total))}`}
        </p>
        <BusyButton isBusy={form.isBusy}>{texts.send}</BusyButton>
      </form>
    </SmallDialog>
  )
}

const isTrue = () => true
const isFalse = () => false

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

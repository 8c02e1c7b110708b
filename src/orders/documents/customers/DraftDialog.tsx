import { type FormEvent, useState } from 'react'
import { formatDate, formatMoment } from '#src/platform/kit/dates.ts'
import { centsOf, euros, eurosOf, formatAmount, formatEuro, formatRate, parseEuro } from '#src/platform/kit/money.ts'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { EuroInput, Field, FieldMessage, Options, SelectField } from '#src/platform/web/forms/Field.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { Plus, X } from '#src/platform/web/icons/Icons.tsx'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { CloseButton, Dialog } from '#src/platform/web/parts/Dialog.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { QueryRegion } from '#src/platform/web/queries/QueryRegion.tsx'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { type CareKind, careKinds } from '../facts.ts'
import { OwnUpload } from './OwnUpload.tsx'
import { type Billing, billingOf, Recipient } from './Recipient.tsx'
import { customerLimits, customerTexts, type DraftView, type OpenInvoice, taxRateLabels, taxRates } from './rules.ts'
import { careLabels, invoiceTexts } from './texts.ts'
import './customers.css'

type DraftProps = { companyId: string; open: OpenInvoice; onClose: () => void; onChanged: () => void }

/** Draft of a customer's invoice. The company may split it into other lines or upload its own invoice instead. */
export function DraftDialog({ companyId, open, onClose, onChanged }: DraftProps) {
  const { booking_id: bookingId } = open
  const { queryResult, reload } = useQuery('get-invoice-draft', { companyId, bookingId })
  const done = () => {
    onChanged()
    onClose()
  }
  return (
    <Dialog title={`Rechnung an ${open.customer_name}`} bodyLabel="Entwurf" onClose={onClose} foot={<CloseButton onClose={onClose} />}>
      <QueryRegion
        queryResult={queryResult}
        failed="Der Entwurf konnte nicht geladen werden"
        loading={<p role="status">Entwurf wird geladen…</p>}
        onRetry={reload}
      >
        {(draft) => (
          <div className="stack">
            <Facts draft={draft} />
            {draft.due_at === null ? null : <DraftForm companyId={companyId} draft={draft} onSaved={done} />}
            <OwnUpload path={`${companyId}/${bookingId}`} until={open.held_at === null ? open.own_until : null} onStored={done} />
          </div>
        )}
      </QueryRegion>
    </Dialog>
  )
}

const Facts = ({ draft: { service_title, service_on, due_at, held_at, amount, refunded } }: { draft: DraftView }) => (
  <div className="stack tight">
    <p>
      {service_title}, {formatDate(service_on)}. Bezahlt: {euros(amount)}
      <span>{refunded > 0 ? `, davon erstattet: ${euros(refunded)}` : ''}</span>.
    </p>
    {due_at === null || held_at !== null ? null : (
      <p className="muted">Wird am {formatMoment(new Date(due_at))} gestellt. Bis dahin können Sie sie ändern.</p>
    )}
    {held_at === null ? null : <Note kind="warn">{invoiceTexts.heldHelp({ heldAt: held_at, isMandated: due_at !== null })}</Note>}
  </div>
)

type Line = { id: number; text: string; amount: string; care: CareKind; rate: number }
type LinesProps = { companyId: string; draft: DraftView; onSaved: () => void }

function DraftForm({ companyId, draft, onSaved }: LinesProps) {
  const [lines, setLines] = useState<Line[]>(() => draft.lines.map(lineOf))
  const [billing, setBilling] = useState<Billing>()
  const [isReverse, setIsReverse] = useState(draft.is_reverse)
  const [isReverseConfirmed, setIsReverseConfirmed] = useState(draft.is_reverse)
  const [hasTried, setHasTried] = useState(false)
  const { isBusy, failure, action } = useAction()
  const reverse = { isReverse, isReverseConfirmed: isReverse && isReverseConfirmed }
  const isUnconfirmed = isReverse && !isReverseConfirmed
  const left = centsOf(draft.amount) - lines.reduce((sum, { amount }) => sum + (parseEuro(amount) ?? 0), 0)
  const errors = hasTried ? lines.map(errorsOf) : []
  const change = (id: number, changed: Partial<Line>) =>
    setLines((last) => last.map((line) => (line.id === id ? { ...line, ...changed } : line)))
  const add = () =>
    setLines((last) => [...last, { id: nextId(last), text: '', amount: left > 0 ? formatAmount(left) : '', care: 'other', rate: 1_900 }])

  function save(event: FormEvent) {
    event.preventDefault()
    setHasTried(true)
    const wrong = lines.find((line) => Object.keys(errorsOf(line)).length > 0)
    if (wrong) return document.getElementById(`draft-text-${wrong.id}`)?.focus()
    if (left !== 0) return
    if (isUnconfirmed) return document.getElementById('draft-reverse-confirmed')?.focus()
    void action(async () => {
      const sent = { companyId, bookingId: draft.booking_id, lines: lines.map(inputOf), ...reverse, ...(billing ? { billing } : {}) }
      await call('update-invoice-draft', sent)
      showToast({ kind: 'success', title: draft.held_at === null ? invoiceTexts.saved : invoiceTexts.released })
      onSaved()
    })
  }

  return (
    <form className="stack" noValidate onSubmit={save} aria-label="Zeilen der Rechnung">
      <Recipient
        billing={billing ?? billingOf(draft.billing)}
        className="muted"
        button="Empfänger ändern"
        onSave={async (changed) => setBilling(changed)}
      />
      <ol className="draft-lines">
        {lines.map((line, place) => (
          <LineFields
            key={line.id}
            line={line}
            place={place + 1}
            hasRates={draft.has_rates && !isReverse}
            errors={errors[place] ?? {}}
            onChange={(changed) => change(line.id, changed)}
            onRemove={lines.length > 1 ? () => setLines((last) => last.filter(({ id }) => id !== line.id)) : undefined}
          />
        ))}
      </ol>
      {lines.length < customerLimits.lines ? (
        <div>
          <button type="button" className="button neutral small" onClick={add}>
            <Plus />
            Zeile hinzufügen
          </button>
        </div>
      ) : null}
      <p role="status" className={left === 0 ? 'small muted' : 'small strong'}>
        {left === 0
          ? `Summe ${formatEuro(centsOf(draft.amount))}, wie bezahlt.`
          : left > 0
            ? `Noch ${formatEuro(left)} aufzuteilen.`
            : `${formatEuro(-left)} zu viel.`}
      </p>
      {draft.may_reverse ? (
        <ReverseCharge
          isReverse={isReverse}
          isConfirmed={isReverseConfirmed}
          error={hasTried && isUnconfirmed ? customerTexts.reverse : undefined}
          onReverse={setIsReverse}
          onConfirm={setIsReverseConfirmed}
        />
      ) : null}
      <Failure
        title="Der Entwurf wurde nicht gespeichert"
        text={hasTried && left !== 0 ? customerTexts.sum(formatEuro(centsOf(draft.amount))) : failure}
      />
      {draft.is_consumer ? (
        <p className="small muted">
          Aus Arbeit, Fahrt und Maschinen wird der Satz für § 35a EStG, mit dem Ihre Kundschaft Steuern spart. Ohne Aufteilung entfällt er.
        </p>
      ) : null}
      <div>
        <BusyButton className="button primary" isBusy={isBusy}>
          {isBusy ? 'Wird gespeichert…' : draft.held_at === null ? 'Entwurf speichern' : 'Rechnung neu stellen'}
        </BusyButton>
      </div>
    </form>
  )
}

type ReverseProps = {
  isReverse: boolean
  isConfirmed: boolean
  error: string | undefined
  onReverse: (isReverse: boolean) => void
  onConfirm: (isConfirmed: boolean) => void
}

/** § 13b UStG between companies: applies only if the company chooses it and confirms its conditions. */
export const ReverseCharge = ({ isReverse, isConfirmed, error, onReverse, onConfirm }: ReverseProps) => (
  <div className="stack tight">
    <label className="check">
      <input type="checkbox" checked={isReverse} onChange={({ target }) => onReverse(target.checked)} />
      {invoiceTexts.reverse}
    </label>
    {isReverse ? (
      <>
        <label className="check">
          <input
            id="draft-reverse-confirmed"
            type="checkbox"
            checked={isConfirmed}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? 'draft-reverse-confirmed-error' : undefined}
            onChange={({ target }) => onConfirm(target.checked)}
          />
          {invoiceTexts.reverseConfirmed}
        </label>
        <FieldMessage id="draft-reverse-confirmed" error={error} />
        <p className="hint">{invoiceTexts.reverseHelp}</p>
      </>
    ) : null}
  </div>
)

const nextId = (lines: readonly Line[]) => Math.max(0, ...lines.map(({ id }) => id)) + 1
const lineOf = ({ text, gross, care, tax_basis_points }: DraftView['lines'][number], id: number): Line => ({
  id,
  text,
  amount: formatAmount(centsOf(gross)),
  care,
  rate: tax_basis_points,
})
const inputOf = ({ text, amount, care, rate }: Line) => ({
  text,
  gross: eurosOf(parseEuro(amount) ?? 0),
  care,
  taxBasisPoints: taxRates.find((one) => one === rate) ?? 1_900,
})

type Errors = { text?: string; amount?: string }
const errorsOf = ({ text, amount }: Line): Errors => ({
  ...(text.trim() === '' || text.length > customerLimits.text ? { text: customerTexts.lineText } : {}),
  ...((parseEuro(amount) ?? 0) < 1 ? { amount: customerTexts.lineAmount } : {}),
})

type FieldsProps = {
  line: Line
  place: number
  hasRates: boolean
  errors: Errors
  onChange: (changed: Partial<Line>) => void
  onRemove: (() => void) | undefined
}

function LineFields({ line: { id, text, amount, care, rate }, place, hasRates, errors, onChange, onRemove }: FieldsProps) {
  return (
    <li>
      <fieldset className={hasRates ? 'draft-line rated' : 'draft-line'}>
        <legend className="unseen">Zeile {place}</legend>
        <Field id={`draft-text-${id}`} label="Bezeichnung" error={errors.text}>
          {(control) => <input {...control} value={text} onChange={(event) => onChange({ text: event.target.value })} />}
        </Field>
        <Field id={`draft-amount-${id}`} label="Brutto" error={errors.amount}>
          {(control) => <EuroInput {...control} value={amount} onChange={(event) => onChange({ amount: event.target.value })} />}
        </Field>
        <SelectField
          id={`draft-care-${id}`}
          label="Art"
          value={care}
          onChange={(value) => onChange({ care: careKinds.find((one) => one === value) ?? 'other' })}
        >
          <Options words={careLabels} />
        </SelectField>
        {hasRates ? (
          <SelectField id={`draft-rate-${id}`} label="USt." value={rate} onChange={(value) => onChange({ rate: Number(value) })}>
            {taxRates.map((one) => (
              <option key={one} value={one}>
                {taxRateLabels[one] ?? formatRate(one)}
              </option>
            ))}
          </SelectField>
        ) : null}
        {onRemove ? (
          <button type="button" className="cross" onClick={onRemove} aria-label={`Zeile ${place} entfernen`}>
            <X />
          </button>
        ) : null}
      </fieldset>
    </li>
  )
}

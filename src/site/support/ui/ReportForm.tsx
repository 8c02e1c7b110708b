import { useState } from 'react'
import { Link } from 'react-router'
import { useCheckedForm } from '#src/platform/web/forms/checkedForm.ts'
import { errorsOf } from '#src/platform/web/forms/errorsOf.ts'
import { FieldMessage } from '#src/platform/web/forms/Field.tsx'
import type { RefusedForm } from '#src/platform/web/forms/plainForm.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { fieldTextsOf } from '#src/platform/web/queries/refusals.ts'
import { useIsHydrated } from '#src/platform/web/queries/useIsHydrated.ts'
import { contentReport, mayStayUnnamed, reportLimits, reportReasonLabels, reportReasons, reportTexts } from '../reportRules.ts'
import { senderLimits } from '../senderRules.ts'
import { ChoiceField, FormTrouble, LineField, useIdempotentSend, WordsField } from './FormParts.tsx'

type Review = { reviewId: string; companyId: string; companyName: string; customerName: string; comment: string }
type Company = { companyId: string; companyName: string }
type ReportFormProps = {
  review: Review | undefined
  company: Company | undefined
  isGone: boolean
  email: string
  isSent: boolean
  refused: RefusedForm | undefined
}

/** Report form, or its confirmation. Works without JavaScript. */
export function ReportForm({ isSent, isGone, ...form }: ReportFormProps) {
  const [isDone, setIsDone] = useState(isSent)
  const profile = form.review ?? form.company
  if (isDone) {
    return (
      <Note
        kind="ok"
        role="status"
        title={reportTexts.sent}
        actions={
          <Link className="button neutral small" to={profile ? `/service/${profile.companyId}` : '/'}>
            {profile ? 'Zurück zum Profil' : 'Zur Startseite'}
          </Link>
        }
      >
        {reportTexts.sentHelp}
      </Note>
    )
  }
  return (
    <>
      {isGone ? (
        <Note kind="info" title={reportTexts.gone}>
          Steht er an einer anderen Stelle? Dann nennen Sie bitte unten ihre Adresse.
        </Note>
      ) : null}
      <Report {...form} onDone={() => setIsDone(true)} />
    </>
  )
}

const labels = {
  page: 'Adresse der Seite',
  reason: 'Grund',
  explanation: 'Begründung',
  name: 'Name',
  email: 'E-Mail',
  isGoodFaith: 'Richtigkeit der Angaben',
}
const reasons = reportReasons.map((one) => [one, reportReasonLabels[one]] as const)

function Report({ onDone, ...given }: Omit<ReportFormProps, 'isSent' | 'isGone'> & { onDone: () => void }) {
  const { review, company } = given
  const { form, failure } = useReport({ ...given, onDone })
  const isHydrated = useIsHydrated()
  return (
    <form method="post" className="card padded stack" noValidate={isHydrated} onSubmit={(event) => void form.submit(event)}>
      <FormTrouble form={form} labels={labels} title={reportTexts.notSent} failure={failure} />
      {review || company ? <Reported review={review} company={company} /> : <PlaceField form={form} />}
      <ChoiceField form={form} name="reason" label={labels.reason} choices={reasons} />
      <WordsField
        form={form}
        name="explanation"
        label={labels.explanation}
        hint="Was genau ist unzulässig, und warum?"
        longest={reportLimits.explanation.max}
      />
      <SenderFields form={form} />
      <GoodFaith form={form} />
      <BusyButton isBusy={form.isBusy}>{form.isBusy ? 'Meldung wird gesendet…' : 'Meldung senden'}</BusyButton>
    </form>
  )
}

type ReportState = ReturnType<typeof useReport>['form']

const PlaceField = ({ form }: { form: ReportState }) => (
  <LineField
    form={form}
    name="page"
    label={labels.page}
    autoComplete="off"
    longest={reportLimits.page}
    hint="Kopieren Sie sie bitte aus der Adresszeile und schreiben Sie, welche Stelle der Seite Sie meinen."
  />
)

function SenderFields({ form }: { form: ReportState }) {
  const isOptional = mayStayUnnamed(form.values.reason)
  return (
    <>
      <LineField form={form} name="name" label={labels.name} autoComplete="name" longest={senderLimits.name.max} isOptional={isOptional} />
      <LineField
        form={form}
        name="email"
        label={labels.email}
        type="email"
        autoComplete="email"
        isOptional={isOptional}
        hint="Für die Bestätigung und unsere Entscheidung. Wer den Inhalt verfasst hat, erfährt Ihren Namen nicht."
      />
    </>
  )
}

type ReportParts = Pick<ReportFormProps, 'review' | 'company' | 'email' | 'refused'> & { onDone: () => void }

/** State of the report form; the input is kept after errors. */
function useReport({ review, company, email, refused, onDone }: ReportParts) {
  const [failure, setFailure] = useState<string | undefined>(refused?.failure)
  const attempt = useIdempotentSend()
  const meant = meaningOf(review, company)
  const form = useCheckedForm({
    prefix: 'report',
    fields: { page: '', reason: '', explanation: '', name: '', email, isGoodFaith: '' },
    refused,
    check: (values) => errorsOf(contentReport)({ ...values, ...meant }),
    send: async (values) => {
      setFailure(undefined)
      const reason = contentReport.shape.reason.parse(values.reason)
      const report = { ...values, ...meant, reason, isGoodFaith: true as const }
      const refusal = await attempt(report, (idempotencyKey) => call('report-content', report, { idempotencyKey }))
      if (!refusal) return onDone()
      form.refuse(fieldTextsOf(refusal))
      setFailure(refusal.message)
    },
  })
  return { form, failure }
}

function meaningOf(review: Review | undefined, company: Company | undefined): Record<string, string> {
  if (review) return { reviewId: review.reviewId }
  return company ? { companyId: company.companyId } : {}
}

/** Reported content, as its reporter has just seen it. */
function Reported({ review, company }: { review: Review | undefined; company: Company | undefined }) {
  if (!review) {
    return (
      <div className="stack tight">
        <p className="small muted">Sie melden das Profil von</p>
        <p className="strong">{company?.companyName}</p>
        <input type="hidden" name="companyId" value={company?.companyId} />
      </div>
    )
  }
  return (
    <div className="stack tight">
      <p className="small muted">
        Sie melden die Bewertung von {review.customerName} über {review.companyName}
      </p>
      <blockquote className="support-quote">{review.comment}</blockquote>
      <input type="hidden" name="reviewId" value={review.reviewId} />
    </div>
  )
}

/** Declaration of good faith (Art. 16 Abs. 2 d DSA). */
function GoodFaith({ form }: { form: ReportState }) {
  const [id, error] = [form.idOf('isGoodFaith'), form.errors.isGoodFaith]
  return (
    <div className={error ? 'field error' : 'field'}>
      <label className="check">
        <input
          id={id}
          type="checkbox"
          name="isGoodFaith"
          required
          checked={form.values.isGoodFaith === 'on'}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => form.type('isGoodFaith', event.target.checked ? 'on' : '')}
        />
        {reportTexts.goodFaith}
      </label>
      <FieldMessage id={id} error={error} />
    </div>
  )
}

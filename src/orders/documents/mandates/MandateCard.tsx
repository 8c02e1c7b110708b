import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { berlinDay, formatLongDate } from '#src/platform/kit/dates.ts'
import { FieldMessage } from '#src/platform/web/forms/Field.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { ConfirmDialog } from '#src/platform/web/parts/ConfirmDialog.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import type { MandateView } from '../customers/rules.ts'
import { mandateTexts } from './mandateTexts.ts'
import '../customers/customers.css'

type MandateProps = { companyId: string; mandate: MandateView; onChanged: () => void }

/** Accepts or revokes the mandate by which the operator issues invoices in the company's name; shows its full text. */
export const MandateCard = (props: MandateProps) =>
  props.mandate.accepted_at === null ? <Offer {...props} /> : <Accepted {...props} acceptedAt={props.mandate.accepted_at} />

const MandateText = ({ text }: { text: string }) => (
  <details className="mandate">
    <summary>{mandateTexts.read}</summary>
    {text.split('\n\n').map((paragraph) => (
      <p key={paragraph}>{paragraph}</p>
    ))}
  </details>
)

function Offer({ companyId, mandate, onChanged }: MandateProps) {
  const [isConsented, setIsConsented] = useState(false)
  const [error, setError] = useState<string>()
  const { isBusy, action } = useAction()
  function accept(event: FormEvent) {
    event.preventDefault()
    if (!isConsented) return setError(mandateTexts.consentMissing)
    void action(async () => {
      await call('accept-invoice-mandate', { companyId, version: mandate.version })
      showToast({ kind: 'success', title: mandateTexts.accepted, text: mandateTexts.acceptedHelp })
      onChanged()
    }, 'Die Vollmacht wurde nicht erteilt')
  }
  return (
    <form className="card-body stack" noValidate onSubmit={accept} aria-label={mandateTexts.accept}>
      <p>{mandateTexts.offer}</p>
      {mandate.has_details ? null : (
        <Note kind="info" actions={<Link to="/dashboard/geschaeftsangaben">Geschäftsangaben ergänzen</Link>}>
          {mandateTexts.detailsMissing}
        </Note>
      )}
      <MandateText text={mandate.text} />
      {mandate.has_details ? (
        <>
          <div className={error ? 'field error' : 'field'}>
            <label className="check">
              <input
                type="checkbox"
                id="mandate-consent"
                checked={isConsented}
                aria-invalid={error ? true : undefined}
                aria-describedby={error ? 'mandate-consent-error' : undefined}
                onChange={(event) => {
                  setIsConsented(event.target.checked)
                  setError(undefined)
                }}
              />
              {mandateTexts.consent}
            </label>
            <FieldMessage id="mandate-consent" error={error} />
          </div>
          <div>
            <BusyButton className="button primary" isBusy={isBusy}>
              {mandateTexts.accept}
            </BusyButton>
          </div>
        </>
      ) : null}
    </form>
  )
}

function Accepted({ companyId, mandate, acceptedAt, onChanged }: MandateProps & { acceptedAt: string }) {
  const [isConfirming, setIsConfirming] = useState(false)
  const { isBusy, action } = useAction()
  const revoke = () =>
    action(async () => {
      await call('revoke-invoice-mandate', { companyId })
      showToast({ kind: 'success', title: mandateTexts.revoked })
      onChanged()
    }, 'Die Vollmacht wurde nicht widerrufen')
  return (
    <div className="card-body stack mandate-foot">
      <div className="row between wrapping">
        <p className="small muted">Vollmacht erteilt am {formatLongDate(berlinDay(new Date(acceptedAt)))}.</p>
        <BusyButton type="button" className="button neutral small" isBusy={isBusy} onClick={() => setIsConfirming(true)}>
          {mandateTexts.revoke}
        </BusyButton>
      </div>
      <MandateText text={mandate.text} />
      {isConfirming ? (
        <ConfirmDialog
          question={mandateTexts.revokeQuestion}
          consequence={mandateTexts.revokeHelp}
          confirmLabel={mandateTexts.revoke}
          cancelLabel="Behalten"
          onConfirm={() => {
            setIsConfirming(false)
            void revoke()
          }}
          onCancel={() => setIsConfirming(false)}
        />
      ) : null}
    </div>
  )
}

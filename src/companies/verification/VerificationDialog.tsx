import { useState } from 'react'
import { formatMoment } from '#src/kit/dates.ts'
import { Field } from '#src/web/forms/Field.tsx'
import { useAct } from '#src/web/forms/useAct.ts'
import { BusyButton } from '#src/web/parts/BusyButton.tsx'
import { Dialog } from '#src/web/parts/Dialog.tsx'
import { DownloadButton } from '#src/web/parts/DownloadButton.tsx'
import { Fact } from '#src/web/parts/Fact.tsx'
import { call } from '#src/web/reading/call.ts'
import { fieldTextsOf } from '#src/web/reading/refusals.ts'
import { showToast } from '#src/web/shell/toast.ts'
import { type AskedVerification, evidenceWords, verificationLimits, verificationTexts } from './rules.ts'
import { VerificationChip } from './VerificationColumns.tsx'
import '#src/web/styles/facts.css'
import '#src/web/forms/fields.css'

type DialogProps = { request: AskedVerification; onClose: () => void; onChanged: () => void }

/** One request: who asks, the evidence, and the decision with its reason. */
export function VerificationDialog({ request, onClose, onChanged }: DialogProps) {
  const [reason, setReason] = useState('')
  const { fault, isBusy, decide } = useDecision(() => {
    onClose()
    onChanged()
  })
  const isOpen = request.status === 'open'
  return (
    <Dialog
      title={request.company_name}
      bodyLabel="Antrag auf Verifizierung"
      onClose={onClose}
      foot={
        isOpen ? (
          <>
            <BusyButton
              type="button"
              className="button danger"
              isBusy={isBusy}
              onClick={() => void decide({ requestId: request.id, isGranted: false, reason })}
            >
              Ablehnen
            </BusyButton>
            <BusyButton
              type="button"
              className="button primary"
              isBusy={isBusy}
              onClick={() => void decide({ requestId: request.id, isGranted: true, reason })}
            >
              Verifizieren
            </BusyButton>
          </>
        ) : (
          <button type="button" className="button neutral" onClick={onClose}>
            Schließen
          </button>
        )
      }
    >
      <RequestFacts request={request} />
      {isOpen ? (
        <Field id="verification-reason" label="Begründung" hint="Steht in der E-Mail. Beim Ablehnen ist sie nötig." error={fault}>
          {(control) => (
            <textarea
              {...control}
              rows={4}
              maxLength={verificationLimits.reason}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      ) : null}
    </Dialog>
  )
}

const RequestFacts = ({ request: { status, ...request } }: { request: AskedVerification }) => (
  <dl className="facts">
    <Fact label="Stand">
      <VerificationChip status={status} />
    </Fact>
    <Fact label="Firma">
      <a href={`/service/${request.company_id}`}>{[request.company_name, request.legal_form].filter(Boolean).join(' ')}</a>
      <span className="second">{request.contact_person}</span>
    </Fact>
    <Fact label="Eingegangen">{formatMoment(new Date(request.asked_at))}</Fact>
    {request.decided_at ? <Fact label="Entschieden">{formatMoment(new Date(request.decided_at))}</Fact> : null}
    {request.reason ? (
      <Fact label="Begründung">
        <span className="words">{request.reason}</span>
      </Fact>
    ) : null}
    <Fact label="Nachweise">
      {status === 'open' ? (
        <span className="stack snug">
          {request.files.map(({ id, kind, name }) => (
            <DownloadButton key={id} path={`/functions/v1/admin-verification-file?fileId=${id}`} name={name}>
              {evidenceWords[kind]}: {name}
            </DownloadButton>
          ))}
        </span>
      ) : (
        'Mit der Entscheidung gelöscht'
      )}
    </Fact>
  </dl>
)

function useDecision(onDone: () => void) {
  const [fault, setFault] = useState<string>()
  const { isBusy, act } = useAct({ onRefused: (error) => setFault(fieldTextsOf(error).reason) })

  async function decide(decision: { requestId: string; isGranted: boolean; reason: string }) {
    const isUnfounded = !decision.isGranted && decision.reason.trim() === ''
    setFault(isUnfounded ? verificationTexts.reasonMissing : undefined)
    if (isUnfounded) return
    await act(async () => {
      await call('admin-decide-verification', decision)
      showToast({ kind: 'success', title: verificationTexts.decided })
      onDone()
    }, verificationTexts.notDecided)
  }
  return { fault, isBusy, decide }
}

import { useState } from 'react'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { Field } from '#src/platform/web/forms/Field.tsx'
import { DownloadButton } from '#src/platform/web/parts/DownloadButton.tsx'
import { Fact, TextFact } from '#src/platform/web/parts/Fact.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { DecisionDialog } from '../ui/DecisionDialog.tsx'
import { evidenceLabels, type SubmittedVerification, verificationTexts } from './rules.ts'
import { VerificationChip } from './VerificationColumns.tsx'

type DialogProps = { request: SubmittedVerification; onClose: () => void; onChanged: () => void }

/** One application: the company, the evidence, and the decision with its reason; for an insurance the end of its policy. */
export function VerificationDialog({ request, ...parts }: DialogProps) {
  const [insuranceUntil, setInsuranceUntil] = useState('')
  const hasInsurance = request.files.some(({ kind }) => kind === 'insurance')
  return (
    <DecisionDialog
      title={request.company_name}
      bodyLabel="Antrag auf Verifizierung"
      isOpen={request.status === 'open'}
      accept="Verifizieren"
      decide={({ isAccepted, reason }) =>
        call('admin-decide-verification', {
          requestId: request.id,
          isGranted: isAccepted,
          reason,
          ...(isAccepted && hasInsurance ? { insuranceUntil } : {}),
        })
      }
      fields={(problems) =>
        hasInsurance ? (
          <Field
            id="insurance-until"
            label={verificationTexts.insuranceUntil}
            hint={verificationTexts.insuranceHint}
            error={problems.insuranceUntil}
          >
            {(control) => (
              <input {...control} value={insuranceUntil} onChange={(event) => setInsuranceUntil(event.target.value)} autoComplete="off" />
            )}
          </Field>
        ) : null
      }
      {...parts}
    >
      <RequestFacts request={request} />
    </DecisionDialog>
  )
}

const RequestFacts = ({ request: { status, ...request } }: { request: SubmittedVerification }) => (
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
    {request.reason ? <TextFact label="Begründung">{request.reason}</TextFact> : null}
    <Fact label="Nachweise">
      {status === 'open' ? (
        <span className="stack snug">
          {request.files.map(({ id, kind, name }) => (
            <DownloadButton key={id} path={`/functions/v1/admin-verification-file?fileId=${id}`} name={name}>
              {evidenceLabels[kind]}: {name}
            </DownloadButton>
          ))}
        </span>
      ) : (
        'Mit der Entscheidung gelöscht'
      )}
    </Fact>
  </dl>
)

import { formatMoment } from '#src/platform/kit/dates.ts'
import { DownloadButton } from '#src/platform/web/parts/DownloadButton.tsx'
import { Fact } from '#src/platform/web/parts/Fact.tsx'
import { call } from '#src/platform/web/reading/call.ts'
import { DecisionDialog } from '../ui/DecisionDialog.tsx'
import { type AskedVerification, evidenceWords } from './rules.ts'
import { VerificationChip } from './VerificationColumns.tsx'

type DialogProps = { request: AskedVerification; onClose: () => void; onChanged: () => void }

/** One application: the company, the evidence, and the decision with its reason. */
export const VerificationDialog = ({ request, ...parts }: DialogProps) => (
  <DecisionDialog
    title={request.company_name}
    bodyLabel="Antrag auf Verifizierung"
    isOpen={request.status === 'open'}
    accept="Verifizieren"
    decide={({ isAccepted, reason }) => call('admin-decide-verification', { requestId: request.id, isGranted: isAccepted, reason })}
    {...parts}
  >
    <RequestFacts request={request} />
  </DecisionDialog>
)

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

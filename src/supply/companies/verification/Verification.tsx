import { useState } from 'react'
import { berlinDay, formatDate, formatLongDate } from '#src/platform/kit/dates.ts'
import { verifiedPage } from '#src/platform/kit/publicPages.ts'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { type CallAnswer, call } from '#src/platform/web/queries/call.ts'
import { QueryRegion } from '#src/platform/web/queries/QueryRegion.tsx'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { EvidenceUpload } from '../ui/EvidenceUpload.tsx'
import { type Proof, proofLabels, proofLine } from './proofRules.ts'
import { evidenceLabels, evidencePath, verificationTexts } from './rules.ts'

type Shown = CallAnswer<'get-verification'>

/** Application for the badge 'Verifiziert': evidence, submission and result (docs/spec.md#verification). */
export function Verification({ companyId, live }: { companyId: string; live: number }) {
  const { queryResult, reload } = useQuery('get-verification', { companyId }, { live })
  return (
    <section className="card" aria-labelledby="verification-title">
      <div className="card-head">
        <h2 id="verification-title">Verifizierung</h2>
      </div>
      <div className="card-body stack">
        <QueryRegion
          queryResult={queryResult}
          failed="Der Stand Ihrer Verifizierung konnte nicht geladen werden"
          loading={<p role="status">Stand wird geladen…</p>}
          onRetry={reload}
        >
          {(shown) => <Standing companyId={companyId} shown={shown} onChanged={() => void reload()} />}
        </QueryRegion>
      </div>
    </section>
  )
}

type StandingProps = { companyId: string; shown: Shown; onChanged: () => void }

function Standing({ companyId, shown, onChanged }: StandingProps) {
  if (shown.is_verified && !shown.is_renewable) return <Verified proofs={shown.proofs} />
  const isOpen = shown.status === 'open'
  return (
    <>
      {shown.is_verified ? <Verified proofs={shown.proofs} /> : null}
      {isOpen ? (
        <Note kind="info" title="Ihr Antrag wird geprüft">
          <span>{shown.asked_at ? `Eingereicht am ${dayOf(shown.asked_at)}. ` : ''}</span>Die Entscheidung bekommen Sie per E-Mail. Danach
          werden Ihre Nachweise gelöscht.
        </Note>
      ) : (
        <Application companyId={companyId} shown={shown} onChanged={onChanged} />
      )}
    </>
  )
}

/** The badge with what it is based on, as customers read it; ended proofs are shown to the company alone. */
function Verified({ proofs }: { proofs: Shown['proofs'] }) {
  const today = berlinDay(new Date())
  return (
    <>
      <Note kind="ok" title="Ihre Firma ist verifiziert.">
        Das Zeichen steht in der Suche und im Profil. <a href={verifiedPage.path}>{verifiedPage.title}</a>
      </Note>
      {proofs.length === 0 ? null : (
        <ul aria-label="Geprüfte Nachweise">
          {proofs.map(({ kind, valid_until: validUntil }) => (
            <li key={kind}>{validUntil < today ? endedLine({ kind, validUntil }) : proofLine({ kind, validUntil })}</li>
          ))}
        </ul>
      )}
    </>
  )
}

const endedLine = ({ kind, validUntil }: Proof) =>
  `${proofLabels[kind]}: abgelaufen am ${formatDate(validUntil)}, steht nicht mehr im Profil`

function Application({ companyId, shown, onChanged }: StandingProps) {
  return (
    <>
      {shown.status === 'refused' ? (
        <Note kind="warn" title={`Ihr Antrag${shown.decided_at ? ` wurde am ${dayOf(shown.decided_at)}` : ' wurde'} abgelehnt`}>
          {shown.reason}
        </Note>
      ) : null}
      <p className="muted">{shown.is_verified ? renewing : applying}</p>
      <Draft companyId={companyId} files={shown.status === 'draft' ? shown.files : []} onChanged={onChanged} />
    </>
  )
}

const applying =
  'Mit dem Zeichen „Verifiziert“ sehen Kunden, dass wir Ihre Firma geprüft haben. Laden Sie dafür Nachweise hoch, zum Beispiel Ihre Gewerbeanmeldung. Niemand außer uns sieht sie, und nach der Entscheidung werden sie gelöscht. Im Profil steht danach, was wir geprüft haben und bis wann es gilt.'
const renewing =
  'Laden Sie neue Nachweise hoch, damit im Profil steht, was wir geprüft haben und bis wann es gilt. Nach der Entscheidung werden sie gelöscht.'

const dayOf = (moment: string) => formatLongDate(berlinDay(new Date(moment)))

type DraftProps = { companyId: string; files: Shown['files']; onChanged: () => void }

/** Files of the draft, the upload, and the button that submits it. */
function Draft({ companyId, files, onChanged }: DraftProps) {
  const [complaint, setComplaint] = useState<string>()
  const { isBusy, failure, action } = useAction()
  const ask = () => {
    setComplaint(files.length === 0 ? verificationTexts.nothing : undefined)
    if (files.length === 0) return undefined
    return action(async () => {
      await call('ask-verification', { companyId })
      showToast({ kind: 'success', title: verificationTexts.asked })
      onChanged()
    })
  }
  const said = complaint ?? failure
  return (
    <>
      <EvidenceUpload
        words={evidenceLabels}
        files={files}
        pathOf={(kind) => `${evidencePath}${companyId}/${kind}`}
        remove={(fileId) => call('remove-verification-file', { companyId, fileId })}
        onChanged={() => {
          setComplaint(undefined)
          onChanged()
        }}
      />
      {said ? <Note kind="bad" role="alert" title={said} /> : null}
      <BusyButton type="button" className="button primary" isBusy={isBusy} onClick={() => void ask()}>
        Verifizierung beantragen
      </BusyButton>
    </>
  )
}

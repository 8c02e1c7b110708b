import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { formatExactMoment } from '#src/platform/kit/dates.ts'
import { legalPages } from '#src/platform/kit/publicPages.ts'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Fact } from '#src/platform/web/parts/Fact.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import '#src/platform/web/styles/summary.css'

/** Declaration as typed. */
export type Declared = { name: string; contract: string; email: string }

type ReviewProps = {
  declared: Declared
  isBusy: boolean
  failure: string | undefined
  operatorEmail: string
  onBack: () => void
  onConfirm: () => void
}

/** Step 2: the declaration again, with the button that makes it effective. */
export function WithdrawalReview({ declared, isBusy, failure, operatorEmail, onBack, onConfirm }: ReviewProps) {
  return (
    <>
      <Heading>Stimmt Ihre Erklärung?</Heading>
      <Declaration {...declared} />
      <Failure title="Ihr Widerruf ist noch nicht angekommen" text={failure} />
      <BusyButton type="button" isBusy={isBusy} onClick={onConfirm}>
        Widerruf bestätigen
      </BusyButton>
      <button type="button" className="button neutral wide" onClick={onBack} disabled={isBusy}>
        Angaben ändern
      </button>
      <ByMail operatorEmail={operatorEmail} declared={declared} />
    </>
  )
}

/** Confirmation: content, time, and address of the receipt. */
export function WithdrawalReceived({ declared, at }: { declared: Declared; at: string }) {
  return (
    <>
      <Heading>Ihr Widerruf ist eingegangen</Heading>
      <Note kind="ok" role="status" title={formatExactMoment(new Date(at))}>
        Die Eingangsbestätigung geht an {declared.email}. Was aus Ihrem Widerruf folgt, lesen Sie dort.
      </Note>
      <Declaration {...declared} />
      <Link className="button neutral wide" to="/">
        Zur Startseite
      </Link>
    </>
  )
}

const Declaration = ({ name, contract, email }: Declared) => (
  <div className="withdrawal-details">
    <p className="strong">Hiermit widerrufe ich den unten genannten Vertrag.</p>
    <dl className="summary">
      <Fact label="Name">{name}</Fact>
      <Fact label="Vertrag">{contract}</Fact>
      <Fact label="E-Mail">{email}</Fact>
    </dl>
  </div>
)

/** Alternative by mail: a withdrawal needs no form. */
export function ByMail({ operatorEmail, declared }: { operatorEmail: string; declared?: Declared }) {
  const said = declared ? `Hiermit widerrufe ich diesen Vertrag: ${declared.contract}\n\n${declared.name}\n${declared.email}` : ''
  const words = new URLSearchParams({ subject: 'Widerruf', ...(said ? { body: said } : {}) }).toString().replaceAll('+', '%20')
  return (
    <p className="small muted">
      Sie können auch formlos widerrufen, zum Beispiel per E-Mail an <a href={`mailto:${operatorEmail}?${words}`}>{operatorEmail}</a>.
      Frist, Folgen und ein Muster-Formular stehen in der{' '}
      <Link to={legalPages.withdrawalPolicy.path}>{legalPages.withdrawalPolicy.title}</Link>.
    </p>
  )
}

/** Heading that takes the focus when the step changes. */
function Heading({ children }: { children: string }) {
  const place = useRef<HTMLHeadingElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <h2 ref={place} className="withdrawal-head" tabIndex={-1}>
      {children}
    </h2>
  )
}

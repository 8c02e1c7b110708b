import { useState } from 'react'
import { Link } from 'react-router'
import { tipTexts } from '#src/orders/tips/rules.ts'
import { formatLongDate } from '#src/platform/kit/dates.ts'
import { useCleanAddress } from '#src/platform/web/parts/MailedLink.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { readCall } from '#src/platform/web/queries/readCall.ts'
import { reviewFormTexts } from '../rules.ts'
import type { ReviewInvitation } from '../writingRules.ts'
import { Declining } from './Declining.tsx'
import { ReviewForm } from './ReviewForm.tsx'
import { useTokenQuery } from './TokenQuery.tsx'

/** Review form for the holder of a booking's token, with the link to unsubscribe. */
export function InvitedReview({ token, isDeclined }: { token: string; isDeclined: boolean }) {
  useCleanAddress()
  return (
    <>
      {isDeclined ? null : <Invitation token={token} />}
      {isDeclined || token !== '' ? <Declining token={token} isDeclined={isDeclined} /> : null}
      <Link className="button neutral wide" to="/">
        Zur Startseite
      </Link>
    </>
  )
}

function Invitation({ token }: { token: string }) {
  const { tokenQuery, readAgain } = useTokenQuery(() => readCall('get-review-invitation', { token }))
  const [isSent, setIsSent] = useState(false)
  if (tokenQuery.state === 'reading') {
    return (
      <>
        <p className="needs-script" role="status">
          Ihre Buchung wird geladen…
        </p>
        <p className="without-script">
          Zum Bewerten wird JavaScript benötigt. Schalten Sie es in Ihrem Browser ein und laden Sie die Seite neu.
        </p>
      </>
    )
  }
  if (tokenQuery.state === 'failed') return <NotOpened text={tokenQuery.text} onRetry={tokenQuery.isFinal ? undefined : readAgain} />
  const invitation = tokenQuery.value
  if (isSent || invitation.is_reviewed) return <Reviewed invitation={invitation} isSent={isSent} token={token} />
  const { company_id, customer_email, customer_name } = invitation
  return (
    <>
      <p>
        {invitation.service_title} mit <b>{invitation.company_name}</b> am {formatLongDate(invitation.booking_date)}
      </p>
      <ReviewForm
        companyId={company_id}
        bookingToken={token}
        knownEmail={customer_email}
        knownName={customer_name}
        onSent={() => setIsSent(true)}
      />
    </>
  )
}

export const NotOpened = ({ text, onRetry }: { text: string; onRetry: (() => void) | undefined }) => (
  <Note
    kind="bad"
    role="alert"
    title="Die Bewertung lässt sich nicht öffnen"
    actions={
      onRetry ? (
        <button type="button" className="button secondary small" onClick={onRetry}>
          Erneut versuchen
        </button>
      ) : undefined
    }
  >
    {text}
  </Note>
)

type ReviewedProps = { invitation: ReviewInvitation; isSent: boolean; token: string }

const Reviewed = ({ invitation: { company_id, company_name, may_tip: mayTip }, isSent, token }: ReviewedProps) => (
  <>
    {isSent ? (
      <Note kind="ok" role="status" title={reviewFormTexts.sent}>
        {reviewFormTexts.sentFromBooking}
      </Note>
    ) : (
      <Note kind="info" title="Diese Buchung ist schon bewertet">
        Zu jeder Buchung gibt es eine Bewertung.
      </Note>
    )}
    {mayTip ? (
      <Link className="button secondary wide" to={`/buchung?${new URLSearchParams({ token })}`}>
        {tipTexts.offer}
      </Link>
    ) : null}
    <Link className="button primary wide" to={`/service/${company_id}#bewertungen`}>
      Zum Profil von {company_name}
    </Link>
  </>
)

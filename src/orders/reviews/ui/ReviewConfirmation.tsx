import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { useCleanAddress } from '#src/platform/web/parts/MailedLink.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { Stars } from '#src/platform/web/parts/Stars.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { readCall } from '#src/platform/web/queries/readCall.ts'
import type { WrittenReview } from '../writingRules.ts'
import { NotOpened } from './InvitedReview.tsx'
import { useTokenQuery } from './TokenQuery.tsx'

type End = 'published' | 'discarded'

/** Shows the review written under this address with two buttons. Opening the link alone changes nothing. */
export function ReviewConfirmation({ token, done }: { token: string; done: End | undefined }) {
  useCleanAddress()
  return (
    <>
      {done ? <Ended end={done} companyId={undefined} /> : <Waiting token={token} />}
      <Link className="button neutral wide" to="/">
        Zur Startseite
      </Link>
    </>
  )
}

function Waiting({ token }: { token: string }) {
  const { tokenQuery, readAgain } = useTokenQuery(() => readCall('get-written-review', { token }))
  const [end, setEnd] = useState<End>()
  const review = tokenQuery.state === 'shown' ? tokenQuery.value : undefined
  if (end || review?.is_published) return <Ended end={end ?? 'published'} companyId={review?.company_id} />
  if (tokenQuery.state === 'failed') return <NotOpened text={tokenQuery.text} onRetry={tokenQuery.isFinal ? undefined : readAgain} />
  return (
    <>
      {review ? (
        <Written review={review} />
      ) : (
        <p className="needs-script" role="status">
          Ihre Bewertung wird geladen…
        </p>
      )}
      <Choice token={token} onEnd={setEnd} />
    </>
  )
}

const Written = ({ review: { company_name, customer_name, rating, comment } }: { review: WrittenReview }) => (
  <>
    <p>Diese Bewertung wurde mit Ihrer E-Mail-Adresse geschrieben. Sie erscheint, wenn Sie sie bestätigen.</p>
    <blockquote className="written">
      <p className="name">{company_name}</p>
      <Stars rating={rating} small plain />
      <p>{comment}</p>
      <footer className="small muted">{customer_name}</footer>
    </blockquote>
  </>
)

const acts = { published: 'confirm-review', discarded: 'discard-review' } as const

function Choice({ token, onEnd }: { token: string; onEnd: (end: End) => void }) {
  const [chosen, choose] = useState<End>()
  const { isBusy, failure, action } = useAction()

  function send(event: FormEvent, end: End) {
    event.preventDefault()
    if (!isBusy) choose(end)
    void action(async () => {
      await call(acts[end], { token })
      onEnd(end)
    })
  }
  const button = (end: End, className: string, label: string) => (
    <form method="post" action={`/functions/v1/${acts[end]}`} onSubmit={(event) => send(event, end)}>
      <input type="hidden" name="token" value={token} />
      <BusyButton className={className} isBusy={isBusy && chosen === end}>
        {label}
      </BusyButton>
    </form>
  )
  return (
    <>
      <Failure title="Das hat nicht geklappt" text={failure} />
      {button('published', 'button primary wide', 'Bewertung veröffentlichen')}
      {button('discarded', 'button danger wide', 'Nicht von mir: verwerfen')}
    </>
  )
}

const ends = {
  published: { title: 'Ihre Bewertung ist veröffentlicht', text: 'Vielen Dank. Sie ist jetzt im Profil zu lesen und zählt zur Note.' },
  discarded: { title: 'Die Bewertung ist verworfen', text: 'Sie wurde nicht veröffentlicht und ist gelöscht.' },
} as const

const Ended = ({ end, companyId }: { end: End; companyId: string | undefined }) => (
  <>
    <Note kind="ok" role="status" title={ends[end].title}>
      {ends[end].text}
    </Note>
    {companyId && end === 'published' ? (
      <Link className="button primary wide" to={`/service/${companyId}#bewertungen`}>
        Zum Profil
      </Link>
    ) : null}
  </>
)

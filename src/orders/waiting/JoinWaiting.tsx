import { Suspense, useContext, useEffect, useRef, useState } from 'react'
import { workOfDraft } from '#src/orders/bookings/draftRules.ts'
import type { BookableCompany } from '#src/orders/ordering/ui/BookableCompany.tsx'
import type { BookingDraftState } from '#src/orders/ordering/ui/BookingDraft.tsx'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { Field } from '#src/platform/web/forms/Field.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { Bell } from '#src/platform/web/icons/Icons.tsx'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { EmptyState } from '#src/platform/web/parts/EmptyState.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import type { DayPart } from '#src/supply/calendars/dayParts.ts'
import { slotTexts } from '#src/supply/calendars/texts.ts'
import { PartChoice } from './PartChoice.tsx'
import { waitingTexts } from './rules.ts'
import { SimilarSlot } from './SimilarSlot.tsx'
import '#src/platform/web/styles/empty.css'
import './waiting.css'

type JoinProps = { draft: BookingDraftState; company: BookableCompany; firstDay: string; lastDay: string }

/** Form for the waiting list if the shown days have no free time. Loaded only then. */
export default function JoinWaiting({ draft, company, firstDay, lastDay }: JoinProps) {
  const [part, setPart] = useState<DayPart | null>(null)
  const Similar = useContext(SimilarSlot)
  return (
    <div className="stack">
      <div className="join-waiting">
        <EmptyState
          as="h4"
          title={slotTexts.noneUntil(lastDay)}
          text="Sagt jemand ab, schreiben wir Ihnen. Sie haben dann 30 Minuten Vorrang, der Reihe nach."
          action={<Form {...{ draft, company, firstDay, lastDay, part, setPart }} />}
        />
      </div>
      {Similar ? (
        <Suspense>
          <Similar company={company} catalogueId={draft.service?.catalogueId ?? null} part={part} />
        </Suspense>
      ) : null}
    </div>
  )
}

type FormProps = JoinProps & { part: DayPart | null; setPart: (part: DayPart | null) => void }

/** Not a <form> element: it is nested in the booking's form. */
function Form({ draft, company, firstDay, lastDay, part, setPart }: FormProps) {
  const [typed, setTyped] = useState<string>()
  const [error, setError] = useState<string>()
  const [told, setTold] = useState<'joined' | 'waits'>()
  const { isBusy, failure, action } = useAction({
    onFields: ({ customerEmail: email, ...others }) => setError(email ?? Object.values(others)[0]),
  })
  const customerEmail = typed ?? draft.draft.customerEmail
  const send = () =>
    void action(async () => {
      setError(undefined)
      const { is_confirmed: isConfirmed } = await call('join-waiting-list', {
        ...workOfDraft(company.id, draft),
        firstDay,
        lastDay,
        ...(part === null ? {} : { part }),
        customerEmail,
      })
      setTold(isConfirmed ? 'waits' : 'joined')
    })
  const answer = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (told) answer.current?.focus({ preventScroll: true })
  }, [told])
  if (told)
    return (
      <div ref={answer} tabIndex={-1}>
        <Note kind="ok" role="status" title={waitingTexts[told]}>
          {told === 'waits' ? waitingTexts.told(lastDay, part) : waitingTexts.sent(customerEmail)}
        </Note>
      </div>
    )
  return (
    <div className="join-form">
      <Failure title="Nicht eingetragen" text={failure} />
      <Field id="waiting-email" label={waitingTexts.email} error={error}>
        {(control) => (
          <input
            {...control}
            type="email"
            inputMode="email"
            autoComplete="email"
            value={customerEmail}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              send()
            }}
          />
        )}
      </Field>
      <PartChoice part={part} onChange={setPart} />
      <BusyButton type="button" isBusy={isBusy} onClick={send}>
        <Bell />
        {waitingTexts.join}
      </BusyButton>
      <p className="tiny dim">Sie bestätigen Ihre Adresse mit einem Link, den wir Ihnen schicken. Abmelden können Sie sich jederzeit.</p>
    </div>
  )
}

import { type FormEvent, useState } from 'react'
import type { AdminWithdrawalDetails } from '#src/orders/withdrawals/listRules.ts'
import { formatDate } from '#src/platform/kit/dates.ts'
import { euros } from '#src/platform/kit/money.ts'
import { shortId } from '#src/platform/kit/text.ts'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { Field } from '#src/platform/web/forms/Field.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { type CallAnswer, call } from '#src/platform/web/queries/call.ts'

type AssignBookingProps = { withdrawal: AdminWithdrawalDetails; onDone: () => void }
type Found = Pick<
  CallAnswer<'admin-list-bookings'>['rows'][number],
  'id' | 'service_title' | 'company_name' | 'customer_name' | 'booking_date' | 'amount'
>

/** Assigns a booking to a declaration without one: a possible one, or one found by the search. */
export function AssignBooking({ withdrawal, onDone }: AssignBookingProps) {
  const [search, setSearch] = useState('')
  const [found, setFound] = useState<readonly Found[]>()
  const { isBusy, failure, action } = useAction()
  const look = (event: FormEvent) => {
    event.preventDefault()
    void action(async () => {
      const { rows } = await call('admin-list-bookings', { search: search.trim() || withdrawal.email, page: 1, pageSize: 20 })
      setFound(rows)
    }, 'Die Suche ist fehlgeschlagen')
  }
  const assign = (bookingId: string) =>
    void action(async () => {
      await call('admin-assign-withdrawal', { withdrawalId: withdrawal.id, bookingId })
      onDone()
    }, 'Die Buchung wurde nicht zugeordnet')
  const rows = found ?? withdrawal.candidates
  return (
    <section className="stack" aria-labelledby="withdrawal-assign">
      <h3 id="withdrawal-assign">Buchung zuordnen</h3>
      <form className="row wrapping" onSubmit={look}>
        <Field id="withdrawal-search" label="Suche" hint="Name, E-Mail, Telefon, Nummer oder Anbieter">
          {(control) => (
            <input
              {...control}
              type="search"
              autoComplete="off"
              placeholder={withdrawal.email}
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          )}
        </Field>
        <BusyButton className="button neutral" isBusy={isBusy}>
          Buchungen suchen
        </BusyButton>
      </form>
      <Failure title="Das ging nicht" text={failure} />
      <p className="small muted" role="status">
        {rows.length === 0 ? 'Keine Buchung gefunden.' : found ? null : 'Mit dieser E-Mail-Adresse oder Nummer:'}
      </p>
      <ul className="stack snug">
        {rows.map((one) => (
          <li key={one.id} className="row between wrapping">
            <span>
              <b>
                {shortId(one.id)}: {one.service_title}
              </b>
              <span className="second small">
                {one.customer_name}, {one.company_name}, {formatDate(one.booking_date)}, {euros(one.amount)}
              </span>
            </span>
            <button type="button" className="button neutral small" disabled={isBusy} onClick={() => assign(one.id)}>
              Zuordnen<span className="unseen">: {shortId(one.id)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

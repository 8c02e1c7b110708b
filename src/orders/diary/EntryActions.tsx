import { AppointmentActions } from '#src/orders/companyBookings/AppointmentActions.tsx'
import { telLink } from '#src/platform/kit/typed.ts'
import { MapPin, Phone } from '#src/platform/web/icons/Icons.tsx'
import { showToast } from '#src/platform/web/shell/toast.ts'
import type { Entry } from './entries.ts'

type EntryActionsProps = { companyId: string; entry: Entry; onDone: () => void }

/** Actions on the day of an appointment: call, find the way, report it as done. */
export function EntryActions({ companyId, entry, onDone }: EntryActionsProps) {
  const { bookingId, phone, place, title, acts, booked } = entry
  const reports = acts.filter((action) => action !== 'cancel')
  if (!bookingId || (phone === '' && place === '' && reports.length === 0)) return null
  return (
    <div className="row wrapping">
      {phone ? (
        <a className="button neutral small" href={telLink(phone)}>
          <Phone />
          Anrufen <span className="unseen">{title}</span>
        </a>
      ) : null}
      {place ? (
        <button type="button" className="button neutral small" onClick={() => void copy(place, 'Adresse kopiert')}>
          <MapPin />
          Adresse kopieren <span className="unseen">{title}</span>
        </button>
      ) : null}
      <AppointmentActions ids={{ companyId, bookingId }} acts={reports} booked={booked} size="small" onDone={onDone} />
    </div>
  )
}

export const copy = (text: string, title: string) =>
  navigator.clipboard.writeText(text).then(
    () => showToast({ kind: 'success', title, text }),
    () => showToast({ kind: 'info', title: 'Bitte kopieren Sie den Text von Hand', text }),
  )

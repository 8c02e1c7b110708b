import { type BookingDraft, draftCents, itemsOfDraft } from '#src/orders/bookings/draftRules.ts'
import { bookingLimits } from '#src/orders/bookings/rules.ts'
import { requestOrder } from '#src/orders/requests/texts.ts'
import { formatDate, formatTime, isCalendarDay } from '#src/platform/kit/dates.ts'
import { formatEuro } from '#src/platform/kit/money.ts'
import { PriceTicket } from '#src/platform/web/parts/Ticket.tsx'
import { agreedTitleOf } from '#src/supply/companies/rules.ts'
import { CompanyLogo } from '#src/supply/companies/ui/CompanyLogo.tsx'
import type { ShownService } from '#src/supply/services/schemas.ts'
import { linesOf } from '#src/supply/services/words.ts'
import { HoldNote } from '../times/Hold.tsx'
import type { BookableCompany } from './BookableCompany.tsx'
import type { BookingDraftState } from './BookingDraft.tsx'

type PriceProps = { company: BookableCompany; draft: BookingDraftState; note: string; until: Date | undefined; isSeries: boolean }

/** Company and current price, beside every step. */
export function PriceColumn({ company, draft, note, until, isSeries }: PriceProps) {
  const isOrder = draft.step === 2
  return (
    <>
      <div className="booking-company">
        <CompanyLogo company={company} size={52} />
        <div>
          <p className="strong">{company.companyName}</p>
          <p className="small dim">{company.location}</p>
        </div>
      </div>
      <PriceTicket
        rows={[
          ...(isOrder ? [] : dateRows(draft.draft)),
          ...serviceRows(draft, isOrder ? agreedTitleOf(company.category) : undefined),
          ...(isOrder && !isSeries ? [{ label: 'Zahlungsart', value: 'Karte' }] : []),
        ]}
        total={totalText(draft)}
        note={note}
        {...(isSeries ? { label: requestOrder.each } : {})}
      />
      <HoldNote until={until} />
    </>
  )
}

/** Price of the draft, '–' while it is no amount that can be booked. */
export function totalText({ draft, service }: { draft: BookingDraft; service: ShownService | undefined }) {
  const cents = draftCents(draft, service)
  const isPrice = cents !== undefined && cents >= bookingLimits.amountCents.min && cents <= bookingLimits.amountCents.max
  return isPrice ? formatEuro(cents) : '–'
}

const dateRows = (draft: BookingDraft) => [
  { label: 'Termin', value: isCalendarDay(draft.date) ? formatDate(draft.date) : '–' },
  { label: 'Uhrzeit', value: draft.time ? formatTime(draft.time) : '–' },
]

/** Items of a service that has a price, else one row with the total; `title` is used without a service. */
function serviceRows({ draft, service }: BookingDraftState, title: string | undefined) {
  const items = service && itemsOfDraft(draft, service)
  if (items) return linesOf(items).map(({ label, totalCents }) => ({ label, value: formatEuro(totalCents) }))
  const label = service?.title ?? title
  return label === undefined ? [] : [{ label, value: totalText({ draft, service }) }]
}

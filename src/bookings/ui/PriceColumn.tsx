import { serviceTitleOf } from '#src/companies/rules.ts'
import { CompanyLogo } from '#src/companies/ui/CompanyLogo.tsx'
import { formatDate, formatTime, isCalendarDay } from '#src/kit/dates.ts'
import { formatEuro, parseEuro } from '#src/kit/money.ts'
import { PriceTicket } from '#src/web/parts/Ticket.tsx'
import { type BookingDraft, bookingLimits } from '../rules.ts'
import { type BookableCompany, priceNote } from './BookableCompany.tsx'

/** The company and the price so far, beside every step. */
export function PriceColumn({ company, draft, step }: { company: BookableCompany; draft: BookingDraft; step: number }) {
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
        rows={step === 2 ? orderRows(company, draft) : dateRows(draft)}
        total={totalText(draft.amount)}
        note={priceNote(company)}
      />
    </>
  )
}

/** The typed amount as a price, '–' while it is none. */
export function totalText(amount: string) {
  const cents = parseEuro(amount)
  const isPrice = cents !== undefined && cents >= bookingLimits.amountCents.min && cents <= bookingLimits.amountCents.max
  return isPrice ? formatEuro(cents) : '–'
}

const dateRows = (draft: BookingDraft) => [
  { label: 'Termin', value: isCalendarDay(draft.date) ? formatDate(draft.date) : '–' },
  { label: 'Uhrzeit', value: draft.time ? formatTime(draft.time) : '–' },
]

const orderRows = (company: BookableCompany, draft: BookingDraft) => [
  { label: serviceTitleOf(company.category), value: totalText(draft.amount) },
  { label: 'Zahlungsart', value: 'Karte' },
]

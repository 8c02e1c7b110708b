import { methodsList } from '#src/money/payments/methods.ts'
import { type BookingDraft, draftCents, itemsOfDraft, priceOfDraft } from '#src/orders/bookings/draftRules.ts'
import { bookingLimits } from '#src/orders/bookings/rules.ts'
import { estimateTexts, requestOrder } from '#src/orders/requests/texts.ts'
import { formatDate, formatTime, isCalendarDay } from '#src/platform/kit/dates.ts'
import { formatEuro } from '#src/platform/kit/money.ts'
import { PriceTicket } from '#src/platform/web/parts/Ticket.tsx'
import { useSite } from '#src/platform/web/shell/site.ts'
import { agreedTitleOf } from '#src/supply/companies/rules.ts'
import { CompanyLogo } from '#src/supply/companies/ui/CompanyLogo.tsx'
import { depositTexts, splitPrice, splitSentence } from '#src/supply/services/deposits.ts'
import type { ServiceView } from '#src/supply/services/schemas.ts'
import { linesOf } from '#src/supply/services/texts.ts'
import { methodsOfDraft } from '../order/draftMethods.ts'
import { HoldNote } from '../times/Hold.tsx'
import type { BookableCompany } from './BookableCompany.tsx'
import type { BookingDraftState } from './BookingDraft.tsx'
import type { BookingSteps } from './BookingSteps.tsx'

type PriceProps = { company: BookableCompany; steps: BookingSteps; note: string }

/** Company and current price, beside every step. */
export function PriceColumn({ company, steps: { draft, series, hold, isRequest }, note }: PriceProps) {
  const { methods } = useSite()
  const isSeries = series.chosen !== undefined
  const isOrder = draft.step === 2
  const range = rangeText(draft)
  const deposit = isSeries ? undefined : depositOf(draft)
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
          ...(deposit ? [{ label: depositTexts.now, value: formatEuro(deposit.depositCents) }] : []),
          ...(isOrder && !isSeries
            ? [{ label: 'Zahlungsart', value: methodsList(methodsOfDraft(draft.draft, { methods, isRequest, now: new Date() })) }]
            : []),
        ]}
        total={totalText(draft)}
        note={note}
        {...(isSeries ? { label: requestOrder.each } : range === undefined ? {} : { label: estimateTexts.ceiling })}
        {...(deposit ? { label: depositTexts.total } : {})}
      />
      <HoldNote until={hold.until} />
    </>
  )
}

/** Price of the draft, '–' while it is no amount that can be booked. */
export function totalText({ draft, service }: { draft: BookingDraft; service: ServiceView | undefined }) {
  const cents = draftCents(draft, service)
  const isPrice = cents !== undefined && cents >= bookingLimits.amountCents.min && cents <= bookingLimits.amountCents.max
  return isPrice ? formatEuro(cents) : '–'
}

/** Payments of the draft's price; undefined if all of it is due at booking. Dates of a series are always paid in full. */
export function depositOf({ draft, service }: { draft: BookingDraft; service: ServiceView | undefined }) {
  const cents = draftCents(draft, service)
  return service && cents !== undefined ? splitPrice(service, cents, service.restParts) : undefined
}

/** Sentences with the deposit and the later payments of a draft. */
export const depositSentence = (one: Parameters<typeof depositOf>[0]) => splitSentence(depositOf(one))

/** Range of an estimate, 'etwa 90 bis 120 €'; undefined for a fixed price. */
export function rangeText({ draft, service }: { draft: BookingDraft; service: ServiceView | undefined }) {
  const priced = service && priceOfDraft(draft, service)
  return priced?.lowCents === undefined ? undefined : estimateTexts.range({ lowCents: priced.lowCents, ceilingCents: priced.totalCents })
}

const dateRows = (draft: BookingDraft) => [
  { label: 'Termin', value: isCalendarDay(draft.date) ? formatDate(draft.date) : '–' },
  { label: 'Uhrzeit', value: draft.time ? formatTime(draft.time) : '–' },
]

/** Items of a service that has a price, else one row with the total; `title` is used without a service. */
function serviceRows({ draft, service }: BookingDraftState, title: string | undefined) {
  const items = service && itemsOfDraft(draft, service)
  const range = rangeText({ draft, service })
  if (service && range !== undefined) return [{ label: service.title, value: range }]
  if (items) return linesOf(items).map(({ label, totalCents }) => ({ label, value: formatEuro(totalCents) }))
  const label = service?.title ?? title
  return label === undefined ? [] : [{ label, value: totalText({ draft, service }) }]
}

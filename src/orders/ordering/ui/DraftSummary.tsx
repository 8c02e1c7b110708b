import { lazy, type ReactNode, Suspense } from 'react'
import { addressFromCents } from '#src/orders/bookings/billing/fields.ts'
import { draftCents, itemsOfDraft, needsAgreement } from '#src/orders/bookings/draftRules.ts'
import { estimateTexts } from '#src/orders/requests/texts.ts'
import { agreedTitleOf } from '#src/supply/companies/rules.ts'
import { detailLines, lineText, placeAt, placeLabel } from '#src/supply/services/texts.ts'
import type { BookableCompany } from './BookableCompany.tsx'
import { type BookingDraftState, fieldId, stepOfField } from './BookingDraft.tsx'
import { depositSentence, rangeText, totalText } from './PriceColumn.tsx'
import { SummaryRow } from './SummaryRow.tsx'

// Loaded lazily: most bookings need no billing address.
const BillingRow = lazy(() => import('#src/orders/bookings/billing/BillingRow.tsx'))

type DraftSummaryProps = {
  draft: BookingDraftState
  company: BookableCompany
  priceLabel: string
  /** True for the dates of a series, each paid in full. */
  isSeries?: boolean
  /** Rows of the time, or of the dates. */
  times: ReactNode
  children?: ReactNode
}

/** Summary of a draft, each row with a button to change it; `children`: further rows. */
export function DraftSummary({ draft, company, priceLabel, isSeries = false, times, children }: DraftSummaryProps) {
  const { customerName, customerEmail, customerPhone, customerKind, location, description, agreedWith } = draft.draft
  const items = draft.service && itemsOfDraft(draft.draft, draft.service)
  const bought = items ? detailLines(items) : []
  const range = rangeText(draft)
  const deposit = isSeries ? undefined : depositSentence(draft)
  return (
    <dl className="summary">
      <SummaryRow label="Leistung" {...(draft.service ? { onChange: changeOf(draft, 'serviceId') } : {})}>
        {draft.service?.title ?? agreedTitleOf(company.category)}
        {bought.map((line) => (
          <span key={line.label} className="booking-detail">
            {lineText(line)}
          </span>
        ))}
      </SummaryRow>
      {times}
      <SummaryRow label={placeLabel(location)} onChange={changeOf(draft, placeAt(location) === 'customer' ? 'location' : 'serviceId')}>
        {location}
      </SummaryRow>
      <SummaryRow label="Kontakt" onChange={changeOf(draft, 'customerName')}>
        {customerName}
        <span className="booking-detail">{customerEmail}</span>
        {customerPhone.trim() ? <span className="booking-detail">{customerPhone}</span> : null}
      </SummaryRow>
      <SummaryRow
        label={range === undefined ? priceLabel : estimateTexts.ceiling}
        {...(items ? {} : { onChange: changeOf(draft, 'amount') })}
      >
        <span className="number">{totalText(draft)}</span>
        {range === undefined ? null : <span className="booking-detail">{range}</span>}
        {deposit === undefined ? null : <span className="booking-detail">{deposit}</span>}
        {!draft.service && needsAgreement(draft.draft, { hourlyRateCents: company.hourlyRateCents }) ? (
          <span className="booking-detail">Vereinbart mit {agreedWith}</span>
        ) : null}
      </SummaryRow>
      {customerKind === 'business' || (draftCents(draft.draft, draft.service) ?? 0) > addressFromCents ? (
        <Suspense fallback={null}>
          <BillingRow draft={draft} />
        </Suspense>
      ) : null}
      <SummaryRow label="Beschreibung" onChange={changeOf(draft, 'description')}>
        <span className="booking-words">{description.trim() || 'Keine Angabe'}</span>
      </SummaryRow>
      {children}
    </dl>
  )
}

/** Moves to the field behind a row. */
export const changeOf = (draft: BookingDraftState, name: Parameters<typeof fieldId>[0]) => () =>
  draft.moveTo(stepOfField(name), fieldId(name))

import type { BookingDraft } from '#src/orders/bookings/draftRules.ts'
import {
  customerKindNames,
  customerKinds,
  earlyStartConsent,
  earlyStartMissing,
  isWithdrawalExempt,
  needsEarlyStart,
  withdrawalDays,
  withdrawalDeadline,
} from '#src/orders/bookings/withdrawalRules.ts'
import { berlinDay } from '#src/platform/kit/dates.ts'
import { legalPages } from '#src/platform/kit/publicPages.ts'
import type { Category } from '#src/supply/companies/rules.ts'
import { ConsentField } from '../times/ConsentField.tsx'
import { type BookingDraftState, fieldId } from './BookingDraft.tsx'

/** Error if an order made today lacks the consent; else undefined. */
export function earlyStartError(draft: BookingDraft, category: Category, today = berlinDay(new Date())) {
  return isAsked(draft, category, today) && draft.earlyStartConsent === '' ? earlyStartMissing(today) : undefined
}

/** True if an order made today needs the consent. */
export const isAsked = ({ customerKind, date }: BookingDraft, category: Category, today: string) =>
  needsEarlyStart({ kind: customerKind === 'business' ? 'business' : 'consumer', category, date }, today)

/** Kind of customer, the resulting right of withdrawal, and the separate consent if the appointment lies within its period. */
export function EarlyStart({ draft, category }: { draft: BookingDraftState; category: Category }) {
  const { customerKind, earlyStartConsent: consent } = draft.draft
  const today = berlinDay(new Date())
  // The server's clock may be ahead of the browser's: show the consent if the server demands it.
  const isShown = isAsked(draft.draft, category, today) || consent !== '' || draft.errors.earlyStartConsent !== undefined
  return (
    <>
      <CustomerKindField draft={draft} />
      {customerKind === 'business' ? null : <RightOfWithdrawal isExempt={isWithdrawalExempt(category)} />}
      {isShown ? (
        <ConsentField
          id={fieldId('earlyStartConsent')}
          until={withdrawalDeadline(today)}
          isGiven={consent === earlyStartConsent.version}
          error={draft.errors.earlyStartConsent}
          onChange={(isGiven) => draft.type('earlyStartConsent', isGiven ? earlyStartConsent.version : '')}
        />
      ) : null}
    </>
  )
}

export const CustomerKindField = ({ draft }: { draft: BookingDraftState }) => (
  <fieldset className="customer-kind">
    <legend className="strong">Sie buchen als</legend>
    {customerKinds.map((kind, place) => (
      <label key={kind} className="check">
        <input
          type="radio"
          id={place === 0 ? fieldId('customerKind') : undefined}
          name="customer-kind"
          checked={draft.draft.customerKind === kind}
          onChange={() => draft.type('customerKind', kind)}
        />
        {customerKindNames[kind]}
      </label>
    ))}
  </fieldset>
)

/** Note about a consumer's right of withdrawal. */
export const RightOfWithdrawal = ({ isExempt }: { isExempt: boolean }) => (
  <p className="small muted">
    {isExempt
      ? 'Für diese Leistung zu einem festen Termin besteht kein Widerrufsrecht (§ 312g Abs. 2 Nr. 9 BGB). '
      : `Sie können den Vertrag ${withdrawalDays} Tage lang ohne Angabe von Gründen widerrufen. `}
    <a href={legalPages.withdrawalPolicy.path} target="_blank" rel="noopener">
      {legalPages.withdrawalPolicy.title}
      <span className="unseen"> (öffnet in einem neuen Tab)</span>
    </a>
  </p>
)

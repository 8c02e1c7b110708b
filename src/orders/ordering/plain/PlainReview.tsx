import { orderNotice } from '#src/foundation/legal/orderRules.ts'
import { addressFromCents } from '#src/orders/bookings/billing/fields.ts'
import { draftCents, isByRequest, itemsOfDraft } from '#src/orders/bookings/draftRules.ts'
import { bookingMessages, orderButtons } from '#src/orders/bookings/rules.ts'
import { earlyStartConsent, isWithdrawalExempt, withdrawalDeadline } from '#src/orders/bookings/withdrawalRules.ts'
import { estimateTexts, requestOrder } from '#src/orders/requests/texts.ts'
import { berlinDay, formatLongDate, formatTime } from '#src/platform/kit/dates.ts'
import { formatEuro } from '#src/platform/kit/money.ts'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { FieldMessage } from '#src/platform/web/forms/Field.tsx'
import { Fact } from '#src/platform/web/parts/Fact.tsx'
import { LegalLink } from '#src/platform/web/parts/LegalLink.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { PriceTicket } from '#src/platform/web/parts/Ticket.tsx'
import { TroubleLink } from '#src/platform/web/parts/TroubleLink.tsx'
import { useSite } from '#src/platform/web/shell/site.ts'
import { slotTexts } from '#src/supply/calendars/texts.ts'
import { Imprint } from '#src/supply/companies/imprint/Imprint.tsx'
import type { Imprint as ImprintFacts } from '#src/supply/companies/imprint/rules.ts'
import { imprintTexts } from '#src/supply/companies/imprint/texts.ts'
import { serviceTitleOf } from '#src/supply/companies/rules.ts'
import { depositTexts } from '#src/supply/services/deposits.ts'
import { detailLines, lineText, placeLabel } from '#src/supply/services/texts.ts'
import { type BookableCompany, partnerOf, priceNote } from '../ui/BookableCompany.tsx'
import { fieldId } from '../ui/BookingDraft.tsx'
import { isAsked, RightOfWithdrawal } from '../ui/EarlyStart.tsx'
import { depositOf, depositSentence, rangeText, totalText } from '../ui/PriceColumn.tsx'
import { clickText, timelineOf } from '../ui/ReviewStep.tsx'
import type { PlainBooking } from './PlainSteps.tsx'

type ReviewProps = { booking: PlainBooking; company: BookableCompany & ImprintFacts; now: Date }

/** Summary of the order with its total directly above the button; everything typed is in hidden fields. */
export function PlainReview({ booking, company, now }: ReviewProps) {
  const { draft, errors, offer, held, failure } = booking
  const { orderLabel, answerHours, methods } = useSite()
  const service = offer.services.find(({ id }) => id === draft.serviceId)
  const isRequest = isByRequest(draft, { service, hourlyRateCents: company.hourlyRateCents, byRequest: offer.byRequest })
  const items = service && itemsOfDraft(draft, service)
  const today = berlinDay(now)
  const [range, total] = [rangeText({ draft, service }), totalText({ draft, service })]
  const deposit = depositOf({ draft, service })
  const requestNotice = range === undefined ? requestOrder.notice(answerHours) : estimateTexts.notice(total, answerHours)
  const needsAddress = draft.customerKind === 'business' || (draftCents(draft, service) ?? 0) > addressFromCents
  const rows = [
    { label: 'Leistung', value: service?.title ?? serviceTitleOf(company.category) },
    ...(items ? detailLines(items).map((line) => ({ label: 'davon', value: lineText(line) })) : []),
    { label: 'Termin', value: `${formatLongDate(draft.date)}, ${formatTime(draft.time)}` },
    { label: placeLabel(draft.location), value: draft.location },
    { label: 'Kontakt', value: [draft.customerName, draft.customerEmail, draft.customerPhone].filter((one) => one.trim()).join(', ') },
    ...(!service && draft.agreedWith.trim() ? [{ label: 'Vereinbart mit', value: draft.agreedWith }] : []),
    { label: 'Beschreibung', value: draft.description.trim() || 'Keine Angabe' },
  ]
  return (
    <>
      {Object.entries(draft)
        .filter(([name]) => name !== 'earlyStartConsent' && name !== 'optionIds')
        .map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      {draft.optionIds.split(',').map((id) => (id === '' ? null : <input key={id} type="hidden" name="option" value={id} />))}
      <input type="hidden" name="shownCents" value={draftCents(draft, service) ?? 0} />
      <input type="hidden" name="shownService" value={service?.id ?? ''} />
      <Failure title={bookingMessages.paymentFailed} text={failure} />
      <h2>Stimmt alles?</h2>
      {held ? <p className="small">{slotTexts.held(new Date(held.until))}</p> : null}
      <dl className="summary">
        {rows.map(({ label, value }) => (
          <Fact key={`${label} ${value}`} label={label}>
            {value}
          </Fact>
        ))}
        {held ? <Fact label="Stornieren">{timelineOf(draft, { policy: held.policy, category: company.category, now })}</Fact> : null}
      </dl>
      <button className="button secondary small" type="submit" name="go" value="edit" formNoValidate>
        Angaben ändern
      </button>
      <p className="small muted">
        Dateien und Fragen schicken Sie nach der Buchung über die Seite Ihrer Buchung
        <span>{needsAddress ? ', dort geben Sie auch die Rechnungsadresse an' : ''}</span>.
      </p>
      {draft.customerKind === 'business' ? null : <RightOfWithdrawal isExempt={isWithdrawalExempt(company.category)} />}
      {isAsked(draft, company.category, today) ? (
        <div className={errors.earlyStartConsent ? 'field early-start error' : 'field early-start'}>
          <label className="check">
            <input
              type="checkbox"
              id={fieldId('earlyStartConsent')}
              name="earlyStartConsent"
              value={earlyStartConsent.version}
              defaultChecked={draft.earlyStartConsent !== ''}
            />
            {earlyStartConsent.text}
          </label>
          <p className="hint">Ihr Termin liegt vor dem Ende der Widerrufsfrist am {formatLongDate(withdrawalDeadline(today))}.</p>
          <FieldMessage id={fieldId('earlyStartConsent')} error={errors.earlyStartConsent} />
        </div>
      ) : null}
      <Note kind="info">
        Vertragspartner ist {partnerOf(company)}. {clickText(draft, { methods, isRequest, now })}
      </Note>
      <section className="card padded stack snug" aria-labelledby="contract-partner">
        <h3 id="contract-partner">{imprintTexts.title}</h3>
        <Imprint imprint={company} />
      </section>
      <p className="small muted">
        Es gelten unsere <LegalLink to="customerTerms" /> und die <LegalLink to="withdrawalPolicy" />. Hinweise zum{' '}
        <LegalLink to="privacy" />.
      </p>
      <TroubleLink />
      <PriceTicket
        rows={[
          ...(range === undefined ? [] : [{ label: 'Schätzung', value: range }]),
          ...(deposit === undefined ? [] : [{ label: depositTexts.now, value: formatEuro(deposit.depositCents) }]),
        ]}
        total={total}
        note={priceNote(offer.taxText)}
        {...(range === undefined ? {} : { label: estimateTexts.ceiling })}
      />
      {deposit === undefined ? null : <p className="small">{depositSentence({ draft, service })}</p>}
      <p className="small order-notice">{isRequest ? requestNotice : orderNotice}</p>
      <button className="button primary order-button" type="submit" name="go" value="order">
        {isRequest ? requestOrder.button : orderButtons[orderLabel]}
      </button>
    </>
  )
}

import { type InputHTMLAttributes, lazy, Suspense } from 'react'
import { needsAgreement } from '#src/orders/bookings/draftRules.ts'
import { bookingLimits, lastBookableDay } from '#src/orders/bookings/rules.ts'
import { berlinDay } from '#src/platform/kit/dates.ts'
import { formatEuroShort } from '#src/platform/kit/money.ts'
import { EuroSuffix, Field } from '#src/platform/web/forms/Field.tsx'
import { slotTexts } from '#src/supply/calendars/texts.ts'
import { isPriced } from '#src/supply/services/pricing.ts'
import type { ServicePlace } from '#src/supply/services/rules.ts'
import { placeAt, placeLabels } from '#src/supply/services/texts.ts'
import { BeforeBooking } from '../order/BeforeBooking.tsx'
import { TimesWaiting } from '../times/Waiting.tsx'
import type { BookableCompany } from './BookableCompany.tsx'
import { type BookingDraftState, type FieldName, fieldId, fieldLabels } from './BookingDraft.tsx'
import type { SeriesState } from './BookingSteps.tsx'
import type { ShownOffer } from './Offer.tsx'
import { ReachNote, useReach } from './Reach.tsx'
import { ServiceChoice } from './ServiceChoice.tsx'

// Loaded lazily: only companies with a calendar need it.
const TimeChoice = lazy(() => import('../times/TimeChoice.tsx'))

type DetailsProps = {
  draft: BookingDraftState
  offer: ShownOffer
  company: BookableCompany
  slots: readonly string[]
  addresses: readonly { label: string; line: string }[]
  /** Dates of a series, for services that can be requested as one. */
  series: SeriesState | undefined
  /** True if no time is free: then the waiting list is the only form. */
  isWaitingOnly: boolean
  /** True if the company has to accept first. */
  isRequest: boolean
  onFull: (isFull: boolean) => void
}

/** Step 1: service, name, place, time, price. */
export function DetailsStep({ draft, offer, company, slots, addresses, series, isWaitingOnly, isRequest, onFull }: DetailsProps) {
  const { service } = draft
  const choice = <ServiceChoice draft={draft} offer={offer} companyId={company.id} />
  if (service && !isPriced(service)) return choice
  return (
    <>
      {draft.isServiceMissing ? null : <BeforeBooking service={service} town={company.location} isRequest={isRequest} />}
      {choice}
      {offer.hasCalendar && !draft.isServiceMissing ? (
        <Suspense fallback={<TimesWaiting />}>
          <TimeChoice {...{ draft, company, slots, series, onFull }} />
        </Suspense>
      ) : null}
      {isWaitingOnly ? null : <Contact draft={draft} offer={offer} company={company} addresses={addresses} />}
    </>
  )
}

/** Fields for name, place and time; without a service also the amount. */
function Contact({
  draft,
  offer,
  company: { id, location: town, hourlyRateCents },
  addresses,
}: Pick<DetailsProps, 'draft' | 'offer' | 'company' | 'addresses'>) {
  const now = new Date()
  const { reach, ask } = useReach(id)
  const { location } = draft.draft
  const askReach = () => ask(location)
  const { service } = draft
  return (
    <div className="field-grid two">
      <TextField draft={draft} name="customerName" input={{ type: 'text', autoComplete: 'name' }} />
      <TextField draft={draft} name="customerEmail" input={{ type: 'email', autoComplete: 'email' }} />
      <TextField draft={draft} name="customerPhone" input={{ type: 'tel', autoComplete: 'tel' }} isOptional />
      {service && (service.places.length > 1 || placeAt(location) !== 'customer') ? (
        <PlaceChoice draft={draft} places={service.places} town={town} />
      ) : null}
      {placeAt(location) === 'customer' ? (
        <TextField
          draft={draft}
          name="location"
          input={{ type: 'text', autoComplete: 'address-line1', ...(addresses.length > 0 ? { list: savedId } : {}) }}
          {...(service ? { onLeave: askReach } : {})}
        />
      ) : null}
      <datalist id={savedId}>
        {addresses.map(({ label, line }) => (
          <option key={line} value={line} label={label} />
        ))}
      </datalist>
      <ReachNote draft={draft} reach={reach} />
      {offer.hasCalendar ? null : (
        <>
          <TextField draft={draft} name="date" input={{ type: 'date', min: berlinDay(now), max: lastBookableDay(now) }} />
          <TextField draft={draft} name="time" input={{ type: 'time' }} />
          <p className="tiny dim full">{slotTexts.byArrangement}</p>
        </>
      )}
      {service || draft.isServiceMissing ? null : (
        <AmountField draft={draft} hint={amountHint(hourlyRateCents)} label={fieldLabels.amount} full />
      )}
      {!service && !draft.isServiceMissing && needsAgreement(draft.draft, { hourlyRateCents }) ? <AgreedWith draft={draft} full /> : null}
      {/* Required where the address is typed, because we ask for reviews by mail (§ 7 Abs. 3 UWG). */}
      <p className="tiny dim full">
        Nach dem Termin bitten wir Sie einmal per E-Mail um eine Bewertung. Dem können Sie jederzeit widersprechen.
      </p>
    </div>
  )
}

type PlaceProps = { draft: BookingDraftState; places: readonly ServicePlace[]; town: string }

/** Place of the service. An address is required only if the company comes to the customer. */
function PlaceChoice({ draft, places, town }: PlaceProps) {
  const chosen = placeAt(draft.draft.location)
  const words = (place: ServicePlace) => (place === 'shop' ? `${placeLabels.shop}, ${town}` : placeLabels[place])
  if (places.length === 1) {
    return (
      <p className="full">
        <b>Ort: </b>
        <span>{words(chosen)}</span>
      </p>
    )
  }
  return (
    <fieldset className="customer-kind full">
      <legend className="strong">Wo soll der Termin stattfinden?</legend>
      {places.map((place) => (
        <label key={place} className="check">
          <input
            type="radio"
            name="booking-place"
            checked={place === chosen}
            onChange={() => draft.type('location', place === 'customer' ? '' : placeLabels[place])}
          />
          {words(place)}
        </label>
      ))}
    </fieldset>
  )
}

/** Saved addresses of the account, as suggestions. */
const savedId = 'booking-saved-addresses'

type AmountProps = { draft: BookingDraftState; label: string; hint: string; full?: boolean }

const AmountField = ({ draft, label, hint, full = false }: AmountProps) => (
  <Field id={fieldId('amount')} label={label} hint={hint} error={draft.errors.amount} full={full}>
    {(control) => (
      <EuroSuffix>
        <input {...control} {...bind(draft, 'amount')} inputMode="decimal" autoComplete="off" required />
      </EuroSuffix>
    )}
  </Field>
)

/** Field for the person who agreed to an amount that no price confirms (docs/spec.md#agreed-total). */
const AgreedWith = ({ draft, full = false }: { draft: BookingDraftState; full?: boolean }) => (
  <Field
    id={fieldId('agreedWith')}
    label={fieldLabels.agreedWith}
    hint="Mit wem haben Sie den Betrag vereinbart?"
    error={draft.errors.agreedWith}
    full={full}
  >
    {(control) => <input {...control} {...bind(draft, 'agreedWith')} type="text" autoComplete="off" required />}
  </Field>
)

type TextFieldProps = {
  draft: BookingDraftState
  name: FieldName
  input: InputHTMLAttributes<HTMLInputElement>
  isOptional?: boolean
  onLeave?: () => void
}

function TextField({ draft, name, input, isOptional = false, onLeave }: TextFieldProps) {
  const field = bind(draft, name)
  function leave() {
    field.onBlur()
    onLeave?.()
  }
  return (
    <Field id={fieldId(name)} label={fieldLabels[name]} error={draft.errors[name]} isOptional={isOptional}>
      {(control) => <input {...control} {...field} {...input} onBlur={leave} required={!isOptional} />}
    </Field>
  )
}

const bind = (draft: BookingDraftState, name: FieldName) => ({
  name,
  value: draft.draft[name],
  onChange: (event: { target: { value: string } }) => draft.type(name, event.target.value),
  onBlur: () => draft.leave(name),
})

function amountHint(hourlyRateCents: number | null) {
  const rate = hourlyRateCents === null ? '' : `Stundensatz ${formatEuroShort(hourlyRateCents)}. `
  return `${rate}Tragen Sie den vereinbarten Gesamtbetrag ein, mindestens ${formatEuroShort(bookingLimits.amountCents.min)}.`
}

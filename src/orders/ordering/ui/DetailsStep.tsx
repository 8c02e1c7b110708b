import { type ComponentProps, type InputHTMLAttributes, lazy, Suspense } from 'react'
import { needsAgreement } from '#src/orders/bookings/draftRules.ts'
import { bookingLimits, lastBookableDay } from '#src/orders/bookings/rules.ts'
import { berlinDay } from '#src/platform/kit/dates.ts'
import { formatEuroShort } from '#src/platform/kit/money.ts'
import { EuroInput, Field } from '#src/platform/web/forms/Field.tsx'
import { slotTexts } from '#src/supply/calendars/texts.ts'
import { isPriced } from '#src/supply/services/pricing.ts'
import type { ServicePlace } from '#src/supply/services/rules.ts'
import { placeAt, placeLabels } from '#src/supply/services/texts.ts'
import { BeforeBooking } from '../order/BeforeBooking.tsx'
import { TimesWaiting } from '../times/Waiting.tsx'
import type { BookableCompany } from './BookableCompany.tsx'
import { type BookingDraftState, bind, type FieldName, fieldId, fieldLabels } from './BookingDraft.tsx'
import type { BookingSteps } from './BookingSteps.tsx'
import { ReachNote, useReach } from './Reach.tsx'
import { ServiceChoice } from './ServiceChoice.tsx'

// Loaded lazily: only companies with a calendar need it.
const TimeChoice = lazy(() => import('../times/TimeChoice.tsx'))

type DetailsProps = { company: BookableCompany; steps: BookingSteps; addresses: readonly { label: string; line: string }[] }

/** Step 1: service, name, place, time, price. If no time is free, the waiting list is the only form. */
export function DetailsStep({ company, steps, addresses }: DetailsProps) {
  const { draft, offer, hold, isRequest, setFull } = steps
  const series = steps.canRepeat ? steps.series : undefined
  const { service } = draft
  const choice = <ServiceChoice draft={draft} offer={offer} companyId={company.id} />
  if (service && !isPriced(service)) return choice
  return (
    <>
      {draft.isServiceMissing ? null : <BeforeBooking service={service} town={company.location} isRequest={isRequest} />}
      {choice}
      {offer.hasCalendar && !draft.isServiceMissing ? (
        <Suspense fallback={<TimesWaiting />}>
          <TimeChoice {...{ draft, company, series }} slots={hold.slots} onFull={setFull} />
        </Suspense>
      ) : null}
      {steps.isWaitingOnly ? null : <Contact company={company} steps={steps} addresses={addresses} />}
    </>
  )
}

/** Fields for name, place and time; without a service also the amount. */
function Contact({ company: { id, location: town, hourlyRateCents }, steps: { draft, offer }, addresses }: DetailsProps) {
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
      {service || draft.isServiceMissing ? null : <Amount draft={draft} hourlyRateCents={hourlyRateCents} />}
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

/** Fields for an amount that no price confirms, and for the person who agreed to it (docs/spec.md#agreed-total). */
const Amount = ({ draft, hourlyRateCents }: { draft: BookingDraftState; hourlyRateCents: number | null }) => (
  <>
    <Field id={fieldId('amount')} label={fieldLabels.amount} hint={amountHint(hourlyRateCents)} error={draft.errors.amount} full>
      {(control) => <EuroInput {...control} {...bind(draft, 'amount')} autoComplete="off" required />}
    </Field>
    {needsAgreement(draft.draft, { hourlyRateCents }) ? (
      <TextField
        draft={draft}
        name="agreedWith"
        hint="Mit wem haben Sie den Betrag vereinbart?"
        input={{ type: 'text', autoComplete: 'off' }}
        full
      />
    ) : null}
  </>
)

type TextFieldProps = Pick<ComponentProps<typeof Field>, 'hint' | 'isOptional' | 'full'> & {
  draft: BookingDraftState
  name: FieldName
  input: InputHTMLAttributes<HTMLInputElement>
  onLeave?: () => void
}

function TextField({ draft, name, input, onLeave, ...field }: TextFieldProps) {
  const bound = bind(draft, name)
  function leave() {
    bound.onBlur()
    onLeave?.()
  }
  return (
    <Field id={fieldId(name)} label={fieldLabels[name]} error={draft.errors[name]} {...field}>
      {(control) => <input {...control} {...bound} {...input} onBlur={leave} required={!field.isOptional} />}
    </Field>
  )
}

function amountHint(hourlyRateCents: number | null) {
  const rate = hourlyRateCents === null ? '' : `Stundensatz ${formatEuroShort(hourlyRateCents)}. `
  return `${rate}Tragen Sie den vereinbarten Gesamtbetrag ein, mindestens ${formatEuroShort(bookingLimits.amountCents.min)}.`
}

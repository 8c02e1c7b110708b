import type { InputHTMLAttributes } from 'react'
import { fieldsOnScreen, needsAgreement } from '#src/orders/bookings/draftRules.ts'
import { customerKindNames, customerKinds } from '#src/orders/bookings/withdrawalRules.ts'
import { estimateTexts } from '#src/orders/requests/texts.ts'
import { ErrorSummary } from '#src/platform/web/forms/ErrorSummary.tsx'
import { EuroInput, Field, FieldGroup, FieldMessage } from '#src/platform/web/forms/Field.tsx'
import { canNeverFit } from '#src/supply/calendars/fitTexts.ts'
import { slotTexts } from '#src/supply/calendars/texts.ts'
import { groupsOf, isCounted, isPriced } from '#src/supply/services/pricing.ts'
import { serviceTexts } from '#src/supply/services/rules.ts'
import type { ServiceView } from '#src/supply/services/schemas.ts'
import { placeAt, quotePath, servicePriceText } from '#src/supply/services/texts.ts'
import { type FieldName, fieldId, fieldLabels } from '../ui/BookingDraft.tsx'
import { rangeText, totalText } from '../ui/PriceColumn.tsx'
import { DurationNote, OptionRow } from '../ui/ServiceChoice.tsx'
import type { PlainBooking } from './PlainSteps.tsx'
import { PlainTimes } from './PlainTimes.tsx'
import { Kept } from './PlainWaiting.tsx'

type FormProps = { booking: PlainBooking; companyId: string; hourlyRateCents: number | null }

/** Booking form that works without scripts: service, time, name and place in one form. Each of its buttons returns everything typed. */
export function PlainForm({ booking, companyId, hourlyRateCents }: FormProps) {
  const { draft, errors, offer, times } = booking
  const service = offer.services.find(({ id }) => id === draft.serviceId)
  const isOnQuote = service !== undefined && !isPriced(service)
  // Free times are one choice of day and time, so an error of the day is shown at the time.
  const shown = times ? { ...errors, date: undefined, time: errors.time ?? errors.date } : errors
  const marked = fieldsOnScreen({ hasService: service !== undefined, timesFirst: true }).filter((name) => shown[name] !== undefined)
  const isFull = times !== null && booking.slots.length === 0 && times.days.every((day) => day.times.length === 0)
  const onEnter = !isFull ? 'review' : canNeverFit(times.days) ? 'service' : 'wait'
  return (
    <>
      {/* Enter presses the first button of a form. */}
      <button className="unseen" type="submit" name="go" value={onEnter} tabIndex={-1} aria-hidden="true">
        Weiter
      </button>
      <ErrorSummary fields={marked.map((name) => ({ id: fieldId(name), label: fieldLabels[name] }))} />
      <input type="hidden" name="shownService" value={service?.id ?? ''} />
      {service ? <Services booking={booking} service={service} /> : null}
      {isFull || isOnQuote ? <Kept draft={draft} /> : null}
      {isOnQuote ? (
        <a className="button primary" href={quotePath({ anbieter: companyId, leistung: service.id })}>
          Angebot anfordern
        </a>
      ) : times ? (
        <PlainTimes booking={booking} times={times} />
      ) : (
        <DayAndTime booking={booking} />
      )}
      {isFull || isOnQuote ? null : <Rest booking={booking} hourlyRateCents={hourlyRateCents} service={service} />}
    </>
  )
}

/** Fields for name, place and description, and 'Weiter'. */
function Rest({ booking, hourlyRateCents, service }: Omit<FormProps, 'companyId'> & { service: ServiceView | undefined }) {
  const { draft, errors } = booking
  return (
    <>
      <div className="field-grid two">
        <Text booking={booking} name="customerName" input={{ autoComplete: 'name', required: true }} />
        <Text booking={booking} name="customerEmail" input={{ type: 'email', autoComplete: 'email', required: true }} />
        <Text booking={booking} name="customerPhone" input={{ type: 'tel', autoComplete: 'tel' }} />
        {placeAt(draft.location) === 'customer' ? (
          <Text booking={booking} name="location" input={{ autoComplete: 'address-line1', required: true }} />
        ) : (
          <p>
            <b>Ort: </b>
            <span>{draft.location}</span>
            <input type="hidden" name="location" value={draft.location} />
          </p>
        )}
        {service ? null : <Price booking={booking} hourlyRateCents={hourlyRateCents} />}
      </div>
      <Field
        id={fieldId('description')}
        label={fieldLabels.description}
        hint={service?.questions.join(' ')}
        error={errors.description}
        isOptional
        full
      >
        {(control) => <textarea {...control} name="description" rows={4} defaultValue={draft.description} />}
      </Field>
      <FieldGroup id={fieldId('customerKind')} legend={fieldLabels.customerKind} error={errors.customerKind}>
        {customerKinds.map((kind) => (
          <label key={kind} className="check">
            <input type="radio" name="customerKind" value={kind} defaultChecked={draft.customerKind === kind} />
            {customerKindNames[kind]}
          </label>
        ))}
      </FieldGroup>
      <button className="button primary" type="submit" name="go" value="review">
        Weiter
      </button>
    </>
  )
}

function Services({ booking, service }: { booking: PlainBooking; service: ServiceView }) {
  const { draft, errors, offer } = booking
  const chosen = draft.optionIds.split(',')
  const choiceOf = (id: string) => ({ value: id, defaultChecked: chosen.includes(id) })
  const additions = service.options.filter(({ optionGroup }) => optionGroup === null)
  const range = rangeText({ draft, service })
  return (
    <div className="service-choice">
      <fieldset className="choice">
        <legend className="strong">{fieldLabels.serviceId}</legend>
        <div className="choice-list">
          {offer.services.map((one) => (
            <label key={one.id} className="choice-row">
              <input
                type="radio"
                id={one.id === service.id ? fieldId('serviceId') : undefined}
                name="serviceId"
                value={one.id}
                defaultChecked={one.id === service.id}
              />
              <span>
                {one.title}
                <DurationNote service={one} />
              </span>
              <span className="number strong">{servicePriceText(one)}</span>
            </label>
          ))}
        </div>
        <FieldMessage id={fieldId('serviceId')} error={errors.serviceId} />
      </fieldset>
      {offer.services.length > 1 ? (
        <button className="button secondary small" type="submit" name="go" value="service">
          Leistung übernehmen
        </button>
      ) : null}
      {isPriced(service) ? null : <p className="muted">{serviceTexts.onQuote}</p>}
      {groupsOf(service).map((group, place) => (
        <fieldset key={group} className="choice">
          <legend className="strong">{group}</legend>
          {service.options
            .filter(({ optionGroup }) => optionGroup === group)
            .map((option) => (
              <OptionRow key={option.id} option={option} type="radio" name={`option${place}`} {...choiceOf(option.id)} />
            ))}
        </fieldset>
      ))}
      {additions.length === 0 ? null : (
        <fieldset className="choice">
          <legend className="strong">{fieldLabels.optionIds}</legend>
          {additions.map((option) => (
            <OptionRow key={option.id} option={option} type="checkbox" name="option" {...choiceOf(option.id)} />
          ))}
        </fieldset>
      )}
      <FieldMessage id={fieldId('optionIds')} error={errors.optionIds} />
      {isPriced(service) && isCounted(service) ? (
        <Field
          id={fieldId('quantity')}
          label={service.priceKind === 'hourly' ? 'Stunden' : `Anzahl (${service.unit})`}
          error={errors.quantity}
        >
          {(control) => <input {...control} name="quantity" inputMode="decimal" defaultValue={draft.quantity} required />}
        </Field>
      ) : null}
      {booking.times && (service.priceKind === 'hourly' || service.minutesPerUnit !== null) ? (
        <button className="button secondary small" type="submit" name="go" value="service">
          Freie Zeiten dafür zeigen
        </button>
      ) : null}
      {range === undefined ? null : (
        <p className="muted">
          <b>{range}</b>, {estimateTexts.ceiling} {totalText({ draft, service })}. {estimateTexts.hint}
        </p>
      )}
      {isPriced(service) && errors.amount ? (
        <div className="field error">
          <FieldMessage id={fieldId('amount')} error={errors.amount} />
        </div>
      ) : null}
    </div>
  )
}

/** Day and time at a company without a calendar. */
const DayAndTime = ({ booking }: { booking: PlainBooking }) => (
  <div className="field-grid two">
    <Text booking={booking} name="date" input={{ type: 'date', required: true }} />
    <Text booking={booking} name="time" input={{ type: 'time', required: true }} />
    <p className="tiny dim full">{slotTexts.byArrangement}</p>
  </div>
)

type TextProps = { booking: PlainBooking; name: FieldName; input: InputHTMLAttributes<HTMLInputElement> }

const Text = ({ booking: { draft, errors }, name, input }: TextProps) => (
  <Field id={fieldId(name)} label={fieldLabels[name]} error={errors[name]} isOptional={!input.required && name !== 'agreedWith'}>
    {(control) => <input type="text" {...control} {...input} name={name} defaultValue={draft[name]} />}
  </Field>
)

/** Fields for an amount that no price confirms, and for the person who agreed to it. */
function Price({ booking, hourlyRateCents }: Omit<FormProps, 'companyId'>) {
  const { draft, errors } = booking
  return (
    <>
      <Field id={fieldId('amount')} label={fieldLabels.amount} error={errors.amount}>
        {(control) => <EuroInput {...control} name="amount" autoComplete="off" defaultValue={draft.amount} required />}
      </Field>
      {needsAgreement(draft, { hourlyRateCents }) || errors.agreedWith ? <Text booking={booking} name="agreedWith" input={{}} /> : null}
    </>
  )
}

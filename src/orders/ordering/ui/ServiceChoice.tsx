import { type ComponentProps, useState } from 'react'
import { priceOfDraft } from '#src/orders/bookings/draftRules.ts'
import { estimateTexts } from '#src/orders/requests/texts.ts'
import { formatEuro } from '#src/platform/kit/money.ts'
import { Field, FieldMessage } from '#src/platform/web/forms/Field.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { depositText } from '#src/supply/services/deposits.ts'
import { minutesFor } from '#src/supply/services/durations.ts'
import { groupsOf, isCounted, isPriced } from '#src/supply/services/pricing.ts'
import { serviceLimits, serviceTexts } from '#src/supply/services/rules.ts'
import type { ServiceView } from '#src/supply/services/schemas.ts'
import { durationText, linesOf, quotePath, serviceDurationText, servicePriceText, surchargeText } from '#src/supply/services/texts.ts'
import { type BookingDraftState, fieldId, fieldLabels } from './BookingDraft.tsx'
import type { ShownOffer } from './Offer.tsx'

type ChoiceProps = { draft: BookingDraftState; offer: ShownOffer; companyId: string }

/** First part of step 1: service, options, quantity, and the resulting price. */
export function ServiceChoice({ draft, offer, companyId }: ChoiceProps) {
  const { service } = draft
  // A preselected service is shown as one line; the list opens to change it.
  const [isListOpen, setListOpen] = useState(!draft.wasNamed)
  if (offer.services.length === 0) return null
  const isLine = service !== undefined && !isListOpen && draft.errors.serviceId === undefined
  return (
    <div className="service-choice">
      {draft.isServiceMissing ? <Unmatched companyId={companyId} /> : null}
      {isLine ? (
        <ChosenService service={service} onChange={offer.services.length > 1 ? () => setListOpen(true) : undefined} />
      ) : (
        <Services draft={draft} offer={offer} isReopened={draft.wasNamed} />
      )}
      {service === undefined ? null : isPriced(service) ? <PricedChoice draft={draft} service={service} /> : <OnQuote />}
    </div>
  )
}

/** Shown if the search matched none of the company's services. Another one may be expensive, so none is preselected. */
const Unmatched = ({ companyId }: { companyId: string }) => (
  <Note kind="info" title="Welche Leistung brauchen Sie?">
    Ihre Suche passt zu keiner Leistung der Preisliste genau. Wählen Sie eine aus, oder{' '}
    <a href={quotePath({ anbieter: companyId })}>fordern Sie ein Angebot an oder stellen Sie eine Frage</a>.
  </Note>
)

/** Chosen service as one line: title, price and length. */
const ChosenService = ({ service, onChange }: { service: ServiceView; onChange: (() => void) | undefined }) => (
  <div className="chosen-service">
    <div>
      <p className="strong">{service.title}</p>
      <p className="small muted">
        {[servicePriceText(service), serviceDurationText(service), depositText(service)].filter(Boolean).join(' · ')}
      </p>
    </div>
    {onChange ? (
      <button type="button" className="link-button strong" id={fieldId('serviceId')} onClick={onChange}>
        Ändern<span className="unseen"> Leistung {service.title}</span>
      </button>
    ) : null}
  </div>
)

/** Focuses the chosen row when the list is opened again. */
const showRow = (row: HTMLInputElement | null) => {
  row?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
}

function Services({ draft, offer, isReopened }: Pick<ChoiceProps, 'draft' | 'offer'> & { isReopened: boolean }) {
  const first = draft.service?.id ?? offer.services[0]?.id
  return (
    <fieldset className="choice">
      <legend className="strong">{fieldLabels.serviceId}</legend>
      <div className="choice-list">
        {offer.services.map((service) => {
          const isChosen = service.id === draft.draft.serviceId
          return (
            <label key={service.id} className="choice-row">
              <input
                ref={isReopened && isChosen ? showRow : undefined}
                type="radio"
                id={service.id === first ? fieldId('serviceId') : undefined}
                name="service"
                checked={isChosen}
                onChange={() => draft.choose(service)}
              />
              <span>
                {service.title}
                <DurationNote service={service} />
              </span>
              <span className="number strong">{servicePriceText(service)}</span>
            </label>
          )
        })}
      </div>
      <FieldMessage id={fieldId('serviceId')} error={draft.errors.serviceId} />
    </fieldset>
  )
}

/** Duration behind a service's title; nothing if it is open. */
export function DurationNote({ service }: { service: ServiceView }) {
  const duration = serviceDurationText(service)
  return duration === undefined ? null : <span className="small dim whole"> {duration}</span>
}

/** Note for a service that is sold by quote only; the button below leads to the request. */
const OnQuote = () => <p className="muted">{serviceTexts.onQuote}</p>

function PricedChoice({ draft, service }: { draft: BookingDraftState; service: ServiceView }) {
  return (
    <>
      <Options draft={draft} service={service} />
      {isCounted(service) ? <Quantity draft={draft} service={service} /> : null}
      <Sum draft={draft} service={service} />
    </>
  )
}

/** Options: exactly one per group, any number of the others. */
function Options({ draft, service }: { draft: BookingDraftState; service: ServiceView }) {
  const chosen = draft.draft.optionIds === '' ? [] : draft.draft.optionIds.split(',')
  const groups = groupsOf(service)
  const additions = service.options.filter(({ optionGroup }) => optionGroup === null)
  const choose = (ids: string[]) => draft.type('optionIds', ids.join(','))
  const row = (option: Option, rest: Omit<OptionRowProps, 'option'>) => (
    <OptionRow
      key={option.id}
      option={option}
      id={option === service.options[0] ? fieldId('optionIds') : undefined}
      checked={chosen.includes(option.id)}
      {...rest}
    />
  )
  return (
    <>
      {groups.map((group) => {
        const ofGroup = service.options.filter(({ optionGroup }) => optionGroup === group)
        const others = chosen.filter((id) => !ofGroup.some((option) => option.id === id))
        return (
          <fieldset key={group} className="choice">
            <legend className="strong">{group}</legend>
            {ofGroup.map((option) => row(option, { type: 'radio', name: group, onChange: () => choose([...others, option.id]) }))}
          </fieldset>
        )
      })}
      {additions.length === 0 ? null : (
        <fieldset className="choice">
          <legend className="strong">{groups.length === 0 ? fieldLabels.optionIds : 'Dazu'}</legend>
          {additions.map((option) => row(option, { type: 'checkbox', onChange: () => choose(toggled(chosen, option.id)) }))}
        </fieldset>
      )}
      <FieldMessage id={fieldId('optionIds')} error={draft.errors.optionIds} />
    </>
  )
}

const toggled = (chosen: readonly string[], id: string) => (chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])

type Option = ServiceView['options'][number]
type OptionRowProps = ComponentProps<'input'> & { option: Option }

/** Option with its price: as a radio button it excludes the others of its name, as a checkbox it is added. */
export const OptionRow = ({ option: { title, surchargeCents }, ...input }: OptionRowProps) => (
  <label className="choice-row">
    <input {...input} />
    <span>{title}</span>
    <span className="number">{surchargeText(surchargeCents)}</span>
  </label>
)

function Quantity({ draft, service }: { draft: BookingDraftState; service: ServiceView }) {
  const isHourly = service.priceKind === 'hourly'
  const { min, max } = isHourly ? serviceLimits.hours : serviceLimits.quantity
  return (
    <Field
      id={fieldId('quantity')}
      label={isHourly ? 'Stunden' : `Anzahl (${service.unit})`}
      hint={isHourly ? 'In halben Stunden. Abgerechnet werden höchstens die gebuchten.' : lengthHint(draft.draft.quantity, service)}
      error={draft.errors.quantity}
    >
      {(control) => (
        <input
          {...control}
          type="number"
          inputMode="decimal"
          min={min}
          max={max}
          step={isHourly ? 0.5 : 1}
          required
          value={draft.draft.quantity}
          onChange={(event) => draft.type('quantity', event.target.value)}
          onBlur={() => draft.leave('quantity')}
        />
      )}
    </Field>
  )
}

/** 'Dauert ca. 8 Std. 15 Min.', if the number of units decides about the duration. */
function lengthHint(typed: string, service: ServiceView) {
  const quantity = Number(typed)
  const minutes = service.minutesPerUnit !== null && quantity > 0 ? minutesFor(service, quantity) : null
  return minutes === null ? undefined : `Dauert ${durationText(minutes)}`
}

/** Total or range, which is shown, not typed. */
function Sum({ draft, service }: { draft: BookingDraftState; service: ServiceView }) {
  const { items, totalCents, lowCents } = priceOfDraft(draft.draft, service) ?? {}
  return (
    <div className={draft.errors.amount ? 'service-sum field error' : 'service-sum field'}>
      <output id={fieldId('amount')} tabIndex={-1} aria-label={lowCents === undefined ? 'Summe' : 'Schätzung'}>
        {items === undefined || totalCents === undefined ? (
          '–'
        ) : lowCents !== undefined ? (
          <>
            <span className="sum-line">
              <span>Schätzung</span> <span className="number">{estimateTexts.range({ lowCents, ceilingCents: totalCents })}</span>
            </span>
            <span className="sum-line strong">
              <span>{estimateTexts.ceiling}</span> <span className="price">{formatEuro(totalCents)}</span>
            </span>
            <span className="small muted">{estimateTexts.hint}</span>
          </>
        ) : (
          <>
            {items.length === 1 && items[0]?.unit === null
              ? null
              : linesOf(items).map(({ label, totalCents }) => (
                  <span key={label} className="sum-line small">
                    <span>{label}</span> <span className="number">{formatEuro(totalCents)}</span>
                  </span>
                ))}
            <span className="sum-line strong">
              <span>Summe</span> <span className="price">{formatEuro(totalCents)}</span>
            </span>
          </>
        )}
      </output>
      <FieldMessage id={fieldId('amount')} error={draft.errors.amount} />
    </div>
  )
}

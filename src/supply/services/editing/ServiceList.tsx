import type { ReactNode } from 'react'
import { centsOf } from '#src/platform/kit/money.ts'
import { plural } from '#src/platform/kit/text.ts'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { ArrowDown, ArrowUp } from '#src/platform/web/icons/Icons.tsx'
import { StatusChip } from '#src/platform/web/parts/StatusChip.tsx'
import { Move, useReordering } from '#src/supply/companies/ui/Reordering.tsx'
import { minutesFor } from '../durations.ts'
import { priceKindLabels } from '../rules.ts'
import { serviceDurationText, servicePriceParts } from '../texts.ts'
import { type OwnService, ownPlaceLabels } from './rules.ts'
import type { ServiceCalls } from './ServiceCalls.tsx'

type ServiceListProps = {
  services: readonly OwnService[]
  calls: ServiceCalls
  openedId: string | undefined
  /** Shown below the open row. */
  editor: ReactNode
  onOpen: (service: OwnService) => void
  onReload: () => Promise<boolean>
}

/** List of the services. One opens its editor below itself, so that it can be compared with the others. */
export function ServiceList({ services, calls, openedId, editor, onOpen, onReload }: ServiceListProps) {
  const { action } = useAction()
  const { order, move, spoken } = useReordering({
    ids: services.map(({ id }) => id),
    nameOf: (id) => services.find((service) => service.id === id)?.title ?? '',
    async save(ids) {
      await action(() => calls.order(ids), 'Reihenfolge nicht gespeichert')
      await onReload()
    },
  })
  const shown = order.flatMap((id) => services.find((service) => service.id === id) ?? [])
  return (
    <>
      <div className="service-row service-heads" aria-hidden="true">
        <span>Leistung</span>
        <span>Preis</span>
        <span className="axis length-axis">
          {lengthHours.map((hour) => (
            <i key={hour} style={{ left: `${(100 * hour) / longestHours}%` }}>
              {hour === longestHours - 1 ? `${hour} Std.` : hour}
            </i>
          ))}
        </span>
      </div>
      <ol className="service-rows" aria-label="Leistungen in ihrer Reihenfolge">
        {shown.map((service, place) => (
          <li key={service.id} className={service.id === openedId ? 'open' : undefined}>
            <div className="service-row">
              <ServiceWords service={service} onOpen={() => onOpen(service)} />
              <ServicePrice service={service} />
              <ServiceLength service={service} />
              <span className="service-moves">
                <Move label={`${service.title} nach oben`} isOff={place === 0} onClick={() => move(place, place - 1)}>
                  <ArrowUp />
                </Move>
                <Move label={`${service.title} nach unten`} isOff={place === shown.length - 1} onClick={() => move(place, place + 1)}>
                  <ArrowDown />
                </Move>
              </span>
            </div>
            {service.id === openedId ? editor : null}
          </li>
        ))}
      </ol>
      <p className="unseen" role="status">
        {spoken}
      </p>
    </>
  )
}

const ServiceWords = ({ service, onOpen }: { service: OwnService; onOpen: () => void }) => (
  <div className="service-words">
    <button type="button" className="link-button" onClick={onOpen}>
      {service.title}
    </button>
    {service.is_hidden ? <StatusChip tone="off">Verborgen</StatusChip> : null}
    <span className="second">{service.places.map((place) => ownPlaceLabels[place]).join(' · ')}</span>
  </div>
)

function ServicePrice({ service: { price_kind: priceKind, price, unit, options } }: { service: OwnService }) {
  const { before, amount, per } = servicePriceParts({ priceKind, priceCents: price === null ? null : centsOf(price), unit })
  const kind = per ?? (priceKind === 'fixed' ? priceKindLabels.fixed.label : undefined)
  const more = options.length > 0 ? plural(options.length, 'Option', 'Optionen') : undefined
  return (
    <p className="service-price">
      {[before, amount].filter(Boolean).join(' ')}
      <small>{[kind, more].filter(Boolean).join(', ')}</small>
    </p>
  )
}

/** Axis of durations in hours; a longer one fills it. */
const longestHours = 6
const lengthHours = [...Array(longestHours).keys()]

/** Duration in words, and as a bar on the common axis. */
const ServiceLength = ({ service: { minutes, minutes_per_unit: minutesPerUnit, unit } }: { service: OwnService }) =>
  minutes === null && minutesPerUnit === null ? null : (
    <div className="service-length">
      <div className="length" aria-hidden="true">
        <i style={{ width: `${Math.min(100, (100 * (minutesFor({ minutes, minutesPerUnit }) ?? 0)) / 60 / longestHours)}%` }} />
      </div>
      <span className="second">{serviceDurationText({ minutes, minutesPerUnit, unit })}</span>
    </div>
  )

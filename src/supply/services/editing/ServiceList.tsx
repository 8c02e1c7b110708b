import { type ReactNode, useRef, useState } from 'react'
import { centsOf } from '#src/platform/kit/money.ts'
import { plural } from '#src/platform/kit/text.ts'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { ArrowDown, ArrowUp } from '#src/platform/web/icons/Icons.tsx'
import { StatusChip } from '#src/platform/web/parts/StatusChip.tsx'
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
  const { shown, move, spoken } = useOrder({ services, calls, onReload })
  return (
    <>
      <div className="service-row service-heads" aria-hidden="true">
        <span>Leistung</span>
        <span>Preis</span>
        <span className="length-axis">
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

/** Never disabled, not even at the ends of the list, so that the button keeps the focus while a service is moved. */
const Move = ({ label, isOff, onClick, children }: { label: string; isOff: boolean; onClick: () => void; children: ReactNode }) => (
  <button type="button" className="cross" aria-label={label} aria-disabled={isOff || undefined} onClick={isOff ? undefined : onClick}>
    {children}
  </button>
)

/** Moves services. Shows the new order at once; of several quick moves only the last order is sent. */
function useOrder({ services, calls, onReload }: Pick<ServiceListProps, 'services' | 'calls' | 'onReload'>) {
  const [wanted, setWanted] = useState<readonly string[]>([])
  const [spoken, setSpoken] = useState('')
  const { action } = useAction()
  const turn = useRef(0)
  const queue = useRef<Promise<void>>(Promise.resolve())
  const shown = inOrder(services, wanted)

  async function save(ids: string[], mine: number) {
    if (mine !== turn.current) return
    await action(() => calls.order(ids), 'Reihenfolge nicht gespeichert')
    await onReload()
    if (mine === turn.current) setWanted([])
  }
  function move(from: number, to: number) {
    const ids = shown.map(({ id }) => id)
    const [taken] = ids.splice(from, 1)
    if (taken === undefined) return
    ids.splice(to, 0, taken)
    turn.current += 1
    const mine = turn.current
    setWanted(ids)
    setSpoken(`${shown[from]?.title} steht jetzt an Stelle ${to + 1} von ${ids.length}.`)
    queue.current = queue.current.then(() => save(ids, mine))
  }
  return { shown, move, spoken }
}

/** Sorts by the requested order; services missing in it are appended in their own order. */
const inOrder = (services: readonly OwnService[], wanted: readonly string[]) => [
  ...wanted.flatMap((id) => services.find((service) => service.id === id) ?? []),
  ...services.filter(({ id }) => !wanted.includes(id)),
]

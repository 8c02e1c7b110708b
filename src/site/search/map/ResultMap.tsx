import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Minus, Plus } from '#src/platform/web/icons/Icons.tsx'
import { type SearchState, searchAddress } from '../query/address.ts'
import type { FoundCompany, FoundPlace } from '../query/rules.ts'
import { drawing } from './drawing.ts'
import {
  isNearest,
  type MapView,
  moveView,
  type PlacedPin,
  type PlacedTown,
  pinWidth,
  placePins,
  placeTowns,
  searchHere,
  viewAround,
  zoomTo,
  zoomView,
} from './mapView.ts'
import './map.css'

type ResultMapProps = { companies: readonly FoundCompany[]; place: FoundPlace | null; state: SearchState }

/** Companies of this page on a map; each pin leads to its card, which has all information as text. */
export default function ResultMap({ companies, place, state }: ResultMapProps) {
  const first = viewAround({ points: companies.map(({ point }) => point), place: place?.point ?? null, radius: state.radius })
  const [moved, setMoved] = useState<{ of: readonly FoundCompany[]; view: MapView }>()
  const isMoved = moved?.of === companies
  const view = isMoved ? moved.view : first
  const show = (next: MapView) => setMoved({ of: companies, view: next })
  const { pointed, point } = usePointed(companies)
  const pins = placePins(companies, view)
  return (
    <figure className="map" {...useMovers(view, show)}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be drawn */}
      <svg viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`} role="group" aria-label="Karte der Anbieter auf dieser Seite">
        <Country unit={view.unit} />
        {view.place && view.circle ? (
          <ellipse className="circle" cx={view.place.x} cy={view.place.y} {...view.circle} strokeWidth={1.5 * view.unit} />
        ) : null}
        <Towns towns={placeTowns(view, pins)} unit={view.unit} />
        {view.place ? <circle className="here" cx={view.place.x} cy={view.place.y} r={7 * view.unit} strokeWidth={2 * view.unit} /> : null}
        {pins.map((pin) => (
          <Pin
            key={pin.numbers[0]}
            pin={pin}
            unit={view.unit}
            isPointed={pointed !== undefined && pin.numbers.includes(pointed)}
            onPoint={point}
            onOpen={pin.numbers.length > 1 && !isNearest(view) ? () => show(zoomTo(view, pin.points)) : undefined}
          />
        ))}
      </svg>
      <div className="map-tools">
        <button type="button" className="button neutral" aria-label="Karte vergrößern" onClick={() => show(zoomView(view, step))}>
          <Plus />
        </button>
        <button type="button" className="button neutral" aria-label="Karte verkleinern" onClick={() => show(zoomView(view, 1 / step))}>
          <Minus />
        </button>
        {isMoved ? <SearchHere view={view} state={state} /> : null}
      </div>
      <MapNote isComplete={companies.every((one) => one.point !== null)} />
    </figure>
  )
}

const step = 1.6

function SearchHere({ view, state }: { view: MapView; state: SearchState }) {
  const { town, radius } = searchHere(view)
  return (
    <Link className="button primary small" to={searchAddress({ ...state, location: town, radius, page: 1 })} rel="nofollow">
      Hier suchen: {town}, {radius === null ? 'bundesweit' : `${radius} km`}
    </Link>
  )
}

const MapNote = ({ isComplete }: { isComplete: boolean }) => (
  <figcaption className="small muted">
    Jeder Anbieter steht in der Mitte seines Postleitzahlgebiets, mit dem Preis aus der Liste.
    <span>{isComplete ? '' : ' Anbieter ohne bekannten Standort fehlen auf der Karte.'}</span> Mit den Tasten + und − vergrößern, mit den
    Pfeiltasten verschieben. Kartendaten: <a href="/quellen">Quellen</a>
  </figcaption>
)

/** Connects card and pin: pointing at one with mouse, finger or keys highlights the other. Returns the card's position in the list. */
function usePointed(companies: readonly FoundCompany[]) {
  const [pointed, point] = useState<number>()
  // The list renders the cards and does not depend on the map.
  useEffect(() => {
    const listen = ({ target }: Event) => {
      const card = target instanceof Element ? target.closest('[id^="anbieter-"]') : null
      if (card) point(Number(card.id.slice('anbieter-'.length)))
    }
    const events = ['pointerover', 'focusin'] as const
    for (const event of events) document.addEventListener(event, listen)
    return () => {
      for (const event of events) document.removeEventListener(event, listen)
    }
  }, [])
  useEffect(() => {
    if (pointed === undefined || pointed > companies.length) return
    const card = document.getElementById(`anbieter-${pointed}`)
    card?.setAttribute('data-pointed', '')
    return () => card?.removeAttribute('data-pointed')
  }, [pointed, companies])
  return { pointed, point }
}

/** Keys and dragging move the map. */
function useMovers(view: MapView, show: (next: MapView) => void) {
  const pulled = useRef<{ x: number; y: number; view: MapView }>(undefined)
  return {
    onKeyDown: (event: KeyboardEvent) => {
      const next = byKey[event.key]?.(view)
      if (!next || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      show(next)
    },
    onPointerDown: ({ clientX, clientY, target }: PointerEvent) => {
      const isOnMap = target instanceof Element && target.closest('svg') !== null && target.closest('a') === null
      pulled.current = isOnMap ? { x: clientX, y: clientY, view } : undefined
    },
    onPointerMove: ({ clientX, clientY, currentTarget, buttons }: PointerEvent) => {
      const from = pulled.current
      const size = currentTarget.querySelector('svg')?.getBoundingClientRect()
      if (!from || !size || buttons !== 1) return
      const scale = Math.max(from.view.width / size.width, from.view.height / size.height)
      const [across, down] = [from.x - clientX, from.y - clientY].map((pixels) => pixels * scale)
      show(moveView(from.view, (across ?? 0) / from.view.width, (down ?? 0) / from.view.height))
    },
  }
}

const byKey: Record<string, (view: MapView) => MapView> = {
  '+': (view) => zoomView(view, step),
  '-': (view) => zoomView(view, 1 / step),
  ArrowLeft: (view) => moveView(view, -0.2, 0),
  ArrowRight: (view) => moveView(view, 0.2, 0),
  ArrowUp: (view) => moveView(view, 0, -0.2),
  ArrowDown: (view) => moveView(view, 0, 0.2),
}

const Country = ({ unit }: { unit: number }) => (
  <g transform="scale(0.1)">
    <path className="land" d={drawing.land} strokeWidth={10 * unit} />
    <path className="border" d={drawing.borders} strokeWidth={8 * unit} />
    <path className="river" d={drawing.rivers} strokeWidth={14 * unit} />
    <path className="lake" d={drawing.lakes} />
  </g>
)

/** Names are placed where pins leave them room. */
const Towns = ({ towns, unit }: { towns: readonly PlacedTown[]; unit: number }) =>
  towns.map(({ name, x, y, label, anchor }) => (
    <g key={name}>
      <circle className="town" cx={x} cy={y} r={2 * unit} />
      <text className="town" x={label.x} y={label.y} fontSize={10 * unit} strokeWidth={3 * unit} textAnchor={anchor}>
        {name}
      </text>
    </g>
  ))

type PinProps = {
  pin: PlacedPin
  unit: number
  isPointed: boolean
  onPoint: (number: number) => void
  /** Action of a pin of several companies: zooms in, until it cannot any further. */
  onOpen: (() => void) | undefined
}

function Pin({ pin, unit, isPointed, onPoint, onOpen }: PinProps) {
  const width = pinWidth(pin.label) * unit
  const [first = 0] = pin.numbers
  return (
    <a
      href={`#anbieter-${first}`}
      aria-label={pin.name}
      className="pin"
      data-pointed={isPointed || undefined}
      onPointerEnter={() => onPoint(first)}
      onFocus={() => onPoint(first)}
      onClick={(event) => {
        if (!onOpen) return
        event.preventDefault()
        onOpen()
      }}
    >
      <rect x={pin.x - width / 2} y={pin.y - 13 * unit} width={width} height={26 * unit} rx={13 * unit} strokeWidth={1.5 * unit} />
      <text x={pin.x} y={pin.y + 4.2 * unit} fontSize={12 * unit} textAnchor="middle">
        {pin.label}
      </text>
    </a>
  )
}

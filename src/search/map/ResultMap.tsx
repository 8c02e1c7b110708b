import type { FoundCompany, FoundPlace, Radius } from '../query/rules.ts'
import { germany } from './map.ts'
import { type PlacedPin, type PlacedTown, placePins, placeTowns, viewAround } from './mapView.ts'
import './map.css'

type ResultMapProps = { companies: readonly FoundCompany[]; place: FoundPlace | null; radius: Radius }

/** The companies of this page on a map of our own drawing; each number leads to its card, which says everything in words. */
export default function ResultMap({ companies, place, radius }: ResultMapProps) {
  const view = viewAround({ points: companies.map(({ point }) => point), place: place?.point ?? null, radius })
  const pins = placePins(companies, view)
  const unplaced = companies.length - pins.length
  return (
    <figure className="map">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be drawn */}
      <svg viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`} role="group" aria-label="Karte der Anbieter auf dieser Seite">
        <path className="land" d={germany.outline} strokeWidth={view.unit} />
        {view.place && view.circle ? (
          <ellipse className="circle" cx={view.place.x} cy={view.place.y} {...view.circle} strokeWidth={1.5 * view.unit} />
        ) : null}
        <Towns towns={placeTowns(view, pins)} unit={view.unit} />
        {view.place ? <circle className="here" cx={view.place.x} cy={view.place.y} r={7 * view.unit} strokeWidth={2 * view.unit} /> : null}
        {pins.map((pin) => (
          <Pin key={pin.number} pin={pin} unit={view.unit} />
        ))}
      </svg>
      <figcaption className="small muted">
        Die Nummern stehen auch an den Karten der Liste. Ein Anbieter steht in der Mitte seines Postleitzahlgebiets.
        {unplaced > 0 ? ' Wer auf der Karte fehlt, hat keinen bekannten Ort.' : ''} Kartendaten: <a href="/quellen">Quellen</a>
      </figcaption>
    </figure>
  )
}

/** Names stand where pins leave them room. */
const Towns = ({ towns, unit }: { towns: readonly PlacedTown[]; unit: number }) =>
  towns.map(({ name, x, y, label, anchor }) => (
    <g key={name}>
      <circle className="town" cx={x} cy={y} r={2 * unit} />
      <text className="town" x={label.x} y={label.y} fontSize={10 * unit} strokeWidth={3 * unit} textAnchor={anchor}>
        {name}
      </text>
    </g>
  ))

const Pin = ({ pin, unit }: { pin: PlacedPin; unit: number }) => (
  <a href={`#anbieter-${pin.number}`} aria-label={`${pin.number}: ${pin.name}`} className="pin">
    <circle cx={pin.x} cy={pin.y} r={pinRadius * unit} strokeWidth={1.5 * unit} />
    <text x={pin.x} y={pin.y + 4.2 * unit} fontSize={12 * unit} textAnchor="middle">
      {pin.number}
    </text>
  </a>
)

const pinRadius = 13

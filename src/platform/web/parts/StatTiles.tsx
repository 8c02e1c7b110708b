import type { ReactNode } from 'react'
import '../styles/tiles.css'

export type StatTile = { label: string; value: ReactNode; sub?: ReactNode }

/** Characters beyond which a figure is written smaller, so that its unit stays beside it. */
const longValue = 10

/** Figures side by side in one card; two by two on phones. `label` names them together. */
export function StatTiles({ label, tiles }: { label: string; tiles: readonly StatTile[] }) {
  return (
    <section aria-label={label}>
      <dl className="tiles">
        {tiles.map(({ label: name, value, sub }) => (
          <div key={name} className="tile">
            <dt>{name}</dt>
            <dd className={typeof value === 'string' && value.length > longValue ? 'value long' : 'value'}>{value}</dd>
            {sub ? <dd className="below">{sub}</dd> : null}
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Tiles while the figures load: the labels are already readable. */
export const StatTilesWaiting = ({ label, labels }: { label: string; labels: readonly string[] }) => (
  <StatTiles
    label={label}
    tiles={labels.map((name) => ({ label: name, value: <span className="skeleton" />, sub: <span className="skeleton" /> }))}
  />
)

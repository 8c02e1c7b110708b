import { X } from 'lucide-react'
import { Link } from 'react-router'
import { changedAddress, type SearchState } from '../query/address.ts'
import type { UnderstoodNeed } from '../query/rules.ts'

type NeedProps = { state: SearchState; need: UnderstoodNeed; isOpen?: boolean }

/** What the words were understood as, each with a link that removes it, and services that are near. `isOpen`: those are shown at once. */
export function Need({ state, need: { services, trades, near }, isOpen = false }: NeedProps) {
  const { service, notMeant } = state
  const without = (id: string) => ({ ...state, ...(service === null ? { notMeant: [...notMeant, id] } : { service: null }) })
  return (
    <div className="need">
      <span className="small muted" id="need">
        {service === null ? 'Verstanden als' : 'Leistung'}
      </span>
      <ul className="pills chosen" aria-labelledby="need">
        {[...services, ...trades].map(({ id, name }) => (
          <li key={id}>
            <Link to={changedAddress(without(id), state)} rel="nofollow" preventScrollReset>
              {name}
              <X />
              <span className="unseen">entfernen</span>
            </Link>
          </li>
        ))}
      </ul>
      {near.length > 0 ? (
        <details className="small" open={isOpen}>
          <summary>Ähnliche Leistungen</summary>
          <ul className="pills" aria-label="Ähnliche Leistungen">
            {near.map(({ id, name }) => (
              <li key={id}>
                <Link to={changedAddress({ ...state, q: '', notMeant: [], service: id }, state)} rel="nofollow">
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  )
}

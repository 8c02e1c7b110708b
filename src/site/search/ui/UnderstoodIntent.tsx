import { Link } from 'react-router'
import { X } from '#src/platform/web/icons/Icons.tsx'
import { whenWord } from '../free/texts.ts'
import { changedAddress, type SearchState } from '../query/address.ts'
import type { SearchFacts } from '../query/results.ts'
import { type IntentNames, timeMeant } from '../query/rules.ts'

const nothing: IntentNames = { services: [], trades: [], near: [] }

type IntentProps = { state: SearchState; facts: Pick<SearchFacts, 'need' | 'time'>; isOpen?: boolean }

/**
 * Interpretation of the words, including a time, each with a link that removes it, and similar services. `isOpen`: those are shown at once.
 */
export function UnderstoodIntent({ state, facts: { need, time }, isOpen = false }: IntentProps) {
  const { service, notMeant } = state
  const { services, trades, near } = need ?? nothing
  const named = [...services, ...trades, ...(time?.isTyped ? [{ id: timeMeant, name: whenWord(time) }] : [])]
  if (named.length === 0) return null
  const without = (id: string) => ({
    ...state,
    ...(service === null || id === timeMeant ? { notMeant: [...notMeant, id] } : { service: null }),
  })
  const others = services.length > 0 ? 'Ähnliche Leistungen' : 'Einzelne Leistungen'
  return (
    <div className="need">
      <span className="small muted" id="need">
        {service === null ? 'Gesucht' : 'Leistung'}
      </span>
      <ul className="pills chosen" aria-labelledby="need">
        {named.map(({ id, name }) => (
          <li key={id}>
            <Link preventScrollReset to={changedAddress(without(id), state)} rel="nofollow">
              {name}
              <X />
              <span className="unseen">entfernen</span>
            </Link>
          </li>
        ))}
      </ul>
      {near.length > 0 ? (
        <details className="small" open={isOpen}>
          <summary>{others}</summary>
          <ul className="pills" aria-label={others}>
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

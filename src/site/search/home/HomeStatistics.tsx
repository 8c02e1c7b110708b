import { useState, useSyncExternalStore } from 'react'
import { CachedQuery, type QueryState } from '#src/platform/web/queries/cachedQuery.ts'
import { call } from '#src/platform/web/queries/call.ts'
import { statisticsReads } from '#src/platform/web/queries/defaults.ts'
import { type PublicStatistics, statistics } from '../query/rules.ts'

type Counted = Partial<PublicStatistics>

const openStatistics = (known?: Counted) =>
  new CachedQuery<Counted>({
    read: async () => {
      const [first] = await call('get_homepage_stats', {})
      if (!first) throw new Error('No stats data returned')
      return first
    },
    rules: statisticsReads,
    onFailed: (error) => console.error('statistics failed to load', error),
    known,
  })
const withoutServer = openStatistics()

/** The three public counters, as counted by the server; if it could not, the browser requests them. */
export function HomeStatistics({ brandName, counted }: { brandName: string; counted: Counted | undefined }) {
  const [read] = useState(() => (counted ? openStatistics(counted) : withoutServer))
  const state = useSyncExternalStore(read.subscribe, read.current, read.beforeHydration)
  return (
    <section className="statistics-section" aria-label={`${brandName} in Zahlen`} aria-busy={state.status === 'loading'}>
      <div className="statistics">
        {statistics.map(({ key, label, fallback }) => (
          <div className="statistic" key={key}>
            <p className="value">
              <Counter state={state} of={key} fallback={fallback} />
            </p>
            <p className="muted small">{label}</p>
          </div>
        ))}
      </div>
    </section>
  )
}

type CounterProps = { state: QueryState<Counted>; of: keyof PublicStatistics; fallback: number }

function Counter({ state, of, fallback }: CounterProps) {
  if (state.status === 'loading') return <span className="skeleton" />
  const count = state.status === 'loaded' ? state.value[of] : fallback
  if (!count) return '0'
  return (
    <>
      {count.toLocaleString('de-DE')}
      <i>+</i>
    </>
  )
}

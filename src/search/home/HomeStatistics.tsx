import { useSyncExternalStore } from 'react'
import { call } from '#src/web/reading/call.ts'
import { statisticsReads } from '#src/web/reading/defaults.ts'
import { FreshRead, type ReadState } from '#src/web/reading/freshRead.ts'
import { type PublicStatistics, statistics } from '../query/rules.ts'

const publicStatistics = new FreshRead<Partial<PublicStatistics>>({
  read: async () => {
    const [first] = await call('get_homepage_stats', {})
    if (!first) throw new Error('No stats data returned')
    return first
  },
  rules: statisticsReads,
  onFailed: (error) => console.error('statistics failed to load', error),
})

/** The three public counters. They are read in the browser, so that the page itself never waits for them; without scripts they are left out. */
export function HomeStatistics({ brandName }: { brandName: string }) {
  const state = useSyncExternalStore(publicStatistics.subscribe, publicStatistics.current, publicStatistics.beforeHydration)
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

type CounterProps = { state: ReadState<Partial<PublicStatistics>>; of: keyof PublicStatistics; fallback: number }

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

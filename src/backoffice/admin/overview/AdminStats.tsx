import { useEffect, useSyncExternalStore } from 'react'
import { euros } from '#src/platform/kit/money.ts'
import { plural } from '#src/platform/kit/text.ts'
import { type StatTile, StatTiles, StatTilesWaiting } from '#src/platform/web/parts/StatTiles.tsx'
import { CachedQuery, type QueryState } from '#src/platform/web/queries/cachedQuery.ts'
import { CallError, call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { type StatsView, statsReads, statsTexts } from './rules.ts'

/** Called when the area loads its data. Reads the figures at once if the user asked for it, else only when stale. */
export const onRefetch = (how: 'seen' | 'unseen') => void (how === 'seen' ? adminStats.readAgain() : adminStats.readWhenStale())

/** Shared by navigation and cards, and kept while the user changes the area. */
const adminStats = new CachedQuery<StatsView>({ read: readStats, rules: statsReads, onFailed: sayFailed })

/** Reads the figures again when `place` changes and they are stale. */
export function useAdminStats(place: string | undefined) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => void adminStats.readWhenStale(), [place])
  return useSyncExternalStore(adminStats.subscribe, adminStats.current, adminStats.beforeHydration)
}

/** If one source failed, retries all; after the last retry, shows the other sources without it. */
async function readStats() {
  let stats = await call('admin-stats', {})
  for (let failures = 0; stats.errors.length > 0 && failures < statsReads.retries; failures += 1) {
    await new Promise((next) => setTimeout(next, statsReads.retryDelayMs()))
    stats = await call('admin-stats', {})
  }
  if (stats.errors.length > 0) showFailure(stats.errors.join('. '))
  return stats
}

function sayFailed(error: unknown) {
  // The shell reports an expired session.
  if (error instanceof CallError && [401, 403].includes(error.status)) return
  showFailure(error instanceof CallError ? error.message : undefined)
}

const showFailure = (text: string | undefined) =>
  showToast({
    kind: 'error',
    title: statsTexts.failed,
    ...(text ? { text } : {}),
    action: { label: statsTexts.retry, run: () => void adminStats.readAgain() },
  })

const labels = { companies: 'Unternehmen', bookings: 'Buchungen', revenue: 'Umsatz', open: 'Offene Zahlungen' } as const
const label = 'Kennzahlen des Marktplatzes'

/** The four figures above every area. Presentational; loads nothing. */
export function AdminStats({ state }: { state: QueryState<StatsView> }) {
  if (state.status === 'loading') return <StatTilesWaiting label={label} labels={Object.values(labels)} />
  return <StatTiles label={label} tiles={tilesOf(state.status === 'loaded' ? state.value : undefined)} />
}

function tilesOf(stats: StatsView | undefined): StatTile[] {
  const { companies, bookings, revenue, open_payments: open } = stats ?? {}
  return [
    companies
      ? {
          label: labels.companies,
          value: number(companies.total),
          sub: `${number(companies.premium)} Premium, ${number(companies.basic)} Basic`,
        }
      : missing(labels.companies, statsTexts.companies),
    bookings
      ? { label: labels.bookings, value: number(bookings.total), sub: `${number(bookings.this_week)} in dieser Woche` }
      : missing(labels.bookings, statsTexts.bookings),
    revenue
      ? { label: labels.revenue, value: euros(revenue.total), sub: 'Buchungen gesamt' }
      : missing(labels.revenue, statsTexts.transactions),
    open
      ? { label: labels.open, value: euros(open.total), sub: plural(open.bookings, 'Buchung', 'Buchungen') }
      : missing(labels.open, statsTexts.transactions),
  ]
}

const missing = (name: string, reason: string): StatTile => ({ label: name, value: '–', sub: reason })
const number = (count: number) => count.toLocaleString('de-DE')

import type { Step } from './customers.ts'

/** Figures of a drill; times in seconds, undefined if it did not happen in time. */
export type Figures = {
  name: string
  title: string
  seconds: number
  withoutWrites: number
  withoutBookings: number
  lostWrites: number
  paid: number
  lost: number
  doubled: number
  breaches: number
  gaveUp: number
  failures: Record<string, number>
  requests: number
  recovered: number | undefined
  settled: number | undefined
  restarted: number
}

/** Longest time in seconds without one of these moments, between `since` and `until`. */
export function quietest(moments: readonly number[], since: number, until: number) {
  const times = [since, ...moments.filter((moment) => moment > since && moment < until).toSorted((one, other) => one - other), until]
  return Math.max(...times.slice(1).map((time, at) => time - (times[at] ?? time))) / 1_000
}

/** Counts the failures that customers saw, by request and reason. */
export function failuresOf(steps: readonly Step[]) {
  const counts: Record<string, number> = {}
  for (const { kind, status, code } of steps) {
    // A page that does not exist is a response, too.
    if (status === 200 || status === 404) continue
    const reason = `${kind} ${status}${code ? ` ${code}` : ''}`
    counts[reason] = (counts[reason] ?? 0) + 1
  }
  return counts
}

const inSeconds = (value: number | undefined) => (value === undefined ? 'never' : value.toFixed(1))

/** Prints the rows of the table in docs/operations.md. */
export function printTable(rows: readonly Figures[]) {
  console.log('| fault | without writes | without bookings | writes lost | paid | lost | doubled | failures seen | recovered | settled |')
  console.log('|---|---|---|---|---|---|---|---|---|---|')
  for (const row of rows) {
    const failures = Object.entries(row.failures).map(([reason, count]) => `${count} ${reason}`)
    const seen = failures.reduce((sum, one) => sum + Number.parseInt(one, 10), 0)
    const cells = [
      `${row.name} (${row.seconds} s)`,
      `${inSeconds(row.withoutWrites)} s`,
      `${inSeconds(row.withoutBookings)} s`,
      row.lostWrites,
      row.paid,
      row.lost,
      row.doubled,
      `${seen} of ${row.requests}: ${failures.join(', ')}; ${row.gaveUp} gave up`,
      `${inSeconds(row.recovered)} s${row.restarted > 0 ? `, ${row.restarted} restarted` : ''}`,
      `${inSeconds(row.settled)} s${row.breaches > 0 ? `, ${row.breaches} invariants broken` : ''}`,
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
}

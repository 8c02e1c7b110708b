import { addDays, berlinMoment } from '#src/platform/kit/dates.ts'
import { longWorkMinutes } from '#src/supply/services/durations.ts'
import { dayOf, type Span } from './workingHours.ts'

/** Part of a job: `core` is the work, `during` the work with its buffers. */
export type Part = { core: Span; during: Span }

/** Days within which spread work ends. */
export const spreadDays = 30

type Buffers = { bufferBeforeMinutes: number; bufferAfterMinutes: number }

/**
 * Parts of spread work that begins at `start`: the open spans (ascending) from there on, until its minutes are used. Undefined if `start` is
 * not open, or the work does not end within `spreadDays`. Work of at most `longWorkMinutes` is interrupted by breaks, never by a night.
 */
export function partsFrom(open: readonly Span[], { minutes }: { minutes: number }, start: number): Span[] | undefined {
  const first = open.findIndex(({ from, to }) => from <= start && start < to)
  if (first < 0) return undefined
  const lastEnd = start + spreadDays * 86_400_000
  const lastStart = minutes > longWorkMinutes ? lastEnd : berlinMoment(Date.parse(addDays(dayOf(start), 1)), 0)
  const parts: Span[] = []
  let left = minutes * 60_000
  for (let at = first; at < open.length && left > 0; at += 1) {
    const span = open[at]
    if (!span || (parts.length > 0 && span.from >= lastStart)) break
    const from = Math.max(start, span.from)
    const to = Math.min(span.to, from + left)
    parts.push({ from, to })
    left -= to - from
  }
  return left > 0 || (parts.at(-1)?.to ?? 0) > lastEnd ? undefined : parts
}

/** Span with its buffers on both sides. */
export const withBuffers = ({ from, to }: Span, { bufferBeforeMinutes, bufferAfterMinutes }: Buffers): Span => ({
  from: from - bufferBeforeMinutes * 60_000,
  to: to + bufferAfterMinutes * 60_000,
})

/** Working times as parts, with the buffer before the first one and after the last one. */
export const partsOf = (cores: readonly Span[], { bufferBeforeMinutes, bufferAfterMinutes }: Buffers): Part[] =>
  cores.map((core, at) => ({
    core,
    during: withBuffers(core, {
      bufferBeforeMinutes: at === 0 ? bufferBeforeMinutes : 0,
      bufferAfterMinutes: at === cores.length - 1 ? bufferAfterMinutes : 0,
    }),
  }))

/** Moment at which the last of these parts ends. */
export const endOf = (parts: readonly Pick<Part, 'core'>[]) => parts.reduce((end, { core }) => Math.max(end, core.to), 0)

type Taken = Part & { resourceId: string; seat: number }

/** Working times of the person who finishes last: people with other breaks work the same minutes at other times. */
export function longestOf(takes: readonly Taken[]): Span[] {
  const byPerson = [...Map.groupBy(takes, ({ resourceId, seat }) => `${resourceId} ${seat}`).values()]
  const last = byPerson.reduce<Taken[]>((longest, own) => (endOf(own) > endOf(longest) ? own : longest), [])
  return last.map(({ core }) => core)
}

/** Total minutes of some parts. */
export const minutesOfSpans = (spans: readonly Span[]) => Math.round(spans.reduce((sum, { from, to }) => sum + to - from, 0) / 60_000)

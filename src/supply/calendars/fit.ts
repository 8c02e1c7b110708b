import { addDays } from '#src/platform/kit/dates.ts'
import { dayOf, openSpans, type Span, type WorkingHours } from './workingHours.ts'

/** Ways in which a job conflicts with the hours: outside of them, or while all resources that work are taken (docs/spec.md#diary). */
export const misfits = ['outsideHours', 'besideAnother'] as const
export type Misfit = (typeof misfits)[number]

type Job = { startsAt: Date; endsAt: Date; parts?: readonly Span[] | null; resourceIds: readonly string[] }
type Hours = { openings: WorkingHours; resourceIds: readonly string[] }

/**
 * Returns a job's conflict with the company's hours: one of its resources does not work then, or, for a job without resources, all that
 * work then are taken. Null if it fits.
 */
export function misfitOf(job: Job, { openings, resourceIds }: Hours): Misfit | null {
  const isOpen = (resourceId: string) => isWithinHours(job, openings, resourceId)
  if (job.resourceIds.length > 0) return job.resourceIds.every(isOpen) ? null : 'outsideHours'
  return resourceIds.some(isOpen) ? 'besideAnother' : 'outsideHours'
}

function isWithinHours({ startsAt, endsAt, parts }: Job, openings: WorkingHours, resourceId: string) {
  const spans = parts ?? [{ from: startsAt.getTime(), to: endsAt.getTime() }]
  return spans.every((span) => {
    const open = openSpans(openings, resourceId, { firstDay: addDays(dayOf(span.from), -1), days: 3 })
    return open.some(({ from, to }) => from <= span.from && span.to <= to)
  })
}

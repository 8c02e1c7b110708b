import { addDays } from '#src/kit/dates.ts'
import { dayOf, type Openings, openSpans } from './openings.ts'

/** How a job differs from the hours: outside them, or at a time at which everybody who works is taken (docs/spec.md#diary). */
export const misfits = ['outsideHours', 'besideAnother'] as const
export type Misfit = (typeof misfits)[number]

type Job = { startsAt: Date; endsAt: Date; resourceIds: readonly string[] }
type Hours = { openings: Openings; resourceIds: readonly string[] }

/**
 * Returns how a job differs from the company's hours: one of the people who do it does not work then, or, for a job without people, everybody
 * who works then is taken. Null if it fits.
 */
export function misfitOf(job: Job, { openings, resourceIds }: Hours): Misfit | null {
  const isOpen = (resourceId: string) => isWithinHours(job, openings, resourceId)
  if (job.resourceIds.length > 0) return job.resourceIds.every(isOpen) ? null : 'outsideHours'
  return resourceIds.some(isOpen) ? 'besideAnother' : 'outsideHours'
}

function isWithinHours({ startsAt, endsAt }: Job, openings: Openings, resourceId: string) {
  const open = openSpans(openings, resourceId, { firstDay: addDays(dayOf(startsAt.getTime()), -1), days: 3 })
  return open.some(({ from, to }) => from <= startsAt.getTime() && endsAt.getTime() <= to)
}

import { berlinDay } from '#src/platform/kit/dates.ts'
import type { Point } from '#src/platform/kit/distance.ts'
import { travelMs } from '#src/supply/calendars/travel.ts'

type Job = { startsAt: Date; endsAt: Date; location: string | null; place: Point | null; resourceIds: readonly string[] }

/** Travel time in minutes to a job from the preceding one of that day, for one person. */
export type Way = { resourceId: string; minutes: number; from: string }

/**
 * Travel times to a job, for each person assigned to it; none to the first job of a day, from the same place, or if one of the places is
 * unknown.
 */
export function waysTo(job: Job, { jobs, people, kmh }: { jobs: readonly Job[]; people: ReadonlySet<string>; kmh: number }): Way[] {
  if (job.location === null) return []
  return job.resourceIds
    .filter((id) => people.has(id))
    .flatMap((resourceId) => {
      const before = jobs.findLast((one) => one.location !== null && one.resourceIds.includes(resourceId) && isBefore(one, job))
      const minutes = before ? Math.ceil(travelMs(before.place, job.place, kmh) / 60_000) : 0
      return before?.location && minutes > 0 ? [{ resourceId, minutes, from: before.location }] : []
    })
}

const isBefore = (one: Job, job: Job) => one.endsAt <= job.startsAt && berlinDay(one.startsAt) === berlinDay(job.startsAt)

import { businessZone, dateFormat } from '#src/platform/kit/dates.ts'

const clock = dateFormat('sv-SE', { timeZone: businessZone, hour: '2-digit', minute: '2-digit' })

/** Time in milliseconds as '14:30' in Berlin. */
export const clockTime = (at: number) => clock(at)

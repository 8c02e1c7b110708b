import { businessZone, dateFormat } from '#src/kit/dates.ts'

const clock = dateFormat('sv-SE', { timeZone: businessZone, hour: '2-digit', minute: '2-digit' })

/** '14:30', as a Berlin clock shows a moment in milliseconds. */
export const clockTime = (at: number) => clock(at)

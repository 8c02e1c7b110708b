import type { WorkState, WorkStep } from './texts.ts'

export type Step = { kind: WorkStep; at: Date }

/** State after the steps, which are in their order. */
export function stateAfter(steps: readonly Pick<Step, 'kind'>[]): WorkState {
  const last = steps.at(-1)?.kind
  return last === undefined ? 'none' : states[last]
}
const states = { start: 'running', continue: 'running', pause: 'paused', end: 'ended' } as const

/** Steps that are possible in a state. */
export const nextSteps: Record<WorkState, readonly WorkStep[]> = {
  none: ['start'],
  running: ['pause', 'end'],
  paused: ['continue', 'end'],
  // Ended by mistake, or continued on the next day.
  ended: ['continue'],
}

/** Milliseconds worked until `now`, without the pauses. */
export function workedMs(steps: readonly Step[], now: Date) {
  let sum = 0
  let since: number | undefined
  for (const { kind, at } of steps) {
    const isOn = states[kind] === 'running'
    if (since !== undefined && !isOn) sum += at.getTime() - since
    since = isOn ? (since ?? at.getTime()) : undefined
  }
  return since === undefined ? sum : sum + Math.max(0, now.getTime() - since)
}

/** Hours for the report of the work: the nearest quarter, at least one, at most `booked`. */
export const hoursFrom = (ms: number, booked: number) => Math.min(booked, Math.max(0.25, Math.round(ms / 900_000) / 4))

/** Duration in words: '2 Std. 05 Min.'. */
export function durationText(ms: number) {
  const minutes = Math.floor(ms / 60_000)
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? `${minutes} Min.` : `${hours} Std. ${String(minutes % 60).padStart(2, '0')} Min.`
}

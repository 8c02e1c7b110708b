import { type WorkStepInput, workStepInput } from './rules.ts'

/** Name in the browser's storage under which steps of running work wait for a connection. */
export const keptWorkName = 'kept-work'

/** Maximum number of steps that wait in a browser. */
const most = 100

/** Parses the stored steps; malformed ones are left out. */
export function readKeptWork(text: string | null): WorkStepInput[] {
  try {
    const found: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(found) ? found.flatMap((one) => workStepInput.safeParse(one).data ?? []) : []
  } catch {
    return []
  }
}

/** Adds a step behind the others, once. */
export const withKeptStep = (kept: readonly WorkStepInput[], one: WorkStepInput) =>
  [...kept.filter(({ id }) => id !== one.id), one].slice(-most)

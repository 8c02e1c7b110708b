import { type SupplementInput, supplementInput } from './rules.ts'

/** Name in the browser's storage under which supplements wait for a connection. */
export const keptSupplementsName = 'kept-supplements'

/** Maximum number of supplements that wait in a browser. */
const most = 20

/** Parses the stored supplements; malformed ones are left out. */
export function readKept(text: string | null): SupplementInput[] {
  try {
    const found: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(found) ? found.flatMap((one) => supplementInput.safeParse(one).data ?? []) : []
  } catch {
    return []
  }
}

/** Adds a supplement behind the others, once. */
export const withKept = (kept: readonly SupplementInput[], one: SupplementInput) =>
  [...kept.filter(({ id }) => id !== one.id), one].slice(-most)

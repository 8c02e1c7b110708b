import { z } from 'zod'
import { fieldNames } from '#src/companies/fields/fields.ts'
import { newAttemptKey } from '#src/web/forms/attemptKey.ts'
import { planKeys } from '../rules.ts'
import { type RegistrationDraft, steps } from './RegistrationDraft.tsx'

/*
 * What survives leaving the registration: the draft, the key of an order without an answer, and the company that waits for its payment.
 * Kept in this tab only, because it holds personal data.
 */
const keys = { draft: 'registration-draft', attempt: 'registration-attempt', company: 'pendingCompanyId', plan: 'pendingPlan' } as const
type Part = keyof typeof keys

/** The kept text as it was written, or null. */
export const readKept = (part: Part) => storage()?.getItem(keys[part]) ?? null

/** Keeps a text. A full or forbidden storage loses the comfort of coming back, never the registration. */
export function keep(part: Part, text: string) {
  try {
    storage()?.setItem(keys[part], text)
  } catch (error) {
    console.warn('Die Registrierung konnte nicht zwischengespeichert werden.', error)
  }
}

export const forget = (part: Part) => storage()?.removeItem(keys[part])

/** The registration is paid: nothing of it is needed any more. */
export function forgetRegistration() {
  for (const part of ['draft', 'attempt', 'company', 'plan'] as const) forget(part)
}

/** Whether the registration was paid since this tab last stored it: then the return page has deleted the draft. */
export const wasForgotten = () => storage() !== undefined && readKept('draft') === null

/** Keeps the draft under the address of whoever typed it: the next person at this tab must not find it. */
export const keepDraft = (email: string, draft: string) => keep('draft', JSON.stringify({ email, draft }))

/** What this person left here; undefined when there is nothing, or what there is belongs to another account or an older page. */
export function readDraft(email: string): RegistrationDraft | undefined {
  const { data: kept } = keptDraft.safeParse(parseJson(readKept('draft')))
  if (kept && kept.email !== email) forgetRegistration()
  return kept?.email === email ? registrationDraft.safeParse(parseJson(kept.draft)).data : undefined
}

const keptDraft = z.object({ email: z.string(), draft: z.string() })
const registrationDraft = z.object({
  plan: z.enum(planKeys).nullable(),
  step: z.number().int().min(steps.plan).max(steps.payment),
  company: z.record(z.enum(fieldNames), z.string()),
})

const keptAttempt = z.object({ content: z.string(), key: z.string() })

/** The key of an order whose answer never came, while its content is word for word the same; a new one otherwise. */
export function keyFor(content: string) {
  const last = keptAttempt.safeParse(parseJson(readKept('attempt'))).data
  if (last?.content === content) return last.key
  const key = newAttemptKey()
  keep('attempt', JSON.stringify({ content, key }))
  return key
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

/** Reading the property itself throws where a browser forbids storage. */
function storage() {
  try {
    return globalThis.sessionStorage
  } catch {
    return undefined
  }
}

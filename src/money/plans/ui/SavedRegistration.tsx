import { z } from 'zod'
import { newIdempotencyKey } from '#src/platform/web/forms/idempotencyKey.ts'
import { fieldNames } from '#src/supply/companies/fields/fields.ts'
import { planKeys } from '../rules.ts'
import { type RegistrationDraft, steps } from './RegistrationDraft.tsx'

/*
 * Parts of a registration that survive leaving the page: the draft, the idempotency key of an unanswered order, and the company that
 * awaits payment. Stored in sessionStorage only, because they are personal data.
 */
const keys = { draft: 'registration-draft', attempt: 'registration-attempt', company: 'pendingCompanyId', plan: 'pendingPlan' } as const
type Part = keyof typeof keys

/** Returns the stored text, or null. */
export const readSaved = (part: Part) => storage()?.getItem(keys[part]) ?? null

/** Stores a text. If the storage is full or forbidden, only the draft is lost, not the registration. */
export function save(part: Part, text: string) {
  try {
    storage()?.setItem(keys[part], text)
  } catch (error) {
    console.warn('Die Registrierung konnte nicht zwischengespeichert werden.', error)
  }
}

export const deleteSaved = (part: Part) => storage()?.removeItem(keys[part])

/** Deletes all parts once the registration is paid. */
export function deleteSavedRegistration() {
  for (const part of ['draft', 'attempt', 'company', 'plan'] as const) deleteSaved(part)
}

/** True if the registration was paid since this tab last stored it: the return page deletes the draft. */
export const wasDeleted = () => storage() !== undefined && readSaved('draft') === null

/** Stores the draft with the account's address, so that the next person at this tab does not find it. */
export const saveRegistrationDraft = (email: string, draft: string) => save('draft', JSON.stringify({ email, draft }))

/** Returns this account's draft; undefined if there is none, or if it belongs to another account or an older version of the page. */
export function readDraft(email: string): RegistrationDraft | undefined {
  const { data: saved } = savedDraft.safeParse(parseJson(readSaved('draft')))
  if (saved && saved.email !== email) deleteSavedRegistration()
  return saved?.email === email ? registrationDraft.safeParse(parseJson(saved.draft)).data : undefined
}

const savedDraft = z.object({ email: z.string(), draft: z.string() })
const registrationDraft = z.object({
  plan: z.enum(planKeys).nullable(),
  step: z.number().int().min(steps.plan).max(steps.payment),
  company: z.record(z.enum(fieldNames), z.string()),
})

const savedAttempt = z.object({ content: z.string(), key: z.string() })

/** Returns the idempotency key of an unanswered order with exactly this content, or a new one. */
export function keyFor(content: string) {
  const last = savedAttempt.safeParse(parseJson(readSaved('attempt'))).data
  if (last?.content === content) return last.key
  const key = newIdempotencyKey()
  save('attempt', JSON.stringify({ content, key }))
  return key
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

/** Reading the property throws if the browser forbids storage. */
function storage() {
  try {
    return globalThis.sessionStorage
  } catch {
    return undefined
  }
}

import { z } from 'zod'
import { actorKinds } from '#src/foundation/accounts/auditActors.ts'
import { auditLabels, auditObjects } from '#src/foundation/accounts/operator/signInRules.ts'
import { isCalendarDay } from '#src/platform/kit/dates.ts'
import type { ListOf, ListSpec } from '#src/platform/kit/listAddress.ts'
import type { Wire } from '#src/platform/kit/wire.ts'
import { auditedLabels } from '#src/supply/companies/fields/reading.ts'
import { settingNames, settingRow } from '../settings/fields.ts'

export const auditSorts = ['newest', 'oldest'] as const
export const auditSortLabels = { newest: 'Neueste zuerst', oldest: 'Älteste zuerst' } as const
const searchLength = 100

const day = z.string().refine(isCalendarDay, 'Ungültiges Datum').optional()
const word = z.string().max(searchLength).optional()

/** A filter of the audit log, from a URL or a request body. */
export const auditFilter = z.object({
  action: word,
  object: word,
  actor: z.enum(actorKinds).optional(),
  /** Part of the object's id or of the actor, or a complete request id. */
  search: z.string().trim().max(searchLength).optional(),
  /** Days in Berlin, both inclusive. */
  from: day,
  to: day,
})

export const auditEntry = z.object({
  id: z.uuid(),
  at: z.date(),
  actor: z.string(),
  action: z.string(),
  objectType: z.string(),
  objectId: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  requestId: z.string(),
})
export type AuditView = Wire<z.infer<typeof auditEntry>>

/** Sorting and filters of the list, as encoded in the URL. */
export const auditList = {
  sorts: auditSorts,
  choices: { action: Object.keys(auditLabels), object: Object.keys(auditObjects), actor: actorKinds },
  days: ['from', 'to'],
  searchLength,
} as const satisfies ListSpec
export type AuditList = ListOf<typeof auditList>
export const auditSearch = { label: 'Kennung von Objekt, Person oder Anfrage', longest: searchLength }

export type ChangeView = { name: string; before?: string; after?: string }

/** Changes field by field, in German. Omits a side without a value. */
export function changesOf({ before, after }: Pick<AuditView, 'before' | 'after'>): ChangeView[] {
  const [was, is] = [partsOf(before), partsOf(after)]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].map((name) => ({
    name: fieldLabels[name] ?? name,
    ...(name in was ? { before: valueText(was[name]) } : {}),
    ...(name in is ? { after: valueText(is[name]) } : {}),
  }))
}

const partsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'ja' : 'nein'
  if (typeof value === 'number') return value.toLocaleString('de-DE', { maximumFractionDigits: 4 })
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(valueText).join('\n')
  if (typeof value === 'object') return wordsOf(partsOf(value))
  return String(value)
}

/** 'Name: Wert', one field a line; several values of one field share its line. */
const wordsOf = (parts: Record<string, unknown>): string =>
  Object.entries(parts)
    .map(([name, value]) => `${fieldLabels[name] ?? name}: ${valueText(value).replaceAll('\n', ', ')}`)
    .join('\n')

/** All values before or after an action, in German. */
export const changeText = (value: unknown) => wordsOf(partsOf(value))

/** Labels of the fields in `before` and `after`. */
const fieldLabels: Record<string, string> = {
  ...Object.fromEntries(settingNames.map((name) => [name, settingRow(name).label])),
  ...auditedLabels,
  plan: 'Plan',
  verified: 'Verifiziert',
  reason: 'Grund',
  companyReason: 'Grund für den Anbieter',
  bookingStatus: 'Buchung',
  paymentStatus: 'Zahlung',
  amountCents: 'Betrag in Cent',
  refundedCents: 'Erstattet in Cent',
  rating: 'Sterne',
  isFromBooking: 'Geprüfte Buchung',
  companyRating: 'Note des Anbieters',
  companyReviews: 'Bewertungen des Anbieters',
  status: 'Status',
  premium: 'Premium',
  amount: 'Betrag',
  bookings: 'Buchungen',
  payouts: 'Auszahlungen',
  trigger: 'Anlass',
  takes: 'Umfang',
  iban: 'IBAN',
  hold: 'Auszahlungssperre',
  subject: 'Betreff',
  type: 'Art',
  cause: 'Grund',
  placedAt: 'Gesetzt am',
  suspendedAt: 'Gesperrt seit',
  refundCents: 'Zu erstatten (Cent)',
  futureBookings: 'Künftige Buchungen',
  reviews: 'Bewertungen',
  isSubscribed: 'Abonnement',
  isClean: 'Fehlerfrei',
  violations: 'Verstöße',
  openBreaks: 'Offene Abweichungen',
  title: 'Titel',
  priceKind: 'Preisart',
  priceCents: 'Preis in Cent',
  unit: 'Einheit',
  minutes: 'Dauer in Minuten',
  minutesPerUnit: 'Dauer je Einheit in Minuten',
  isSpread: 'Auf Tage verteilt',
  depositPercent: 'Anzahlung in Prozent',
  restParts: 'Raten für den Rest',
  places: 'Orte',
  questions: 'Fragen',
  picture: 'Bild',
  options: 'Optionen',
  catalogueId: 'Eintrag im Verzeichnis',
  isHidden: 'Verborgen',
  order: 'Reihenfolge',
  name: 'Name',
  tradeId: 'Gewerk',
  said: 'Ausdrücke',
}

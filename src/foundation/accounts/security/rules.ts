import { z } from 'zod'
import type { Wire } from '#src/platform/kit/wire.ts'

/** Retention of security events in days (docs/spec.md#security-events). */
export const securityDays = 90

/** Kinds of security events with their labels. */
export const securityKinds = {
  signIn: 'Angemeldet',
  signInFailed: 'Falsches Passwort',
  locked: 'Anmeldung nach zu vielen Fehlern für 15 Minuten gesperrt',
  unknownAddress: 'Anmeldeversuche mit unbekannter Adresse',
  operatorLocked: 'Anmeldung zur Verwaltung gesperrt',
  codeSent: 'Code per E-Mail gesendet',
  codeUsed: 'Code eingegeben',
  codeRefused: 'Falscher Code',
  passwordChanged: 'Passwort geändert, andere Geräte abgemeldet',
  passwordReset: 'Passwort per E-Mail-Link neu gesetzt, alle Geräte abgemeldet',
  sessionEnded: 'Gerät abgemeldet',
  sessionsEnded: 'Alle Geräte abgemeldet',
  emailRequested: 'Neue E-Mail-Adresse der Firma angefragt',
  emailChanged: 'E-Mail-Adresse der Firma geändert',
  emailUndone: 'Änderung der E-Mail-Adresse widerrufen',
  bankRequested: 'Neue Bankdaten angefragt',
  bankChanged: 'Bankdaten geändert',
  payoutAccountChanged: 'Auszahlungskonto geändert',
  bankUndone: 'Änderung der Bankdaten widerrufen',
} as const
export type SecurityKind = keyof typeof securityKinds

export const securityEvent = z.object({
  id: z.number(),
  kind: z.string(),
  at: z.date(),
  network: z.string(),
  device: z.string(),
  times: z.number(),
})
export type SecurityEventView = Wire<z.infer<typeof securityEvent>>

const isKind = (kind: string): kind is SecurityKind => kind in securityKinds

/** Text of an event: 'Angemeldet', or 'Anmeldeversuche mit unbekannter Adresse (12-mal)'. */
export function securityText({ kind, times }: Pick<SecurityEventView, 'kind' | 'times'>) {
  const text = isKind(kind) ? securityKinds[kind] : kind
  return times > 1 ? `${text} (${times.toLocaleString('de-DE')}-mal)` : text
}

import { waitTexts } from '../bank/texts.ts'

/** How long a transfer takes after it was ordered (docs/spec.md#payout-schedule). */
export const bankTransit = '2–3 Werktage'

export const payoutStatuses = ['pending', 'completed', 'failed'] as const
export type PayoutStatus = (typeof payoutStatuses)[number]
/** The words of docs/spec.md#payouts. */
export const payoutStatusWords = { pending: 'Ausstehend', completed: 'Abgeschlossen', failed: 'Fehlgeschlagen' } as const

export const payoutRails = ['transfer', 'sepa'] as const
export type PayoutRail = (typeof payoutRails)[number]
export const payoutRailWords = { transfer: 'Direktauszahlung', sepa: 'Banküberweisung' } as const

/** Why a payout failed, as the operator and the company read it. */
export const payoutErrors = {
  refused: 'Der Zahlungsdienst hat die Auszahlung abgelehnt',
  uncovered: 'Das Guthaben beim Zahlungsdienst ist noch nicht verfügbar',
  unconfirmed: 'Der Zahlungsdienst hat die Auszahlung nicht bestätigt',
  stopped: 'Die Überweisung wurde vor der Übergabe an die Bank angehalten',
  bankDeleted: 'Die Bank hat die Überweisung gelöscht',
  returned: 'Die Bank hat den Betrag zurückgegeben',
} as const
export type PayoutError = keyof typeof payoutErrors

/** Why a run leaves a company out, as the operator and the company read it (docs/spec.md#payout-waits). */
export const skipTexts = {
  ...waitTexts,
  suspended: 'Die Firma ist gesperrt',
  firstPayout: 'Erste Auszahlung – nach Ablauf der Wartefrist',
  uncovered: payoutErrors.uncovered,
  unreadable: 'Die Bankdaten sind nicht lesbar',
  noRail: 'Auszahlung per Banküberweisung ist nicht eingeschaltet',
} as const
export type SkipCause = keyof typeof skipTexts

export type RunSummary = { successful: number; failed: number; total: number }

/** What the operator reads when a run answers: the sentence of the toast (docs/spec.md#payout-answer), and what else is to be known. */
export const runTexts = {
  none: 'Keine Buchungen für Auszahlung gefunden',
  summary: ({ successful, failed, total }: RunSummary) => `${successful} erfolgreich, ${failed} fehlgeschlagen von ${total} gesamt`,
  goesOn: 'Der Lauf geht im Hintergrund weiter',
  skipped: (companies: number, text: string) => `${companies} ${companies === 1 ? 'Firma' : 'Firmen'} ausgelassen: ${text}`,
  failed: (payouts: number, text: string) => `${payouts} fehlgeschlagen: ${text}`,
} as const

/** The company's list of payouts. */
export const payoutListTexts = {
  title: 'Ihre Auszahlungen',
  table: 'Tabelle der Auszahlungen',
  csv: 'Als CSV herunterladen',
  loading: 'Auszahlungen werden geladen…',
  notLoaded: 'Auszahlungen konnten nicht geladen werden',
  waits: 'Die nächste Auszahlung wartet',
  none: 'Noch keine Auszahlungen',
  noneHelp: 'Sobald wir Ihnen Geld überweisen, steht die Auszahlung hier.',
} as const

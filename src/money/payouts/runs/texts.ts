import { waitTexts } from '../bank/texts.ts'

/** Duration of a bank transfer (docs/spec.md#payout-schedule). */
export const bankTransit = '2–3 Werktage'

export const payoutStatuses = ['pending', 'completed', 'failed'] as const
export type PayoutStatus = (typeof payoutStatuses)[number]
/** Texts of docs/spec.md#payouts. */
export const payoutStatusLabels = { pending: 'Ausstehend', completed: 'Abgeschlossen', failed: 'Fehlgeschlagen' } as const

export const payoutRails = ['transfer', 'sepa'] as const
export type PayoutRail = (typeof payoutRails)[number]
export const payoutRailLabels = { transfer: 'Direktauszahlung', sepa: 'Banküberweisung' } as const

/** Reasons of a failed payout, for operator and company. */
export const payoutErrors = {
  refused: 'Der Zahlungsdienst hat die Auszahlung abgelehnt',
  uncovered: 'Das Guthaben beim Zahlungsdienst ist noch nicht verfügbar',
  unconfirmed: 'Der Zahlungsdienst hat die Auszahlung nicht bestätigt',
  stopped: 'Die Überweisung wurde vor der Übergabe an die Bank angehalten',
  bankDeleted: 'Die Bank hat die Überweisung gelöscht',
  returned: 'Die Bank hat den Betrag zurückgegeben',
} as const
export type PayoutError = keyof typeof payoutErrors

/** Causes for which a run skips a company, for operator and company (docs/spec.md#payout-waits). */
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

/** Texts for the operator after a run: the toast (docs/spec.md#payout-answer), and further notes. */
export const runTexts = {
  none: 'Keine Buchungen für Auszahlung gefunden',
  summary: ({ successful, failed, total }: RunSummary) => `${successful} erfolgreich, ${failed} fehlgeschlagen von ${total} gesamt`,
  goesOn: 'Der Lauf geht im Hintergrund weiter',
  skipped: (companies: number, text: string) => `${companies} ${companies === 1 ? 'Firma' : 'Firmen'} ausgelassen: ${text}`,
  failed: (payouts: number, text: string) => `${payouts} fehlgeschlagen: ${text}`,
} as const

/** Texts of the company's list of payouts. */
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

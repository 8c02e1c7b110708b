import { type PayoutSchedule, weekdayNames } from '#src/platform/kit/settingOptions.ts'

/** Texts of the payouts area. The first block is to the letter (docs/spec.md#area-payouts). */
export const payoutAreaTexts = {
  notLoaded: 'Auszahlungen konnten nicht geladen werden',
  serverFailed: 'Edge Function Fehler',
  noAnswer: 'Keine Antwort von der Auszahlungsfunktion',
  runRefused: (details: string) => `Auszahlung fehlgeschlagen: ${details}`,
  runFailed: 'Manuelle Auszahlung fehlgeschlagen',

  loading: 'Auszahlungen werden geladen…',
  none: 'Noch keine Auszahlungen',
  noneHelp: 'Nach dem ersten Auszahlungslauf stehen die Auszahlungen hier.',
  noneFound: 'Keine Auszahlung gefunden',
  noneFoundHelp: 'Zu dieser Suche und diesem Status gibt es keine Auszahlung.',
  onlyWithPermission: 'Nur mit Erlaubnis nach ZAG oder Rechtsgutachten.',
  nothingDue: 'Keine Buchungen für Auszahlung gefunden',
  done: 'Gespeichert',
  notDone: 'Das konnte nicht gespeichert werden',
  csv: 'Als CSV herunterladen',
  notSaved: 'Die Datei konnte nicht geladen werden',
} as const

/** Texts of the discrepancies with the PSP. */
export const discrepancyTexts = {
  title: 'Abweichungen',
  loading: 'Abweichungen werden geladen…',
  notLoaded: 'Die Abweichungen konnten nicht geladen werden',
  none: {
    open: 'Es gibt keine offenen Abweichungen.',
    closed: 'Es gibt keine geschlossenen Abweichungen.',
    all: 'Es gibt keine Abweichungen.',
  },
  clearedUp: 'von selbst aufgeklärt',
  closesItself: 'schließt sich von selbst',
  close: 'Abweichung schließen',
  consequence: 'Schließen Sie nur, was Sie geklärt haben: Es wird nichts gebucht und nichts erstattet. Der Grund steht im Protokoll.',
  submit: 'Als geklärt schließen',
  closed: 'Die Abweichung ist geschlossen',
} as const
export const discrepancyStateLabels = { open: 'Offene', closed: 'Geschlossene', all: 'Alle' } as const

/** The tab refetches every five minutes, and two seconds after a manual run (docs/spec.md#polling). */
export const payoutAreaLimits = {
  everyMs: 5 * 60_000,
  afterRunMs: 2_000,
  progressMs: 2_000,
  transferIdLength: 12,
  discrepancyPage: 10,
} as const

export const runLabels = { weekly: 'Wöchentliche Auszahlung', hourly: 'Stündliche Auszahlung' } as const
export type RunKind = keyof typeof runLabels

export const rhythmLabels: Record<string, string> = { weekly: 'Wöchentlich (Basic)', daily: 'Bankarbeitstäglich (Premium)' }

/** Payout schedule of each plan by the operator's setting (docs/spec.md#payout-schedule): for use within a sentence, and alone. */
export const scheduleTexts = ({ weekday, clock }: PayoutSchedule) => ({
  basic: `jeden ${weekdayNames[weekday]}, ${clock} Uhr`,
  premium: `an jedem Bankarbeitstag, ${clock} Uhr`,
  basicDay: `${weekdayNames[weekday]}, ${clock} Uhr`,
  premiumDay: `jeder Bankarbeitstag, ${clock} Uhr`,
})

export const payoutSortLabels = {
  newest: 'Neueste zuerst',
  oldest: 'Älteste zuerst',
  amountDesc: 'Größter Betrag zuerst',
  amountAsc: 'Kleinster Betrag zuerst',
} as const

/** True if `chosen` is a key of `words`. */
export const isWord = <Word extends string>(words: Record<Word, string>, chosen: string): chosen is Word => Object.hasOwn(words, chosen)

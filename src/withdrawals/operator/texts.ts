/** What the area of withdrawals says. */
export const withdrawalAreaTexts = {
  notLoaded: 'Fehler beim Laden der Widerrufe',
  notOpened: 'Der Widerruf konnte nicht geladen werden',
  accepted: 'Widerruf angenommen',
  rejected: 'Widerruf abgelehnt',
  notDecided: 'Die Entscheidung wurde nicht gespeichert',
} as const

export const withdrawalReading = { everyMs: 30_000 } as const

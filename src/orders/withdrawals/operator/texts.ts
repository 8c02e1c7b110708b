/** Texts of the operator's area of withdrawals. */
export const withdrawalAreaTexts = {
  notLoaded: 'Fehler beim Laden der Widerrufe',
  notOpened: 'Der Widerruf konnte nicht geladen werden',
  accepted: 'Widerruf angenommen',
  rejected: 'Widerruf abgelehnt',
  notDecided: 'Die Entscheidung wurde nicht gespeichert',
} as const

export const withdrawalPolling = { everyMs: 30_000 } as const

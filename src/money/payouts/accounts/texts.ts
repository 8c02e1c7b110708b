/** Times and limits of the connected account. */
export const payoutAccountLimits = {
  /** Polling interval of the open card (docs/spec.md#payout-account); the PSP itself is polled less often. */
  pollEveryMs: 5_000,
  askPspEverySeconds: 20,
  /** Time for which the card offers nothing after a refusal. */
  refusedMinutes: 60,
  /**
   * Hours for which a creation with unknown outcome is retried with the same idempotency key; afterwards with a new one
   * (docs/spec.md#repeat-hours).
   */
  repeatHours: 20,
  opensPerHour: { max: 20, windowSeconds: 3_600 },
} as const

export const payoutAccountTexts = {
  title: 'Direktauszahlung',
  unavailable: 'Die Direktauszahlung über den Zahlungsdienst ist derzeit nicht verfügbar. Wir überweisen auf Ihr Bankkonto.',
  none: 'Mit einem Konto beim Zahlungsdienst kommt Ihr Geld ohne Überweisung bei Ihnen an.',
  pending: 'Der Zahlungsdienst braucht noch Angaben von Ihnen. Bis dahin überweisen wir auf Ihr Bankkonto.',
  checking: 'Der Zahlungsdienst prüft Ihre Angaben. Bis dahin überweisen wir auf Ihr Bankkonto.',
  active: 'Ihr Konto beim Zahlungsdienst ist bereit. Auszahlungen gehen direkt dorthin.',
  unconfirmed: 'Wartet auf Ihre Bestätigung',
  unconfirmedHelp: (bankAccount: string | null) =>
    `Öffnen Sie den Link in der E-Mail an Ihr Konto. Erst danach zahlen wir dorthin aus${bankAccount ? ` (${bankAccount})` : ''}.`,
  resendLink: 'Link erneut senden',
  linkSent: { title: 'E-Mail gesendet', text: 'Der neue Link gilt 24 Stunden. Ältere Links gelten nicht mehr.' },
  requirements: 'Der Zahlungsdienst braucht noch:',
  requirementsDue: (moment: string) => `Bitte ergänzen Sie die Angaben bis ${moment}. Danach hält der Zahlungsdienst Auszahlungen an.`,
  dashboard: 'Konto beim Zahlungsdienst öffnen',
  notCompleted: 'Ihr Konto beim Zahlungsdienst ist noch nicht vollständig eingerichtet.',
  open: 'Direktauszahlung einrichten',
  goOn: 'Angaben ergänzen',
  opening: 'Wird geöffnet...',
  loading: 'Direktauszahlung wird geladen…',
  notLoaded: 'Der Stand der Direktauszahlung konnte nicht geladen werden',
} as const

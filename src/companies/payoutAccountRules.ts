import { problemsOf } from '#src/kit/problems.ts'

/** What the card of the direct payout shows: not offered, not begun, begun, ready. */
export const payoutAccountStatuses = ['unavailable', 'none', 'pending', 'active'] as const
export type PayoutAccountStatus = (typeof payoutAccountStatuses)[number]

export const payoutAccountLimits = {
  /** The open card asks this often (specification 10); the provider itself is asked more rarely. */
  askEveryMs: 5_000,
  askProviderEverySeconds: 20,
  /** After a refusal the card offers nothing for so long. */
  refusedMinutes: 60,
  /** A creation with unknown outcome is repeated as it was for so long, afterwards made anew (decisions 3). */
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
  open: 'Direktauszahlung einrichten',
  goOn: 'Angaben ergänzen',
  opening: 'Wird geöffnet...',
  notLoaded: 'Der Stand der Direktauszahlung konnte nicht geladen werden',
} as const

export const payoutAccountProblems = problemsOf('payoutAccounts', {
  unavailable: [409, payoutAccountTexts.unavailable],
  notAnswering: [503, 'Der Zahlungsdienst antwortet gerade nicht. Bitte versuchen Sie es in einigen Minuten erneut.'],
})

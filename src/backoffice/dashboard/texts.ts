/** Texts of the dashboard (docs/spec.md#dashboard); those quoted there are verbatim. */
export const dashboardTexts = {
  checking: 'Authentifizierung wird überprüft...',
  loading: 'Dashboard wird geladen...',
  failed: (message: string) => `Fehler beim Laden des Dashboards: ${message}`,
  noCompany: 'Es wurde keine Firma für Ihr Konto gefunden. Möglicherweise ist die Registrierung noch nicht abgeschlossen.',
  register: 'Jetzt als Anbieter registrieren',
  title: (companyName: string) => `Dashboard - ${companyName}`,
  home: 'Zur Startseite',
  gate: 'Zum Schutz Ihrer Daten senden wir einen 6-stelligen Code an Ihre E-Mail-Adresse:',
  newBooking: 'Neue Buchung',
} as const

/** Number of newest bookings in the overview (docs/spec.md#dashboard-limits). */
export const shownBookings = 5

/** Labels of the account's state. */
export const accountStatusLabels = {
  active: 'Aktiv',
  past_due: 'Zahlung offen',
  unpaid: 'Unbezahlt',
  canceled: 'Beendet',
  incomplete: 'Unvollständig',
  suspended: 'Gesperrt',
} as const

/** Texts of the urgent notices. */
export const imprintTexts = {
  suspended: {
    title: 'Ihr Profil ist gesperrt',
    text: 'Besucher sehen Ihr Profil nicht, und Auszahlungen ruhen. Bitte wenden Sie sich an den Support.',
  },
  reason: (reason: string) => `Grund: ${reason}`,
  notListed: {
    title: 'Ihr Profil ist nicht sichtbar',
    text: 'In der Suche erscheint es, sobald Ihr Abonnement läuft. Bestehende Buchungen gelten weiter.',
  },
  payoutHold: {
    title: 'Auszahlungen sind angehalten',
    text: 'Eine Änderung Ihrer Bankdaten wurde als unbefugt gemeldet. Wir prüfen sie und melden uns bei Ihnen.',
  },
} as const

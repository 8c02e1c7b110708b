/** The operator's session: 2 hours, rechecked every 60 s (docs/spec.md#gates). */
export const adminLimits = {
  /** Per address of the caller, or per known browser. */
  passwordTries: { max: 5, windowSeconds: 15 * 60 },
  /** Over all callers except known browsers of the operator. */
  passwordTriesOfAll: { max: 100, windowSeconds: 15 * 60 },
  /** How long a browser stays known. */
  browserDays: 180,
  /** How long a passed password waits for its code. */
  passwordMs: 30 * 60_000,
  /** Absolute, from the code on. */
  sessionMs: 2 * 3_600_000,
  recheckMs: 60_000,
  passwordLength: 200,
} as const

/** The texts of docs/spec.md#gates, to the letter. */
export const adminTexts = {
  sendFailed: 'Fehler beim Senden des Codes',
  sendRefused: (reason: string) => `Fehler beim Senden des Admin-Codes: ${reason}`,
  codeWrong: 'Ungültiger oder abgelaufener Code',
  codeUsedUp: 'Zu viele Versuche mit diesem Code. Bitte fordern Sie einen neuen an.',
  codeMalformed: 'Ungültiger Code',
  adminCodeWrong: 'Ungültiger oder abgelaufener Admin-Code',
  codeIncomplete: 'Bitte geben Sie den vollständigen 6-stelligen Code ein.',
  rateLimit: 'Rate-Limit aktiv',
  rateLimitText: 'Zu viele Versuche. Wir senden Ihnen sofort einen neuen Code.',
  signOutFailed: 'Die Abmeldung ist fehlgeschlagen. Bitte versuchen Sie es erneut.',
  signedOut: { title: 'Sitzung abgelaufen', text: 'Bitte melden Sie sich erneut an.' },
  passwordUnchecked: 'Ungültiger Code oder Fehler bei der Überprüfung',
  passwordWrong: 'Ungültige Anmeldedaten',
  passwordFailed: 'Fehler bei der Authentifizierung',
} as const

/** The actions in the audit log, as the page names them. */
export const auditLabels: Record<string, string> = {
  'admin.signIn': 'Anmeldung',
  'admin.signOut': 'Abmeldung',
  'admin.updateSettings': 'Einstellungen geändert',
  'admin.confirm': 'Zugriff mit Code bestätigt',
  'companies.changeProfile': 'Firmendaten geändert',
  'companies.create': 'Anbieter hinzugefügt',
  'companies.change': 'Anbieter geändert',
  'companies.suspend': 'Anbieter gesperrt',
  'companies.release': 'Sperre aufgehoben',
  'companies.issueClaimCode': 'Neuer Code ausgestellt',
  'companies.delete': 'Anbieter gelöscht',
  'companies.archive': 'Anbieter archiviert',
  'companies.anonymise': 'Anbieter anonymisiert',
  'bookings.cancel': 'Buchung storniert',
  'booking.refund': 'Erstattung veranlasst',
  'withdrawals.accept': 'Widerruf angenommen',
  'withdrawals.reject': 'Widerruf abgelehnt',
  'reviews.delete': 'Bewertung gelöscht',
  'reviews.keep': 'Einspruch zurückgewiesen',
  'payouts.requestBankUpdate': 'Änderung der Bankdaten angefragt',
  'payouts.confirmBankUpdate': 'Bankdaten geändert',
  'payouts.undoBankUpdate': 'Änderung der Bankdaten widerrufen',
  'payouts.enterBankDetails': 'Bankdaten eingegeben',
  'payouts.viewBankDetails': 'Bankdaten unmaskiert angesehen',
  'payouts.liftHold': 'Auszahlungen wieder freigegeben',
  'payouts.startRun': 'Auszahlungslauf gestartet',
  'payouts.downloadSepaFile': 'SEPA-Datei heruntergeladen',
  'payouts.executeSepaFile': 'SEPA-Datei als ausgeführt vermerkt',
  'payouts.returnPayout': 'Rückgabe der Bank vermerkt',
  'payouts.failPayout': 'Auszahlung als gelöscht vermerkt',
  'payments.closeBreak': 'Abweichung geschlossen',
  'payments.selfAudit': 'Selbstprüfung der Bücher',
  'support.decideReport': 'Meldung entschieden',
  'support.closeMessage': 'Nachricht erledigt',
  'support.reopenMessage': 'Nachricht wieder geöffnet',
  'mailings.start': 'Rund-Mail gestartet',
  'mailings.stop': 'Rund-Mail angehalten',
  'mailings.resume': 'Rund-Mail fortgesetzt',
  'mailings.sendEmail': 'E-Mail an einen Anbieter gesendet',
}
/** What an act was done to, by the object's type. */
export const auditObjects: Record<string, string> = {
  adminSession: 'Sitzung',
  settings: 'Einstellungen',
  company: 'Firma',
  booking: 'Buchung',
  withdrawal: 'Widerruf',
  review: 'Bewertung',
  payout: 'Auszahlung',
  payoutRun: 'Auszahlungslauf',
  sepaFile: 'SEPA-Datei',
  reconciliationBreak: 'Abweichung',
  selfAudit: 'Selbstprüfung',
  mailing: 'Rund-Mail',
  contentReport: 'Meldung',
  contactMessage: 'Nachricht',
}

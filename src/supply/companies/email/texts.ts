/** Lifetime of the links of a company's new address, and of the one-time code that permits the request (docs/spec.md#company-email). */
export const emailLimits = {
  confirmHours: 24,
  undoDays: 14,
  codeMinutes: 10,
  linksPerIp: { max: 60, windowSeconds: 900 },
} as const

/** Page of both mailed links; `act=undo` undoes a change. */
export const emailPage = '/firmen-adresse'

export const emailTexts = {
  title: 'E-Mail-Adresse der Firma',
  hint: 'Eine neue Adresse gilt, sobald der Link in der E-Mail an sie geöffnet wurde.',
  waiting: 'Bestätigen Sie die neue E-Mail-Adresse',
  waitingHelp: 'Wir haben einen Link an die neue Adresse gesendet. Bis er geöffnet wird, gilt die bisherige.',
  unproven: 'Die E-Mail-Adresse der Firma ist noch nicht bestätigt',
  unprovenHelp:
    'Bis der Link in der E-Mail an sie geöffnet wurde, gehen Buchungen und Nachrichten an die Adresse Ihres Kontos. Ist der Link abgelaufen, speichern Sie die Firmendaten noch einmal: Dann senden wir einen neuen.',
  confirmHelp: 'Bestätigen Sie, dass E-Mails an die Firma künftig an diese Adresse gehen. Bis dahin ändert sich nichts.',
  confirm: 'Adresse bestätigen',
  confirmed: 'Die Adresse ist bestätigt. E-Mails an die Firma gehen jetzt dorthin.',
  undoHelp: 'Die bisherige Adresse gilt wieder. Alle Geräte, auf denen das Konto angemeldet ist, werden abgemeldet.',
  undo: 'Änderung zurücknehmen',
  undone: 'Die Änderung ist zurückgenommen. Setzen Sie jetzt bitte ein neues Passwort.',
  failed: 'Das hat nicht geklappt',
  unknown: 'Dieser Link ist ungültig. Es gilt nur der Link aus der neuesten E-Mail.',
  expired: 'Dieser Link ist abgelaufen.',
  used: 'Dieser Link wurde schon verwendet.',
} as const

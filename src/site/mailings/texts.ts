/** Texts of docs/spec.md#mailings, verbatim. */
export const mailingTexts = {
  incomplete: 'Bitte Betreff und Nachricht eingeben',
  nobody: 'Keine Anbieter gefunden',
  failed: 'E-Mail-Versendung fehlgeschlagen',
  emailMalformed: 'Ungültiges E-Mail-Format',

  recipientMissing: 'Empfänger ist erforderlich',
  typeMissing: 'Typ ist erforderlich',
  dataMissing: 'Daten sind erforderlich',
  subjectTooLong: 'Der Betreff darf höchstens 150 Zeichen lang sein.',
  messageTooLong: 'Die Nachricht darf höchstens 10.000 Zeichen lang sein.',
  allSent: (sent: number) => (sent === 1 ? 'Die E-Mail wurde gesendet' : `Alle ${sent.toLocaleString('de-DE')} E-Mails wurden gesendet`),
  someFailed: (sent: number, failed: number) =>
    `${sent.toLocaleString('de-DE')} ${sent === 1 ? 'E-Mail' : 'E-Mails'} gesendet, ${failed.toLocaleString('de-DE')} fehlgeschlagen`,
  progress: (company: string, position: number, total: number) =>
    `${company} (${position.toLocaleString('de-DE')} von ${total.toLocaleString('de-DE')})`,
  unreachable: 'Der Mailserver antwortet nicht. Der Versand geht automatisch weiter, sobald er erreichbar ist.',
} as const

export const mailingStatuses = ['running', 'stopped', 'finished'] as const
export type MailingStatus = (typeof mailingStatuses)[number]
export const mailingStatusLabels = { running: 'Läuft', stopped: 'Angehalten', finished: 'Abgeschlossen' } as const

/** Reasons why a recipient's mail failed. */
export const recipientErrors = {
  refused: 'Der Mailserver hat die Adresse oder die E-Mail abgelehnt',
  deferred: 'Der Mailserver hat die E-Mail mehrmals nicht angenommen',
  unreachable: 'Der Mailserver war nicht erreichbar',
  optedOut: 'Der Anbieter hat Rund-Mails inzwischen abbestellt',
  gone: 'Der Anbieter ist nicht mehr dabei',
} as const
export type RecipientError = keyof typeof recipientErrors

/** Sentence of the result list (docs/spec.md#mailings), with the cause. */
export const errorText = (code: RecipientError, smtpCode: number | null) =>
  `${mailingTexts.failed}: ${recipientErrors[code]}${smtpCode ? ` (${smtpCode})` : ''}`

/** Page of a mail's opt-out link, and its texts. */
export const optOutPage = '/abmelden'
export const optOutTexts = {
  title: 'Rund-Mails abbestellen',
  explain: 'Sie erhalten dann keine Rund-Mails mehr von uns. E-Mails zu Ihren Buchungen, Auszahlungen und Ihrem Konto kommen weiterhin.',
  button: 'Rund-Mails abbestellen',
  busy: 'Wird abbestellt…',
  done: 'Sie erhalten keine Rund-Mails mehr.',
  doneTitle: 'Abbestellt',
  doneHelp: 'Im Dashboard können Sie die Rund-Mails unter Firmendaten wieder einschalten.',
  linkMissing: 'In diesem Link fehlt etwas. Bitte öffnen Sie den vollständigen Link aus der E-Mail.',
  linkUnknown: 'Dieser Link ist ungültig. Bitte öffnen Sie den Link aus einer neueren E-Mail.',
  notDone: 'Das Abbestellen ist fehlgeschlagen',
  failed: 'Das hat nicht geklappt. Bitte versuchen Sie es erneut.',
} as const

/** Texts of the switch in the dashboard. */
export const choiceTexts = {
  title: 'Rund-Mails',
  label: 'Rund-Mails des Betreibers erhalten',
  help: 'Neuigkeiten und Hinweise für Anbieter. E-Mails zu Buchungen, Auszahlungen und Konto kommen immer.',
  on: 'Rund-Mails eingeschaltet',
  off: 'Rund-Mails abbestellt',
  notSaved: 'Das konnte nicht gespeichert werden',
  loading: 'Einstellung wird geladen…',
  notLoaded: 'Die Einstellung konnte nicht geladen werden',
} as const

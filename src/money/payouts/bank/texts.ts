/**
 * Lifetime of the links, changes per day (docs/spec.md#bank-change), and hours for which payouts wait after a change (#payout-readiness).
 */
export const bankLimits = {
  confirmHours: 24,
  undoDays: 14,
  /** Days for which an expired link gets another error than an unknown one. */
  retentionDays: 7,
  changesPerDay: { max: 5, windowSeconds: 86_400 },
  linksPerIp: { max: 60, windowSeconds: 900 },
  safetyHours: 48,
  /** Maximum length of a name in a SEPA transfer. */
  holder: 70,
  iban: 40,
  bic: 20,
} as const

/** Error for too many changes, shown before the time to wait. */
export const changesADay = `Bankdaten lassen sich höchstens ${bankLimits.changesPerDay.max}-mal am Tag ändern.`

/** Reasons why payouts wait, for operator and company (docs/spec.md#payout-waits). */
export const waitTexts = {
  noBankDetails: 'Keine Bankdaten hinterlegt',
  recentlyChanged: 'Bankdaten kürzlich geändert – Auszahlung nach Ablauf der Sicherheitsfrist',
  held: 'Auszahlungen angehalten – eine Änderung der Bankdaten wurde als unberechtigt gemeldet und wird geprüft',
  detailsMissing: 'Geschäftsangaben fehlen – Auszahlungen werden zurückgehalten, bis sie vollständig sind (§ 23 PStTG)',
} as const

/** Pages of the mailed links. */
export const linkPages = { confirm: '/verify-bank-update', undo: '/undo-bank-update' } as const

/** Texts of the card, its form and the pages of the links (docs/spec.md#bank-card and #bank-link), to the letter where quoted. */
export const bankTexts = {
  title: 'Bankdaten für Auszahlungen',
  security: 'Änderungen müssen Sie per E-Mail bestätigen. Auszahlungen laufen automatisch per Banküberweisung.',
  none: 'Noch keine Bankdaten hinterlegt',
  add: 'Bankdaten hinzufügen',
  edit: 'Bearbeiten',
  holder: 'Kontoinhaber *',
  iban: 'IBAN *',
  bic: 'BIC (optional)',
  warning: 'Die Änderungen werden erst wirksam, wenn Sie den Link in der E-Mail geöffnet haben.',
  save: 'Speichern & Bestätigen',
  saving: 'Bestätigung senden...',
  cancel: 'Abbrechen',
  holderMissing: 'Kontoinhaber ist erforderlich',
  holderTooLong: `Kontoinhaber darf höchstens ${bankLimits.holder} Zeichen lang sein`,
  ibanMissing: 'IBAN ist erforderlich',
  ibanInvalid: 'Ungültige IBAN',
  bicInvalid: 'Ungültige BIC',
  bicMissing: 'Für ein Konto außerhalb des Europäischen Wirtschaftsraums ist die BIC erforderlich',
  failed: { title: 'Fehler', text: 'Bankdaten konnten nicht aktualisiert werden' },
  sent: {
    title: 'Bestätigung erforderlich',
    text: 'Eine E-Mail zur Bestätigung wurde an Ihre E-Mail-Adresse gesendet. Klicken Sie auf den Link in der E-Mail, um die Änderungen zu bestätigen.',
  },
  ibanHelp: 'Die IBAN steht auf Ihrem Kontoauszug und auf Ihrer Bankkarte.',
  noneHelp: 'Ohne Bankdaten können wir Ihnen nichts auszahlen.',
  pending: 'Änderung wartet auf Ihre Bestätigung',
  pendingHelp: (moment: string) => `Öffnen Sie den Link in der E-Mail. Er gilt bis ${moment}. Bis dahin ändert sich nichts.`,
  firstPending: 'Ihre Bankdaten warten auf Ihre Bestätigung',
  firstPendingHelp: (moment: string) => `Öffnen Sie den Link in der E-Mail. Er gilt bis ${moment}. Danach können wir Ihnen auszahlen.`,
  waits: 'Auszahlungen warten',
  until: (moment: string) => `bis ${moment}`,
  /** For screen readers, which cannot convey the dots of the masked IBAN. */
  endsWith: (masked: string) => `${masked.slice(0, 4)}, endet auf ${masked.replaceAll(' ', '').slice(-4)}`,
  loading: 'Bankdaten werden geladen…',
  notLoaded: 'Bankdaten konnten nicht geladen werden',
  confirmTitle: 'Bankdaten Bestätigung',
  confirmHelp: 'Bestätigen Sie, wohin wir Ihre Auszahlungen überweisen. Bis dahin ändert sich nichts.',
  confirmNow: 'Jetzt bestätigen',
  confirming: 'Bestätigung wird verarbeitet...',
  confirmed: 'Erfolgreich!',
  confirmedMessage: 'Ihre Bankdaten wurden aktualisiert.',
  notConfirmed: 'Fehler!',
  linkMissing: 'Ungültiger Bestätigungslink',
  confirmFailed: 'Bestätigung fehlgeschlagen',
  toDashboard: 'Zum Dashboard',
  undoTitle: 'Das war ich nicht',
  undoHelp: 'Haben Sie die Änderung Ihrer Bankdaten nicht selbst bestätigt? Dann nehmen Sie sie hier zurück:',
  undoEffects: [
    'Die bisherigen Bankdaten gelten wieder.',
    'Alle Geräte, auf denen Ihr Konto angemeldet ist, werden abgemeldet.',
    'Auszahlungen sind angehalten, bis wir die Sache geprüft haben.',
  ],
  undo: 'Änderung zurücknehmen',
  undone: 'Zurückgenommen',
  undoneHelp: 'Setzen Sie jetzt bitte ein neues Passwort und prüfen Sie, wer Zugang zu Ihrem E-Mail-Postfach hat.',
  undoFailed: 'Die Änderung konnte nicht zurückgenommen werden.',
  undoneMessage: 'Die Änderung ist zurückgenommen. Alle Geräte wurden abgemeldet, Auszahlungen sind angehalten.',
} as const

/** Texts for confirming the connected account as payout target (docs/spec.md#payout-account). */
export const targetTexts = {
  holder: 'Ihr Konto beim Zahlungsdienst',
  confirmedMessage: `Ihr Konto beim Zahlungsdienst ist bestätigt. Auszahlungen gehen nach ${bankLimits.safetyHours} Stunden dorthin.`,
  nothingToConfirm: 'Ihr Konto beim Zahlungsdienst ist schon bestätigt oder noch nicht bereit.',
} as const

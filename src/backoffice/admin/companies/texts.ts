/** Texts of the company tabs; those quoted in docs/spec.md#operator-company-form come first, verbatim. */
export const companyAreaTexts = {
  created: 'Anbieter erfolgreich hinzugefügt',
  notCreated: 'Fehler beim Erstellen des Anbieters',
  noData: 'Keine Daten zurückgegeben',
  editPhoneMissing: 'Telefon ist erforderlich',

  createdHelp: (email: string) => `Der Code zum Übernehmen des Profils geht an ${email}.`,
  loading: 'Anbieter werden geladen…',
  notLoaded: 'Die Anbieter konnten nicht geladen werden',
  detailLoading: 'Anbieter wird geladen…',
  detailNotLoaded: 'Der Anbieter konnte nicht geladen werden',
  none: 'Noch keine Anbieter',
  noneHelp: 'Sobald sich jemand registriert oder Sie einen Anbieter hinzufügen, steht er hier.',
  noneFound: 'Kein Anbieter gefunden',
  noneFoundHelp: 'Zu dieser Suche und diesen Filtern gibt es keinen Anbieter.',
  saved: 'Anbieter gespeichert',
  notSaved: 'Der Anbieter konnte nicht gespeichert werden',
  reasonMissing: 'Bitte geben Sie einen Grund an',
  companyReasonMissing: 'Bitte geben Sie einen Grund für den Anbieter an',
  reasonTooLong: 'Der Grund darf höchstens 500 Zeichen lang sein',
  suspended: 'Anbieter gesperrt',
  released: 'Sperre aufgehoben',
  notDone: 'Das konnte nicht gespeichert werden',
  holdLifted: 'Auszahlungen laufen wieder',
  codeSent: 'Neuer Code unterwegs',
  deleted: 'Anbieter gelöscht',
  archived: 'Anbieter archiviert',
  notDeleted: 'Der Anbieter konnte nicht gelöscht werden',
  bankTitle: 'Bankdaten',
  bankNone: 'Noch keine Bankdaten hinterlegt',
  bankAudited: 'Das Anzeigen der vollständigen Bankdaten wird protokolliert.',
} as const

export const companyStateLabels = {
  listed: 'Sichtbar',
  hidden: 'Nicht sichtbar',
  suspended: 'Gesperrt',
  feedFailing: 'Kalender nicht lesbar',
  archived: 'Archiviert',
} as const
export const planLabels = { basic: 'Basic', premium: 'Premium' } as const
export const subscriptionLabels = {
  incomplete: 'Nicht bezahlt',
  active: 'Aktiv',
  past_due: 'Überfällig',
  unpaid: 'Unbezahlt',
  canceled: 'Beendet',
} as const
export const verifiedLabels = { yes: 'Verifiziert', no: 'Nicht verifiziert' } as const

/** Labels of the states of a claim code and its mail. */
export const claimLabels = {
  claimed: 'Gehört zu einem Konto',
  none: 'Kein Code ausgestellt',
  waiting: 'Die E-Mail mit dem Code wartet auf den Versand',
  sent: 'Die E-Mail mit dem Code ist verschickt',
  refused: 'Die E-Mail mit dem Code wurde abgewiesen',
  expired: 'Der Code ist abgelaufen',
  usedUp: 'Der Code ist nach zu vielen Versuchen gesperrt',
} as const

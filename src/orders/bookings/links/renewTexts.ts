/** Texts about a new link that replaces a mailed one. */
export const renewTexts = {
  renew: 'Link erneuern',
  request: 'Neuen Link anfordern',
  help: 'Kennen andere diesen Link? Wir schicken Ihnen einen neuen, dann gilt dieser nicht mehr.',
  endedHelp: 'Wir schicken Ihnen einen neuen Link an die E-Mail-Adresse, mit der Sie angefragt haben.',
  sent: 'Neuer Link unterwegs',
  sentHelp: 'Er ist gleich in Ihrem Postfach. Der bisherige Link gilt nicht mehr.',
  failed: 'Der Link konnte nicht erneuert werden',
} as const

import { euros } from '#src/platform/kit/money.ts'
import { plural } from '#src/platform/kit/text.ts'
import type { DeletionPreview } from './rules.ts'

/** Texts of deletion and archiving (docs/spec.md#company-deletion), with their common warning. */
export const deletionTexts = {
  warning: 'Das kann nicht rückgängig gemacht werden.',
  deletion: {
    question: (name: string) => `${name} endgültig löschen?`,
    what: 'Für diesen Anbieter wurde nie etwas bezahlt. Er wird mit allem, was zu ihm gehört, endgültig gelöscht.',
    confirm: 'Endgültig löschen',
  },
  archive: {
    question: (name: string) => `${name} archivieren?`,
    what: 'Für diesen Anbieter ist Geld geflossen. Er wird archiviert: überall ausgeblendet, seine persönlichen Daten werden überschrieben, die Belege bleiben für die gesetzliche Frist.',
    confirm: 'Archivieren',
  },
} as const

/** Further consequences, one sentence each. */
export function consequencesOf(preview: DeletionPreview): string[] {
  const bookings = plural(preview.bookings, 'Buchung', 'Buchungen')
  if (preview.kind === 'deletion') {
    return [
      preview.bookings > 0
        ? `${bookings} ohne Zahlung ${preview.bookings === 1 ? 'wird' : 'werden'} gelöscht.`
        : 'Es gibt keine Buchungen.',
      ...(preview.reviews > 0 ? [`${plural(preview.reviews, 'Bewertung wird', 'Bewertungen werden')} gelöscht.`] : []),
      ...(preview.has_account ? ['Das Konto der Person, der die Firma gehört, bleibt bestehen.'] : []),
    ]
  }
  return [
    preview.future_bookings > 0
      ? `${plural(preview.future_bookings, 'bevorstehender Termin wird', 'bevorstehende Termine werden')} storniert, ${euros(preview.refund)} gehen an Kundinnen und Kunden zurück.`
      : 'Es stehen keine Termine bevor.',
    `${bookings} ${preview.bookings === 1 ? 'bleibt' : 'bleiben'} in den Büchern, davon ${preview.paid_bookings.toLocaleString('de-DE')} bezahlt.`,
    ...(preview.owed > 0 ? [`${euros(preview.owed)} für erbrachte Leistungen werden noch ausgezahlt.`] : []),
    ...(preview.has_subscription ? ['Das Abonnement endet sofort, ohne Erstattung.'] : []),
    ...(preview.has_account ? ['Das Konto der Person, der die Firma gehört, bleibt bestehen.'] : []),
  ]
}

/**
 * Kinds of outages in which the PSP refuses the platform as a whole, with the German text for the operator. `alertAfter`: number of
 * consecutive refusals that triggers the alert.
 */
export const outages = {
  keyRefused: {
    alertAfter: 1,
    subject: 'Der Zahlungsdienst lehnt unseren Schlüssel ab',
    text: 'Der API-Schlüssel ist abgelaufen, falsch oder hat zu wenige Rechte. Zahlungen, Erstattungen und Auszahlungen warten, bis er stimmt; es wurde nichts abgelehnt und niemandem etwas mitgeteilt. Bitte prüfen Sie STRIPE_SECRET_KEY und die Rechte des Schlüssels.',
  },
  checkoutsRefused: {
    alertAfter: 3,
    subject: 'Der Zahlungsdienst lehnt neue Zahlungen ab',
    text: 'Mehrere Zahlungsseiten hintereinander konnten nicht geöffnet werden. Kundinnen und Kunden können derzeit wahrscheinlich nicht bezahlen. Bitte prüfen Sie das Konto beim Zahlungsdienst.',
  },
  accountsRefused: {
    alertAfter: 1,
    subject: 'Der Zahlungsdienst lehnt Konten für Firmen ab',
    text: 'Ein Auszahlungskonto konnte nicht angelegt werden. Meist ist die Plattform für Auszahlungen ohne Kartenzahlung (Fähigkeit „transfers“) noch nicht freigegeben. Bitte beantragen Sie die Freigabe beim Zahlungsdienst.',
  },
} as const
export type OutageKind = keyof typeof outages

/** After this many hours without a refusal the next one begins a new outage, which alerts again. */
export const outageQuietHours = 12

import { formatMoment } from '#src/platform/kit/dates.ts'

/** Label of the order button for a request, and the sentences above it. */
export const requestOrder = {
  button: 'Zahlungspflichtig anfragen',
  notice: (hours: number) =>
    `Ihr Auftrag kommt zustande, wenn der Anbieter innerhalb von ${hours} Stunden annimmt. Bis dahin wird nichts abgebucht.`,
  answer: (hours: number) => `Der Anbieter hat höchstens ${hours} Stunden, um zu antworten. Die Antwort bekommen Sie per E-Mail.`,
  /** Texts for several dates at once, which cost nothing until each is ordered separately. */
  series: 'Serie unverbindlich anfragen',
  each: 'Preis je Termin',
  card: 'Mit dem Klick hinterlegen Sie Ihre Karte. Abgebucht wird erst, wenn der Anbieter annimmt.',
} as const

/** Deadline of the answer: 'Antwort bis Mi, 25.11., 14:00 Uhr. Bis dahin wird nichts abgebucht.' */
export const answerUntil = (until: Date) => `Antwort bis ${formatMoment(until)}. Bis dahin wird nichts abgebucht.`

/** Texts of the company's buttons, of their confirmation dialogs, and of the results. */
export const answerTexts = {
  accept: {
    label: 'Annehmen',
    question: 'Anfrage annehmen?',
    consequence: 'Damit ist der Termin verbindlich, und der Betrag wird abgebucht.',
    done: 'Die Anfrage ist angenommen',
  },
  declineLabel: 'Ablehnen',
  /** Below the field of the reason. */
  hint: 'Der Kunde liest ihn in der E-Mail.',
  decline: {
    title: 'Anfrage ablehnen?',
    says: 'Die Zeit wird frei, und dem Kunden wird nichts abgebucht.',
    done: 'Die Anfrage ist abgelehnt',
  },
  counter: {
    label: 'Andere Zeiten vorschlagen',
    send: 'Gegenvorschlag senden',
    done: 'Ihr Gegenvorschlag ist gesendet',
    says: (hours: number) =>
      `Wählen Sie bis zu 3 freie Zeiten. Sie bleiben ${hours} Stunden für den Kunden reserviert; die angefragte Zeit wird frei.`,
  },
  failed: 'Das hat nicht geklappt',
} as const

/** Texts of the customer's buttons, of their confirmation dialogs, and of the results. */
export const customerTexts = {
  withdraw: {
    label: 'Anfrage zurückziehen',
    question: 'Anfrage zurückziehen?',
    consequence: 'Damit wird die Zeit frei. Es wird nichts abgebucht.',
    done: 'Ihre Anfrage ist zurückgezogen',
  },
  choose: { label: 'Diese Zeit nehmen', none: 'Keine passt', missing: 'Bitte wählen Sie eine Zeit.', done: 'Der Termin ist vereinbart' },
  declined: 'Der Gegenvorschlag ist abgelehnt',
  failed: 'Das hat nicht geklappt',
} as const

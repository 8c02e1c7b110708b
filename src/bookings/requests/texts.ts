import { formatMoment } from '#src/kit/dates.ts'

/** What the order's button says for a request, and the sentences above it. */
export const requestOrder = {
  button: 'Zahlungspflichtig anfragen',
  notice: (hours: number) =>
    `Ihr Auftrag kommt zustande, wenn der Anbieter innerhalb von ${hours} Stunden annimmt. Bis dahin wird nichts abgebucht.`,
  answer: (hours: number) => `Der Anbieter hat höchstens ${hours} Stunden, um zu antworten. Die Antwort bekommen Sie per E-Mail.`,
  /** The same for several dates at once, which cost nothing before each is ordered by itself. */
  series: 'Serie unverbindlich anfragen',
  each: 'Preis je Termin',
  card: 'Mit dem Klick hinterlegen Sie Ihre Karte. Abgebucht wird erst, wenn der Anbieter annimmt.',
} as const

/** 'Antwort bis Mi, 25.11., 14:00 Uhr. Bis dahin wird nichts abgebucht.' */
export const answerUntil = (until: Date) => `Antwort bis ${formatMoment(until)}. Bis dahin wird nichts abgebucht.`

/** What the company's buttons say, what they ask before, and what it says afterwards. */
export const answerTexts = {
  accept: {
    label: 'Annehmen',
    question: 'Anfrage annehmen?',
    consequence: 'Damit ist der Termin verbindlich, und der Betrag wird abgebucht.',
    done: 'Die Anfrage ist angenommen',
  },
  declineLabel: 'Ablehnen',
  /** Below the reason. */
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

/** The same for the customer. */
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

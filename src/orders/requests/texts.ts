import { formatMoment } from '#src/platform/kit/dates.ts'
import { type Cents, euros, formatEuro, formatEuroRange, formatEuroShort } from '#src/platform/kit/money.ts'

/** Label of the order button for a request, and the sentences above it. */
export const requestOrder = {
  button: 'Zahlungspflichtig anfragen',
  notice: (hours: number) =>
    `Ihr Auftrag kommt zustande, wenn der Anbieter innerhalb von ${hours} Stunden annimmt. Bis dahin wird nichts abgebucht.`,
  answer: (hours: number) => `Der Anbieter hat höchstens ${hours} Stunden, um zu antworten. Die Antwort bekommen Sie per E-Mail.`,
  /** Texts for several dates at once, which cost nothing until each is ordered separately. */
  series: 'Serie unverbindlich anfragen',
  each: 'Preis je Termin',
  /** `methods`: choice of methods of payment. */
  payment: (methods: string) => `Mit dem Klick wählen Sie, womit Sie bezahlen: ${methods}. Abgebucht wird erst, wenn der Anbieter annimmt.`,
} as const

/** Formats a range: 'etwa 90 bis 120 €'. */
function estimateRange({ lowCents, ceilingCents }: { lowCents: Cents; ceilingCents: Cents }) {
  if (lowCents === ceilingCents) return `etwa ${formatEuroShort(ceilingCents)}`
  return `etwa ${formatEuroRange(lowCents, ceilingCents)}`
}

/** Texts of an estimate, for both sides; the range and the ceiling in cents (docs/spec.md#estimates). */
export const estimateTexts = {
  range: estimateRange,
  ceiling: 'Höchstpreis',
  /** Above the order button. */
  notice: (ceiling: string, hours: number) =>
    `Der Anbieter bestätigt innerhalb von ${hours} Stunden den Preis, höchstens ${ceiling}. Erst damit kommt Ihr Auftrag zustande, und nur der bestätigte Preis wird abgebucht.`,
  hint: 'Der Anbieter nennt den genauen Preis. Mehr als den Höchstpreis zahlen Sie nur, wenn Sie zustimmen.',
  customerMail: 'Der Anbieter bestätigt den Preis. Abgebucht wird nur der bestätigte Preis, nie mehr als der Höchstpreis.',
  companyMail:
    'Nennen Sie den Preis: Bis zum Höchstpreis ist der Termin damit verbindlich, und Ihr Preis wird abgebucht. Über einen höheren Preis entscheidet der Kunde. Ohne Antwort verfällt die Anfrage.',
  /** Form of the company. */
  companySees: (range: { lowCents: Cents; ceilingCents: Cents }) =>
    `Der Kunde sieht ${estimateRange(range)} und hat ${formatEuro(range.ceilingCents)} als Höchstpreis reserviert.`,
  price: 'Ihr Preis',
  reason: 'Grund',
  reasonHint: 'Nur nötig, wenn Ihr Preis über dem Höchstpreis liegt. Der Kunde liest ihn.',
  accept: {
    label: 'Preis bestätigen und annehmen',
    question: (priceCents: Cents) => `Zum Preis von ${formatEuro(priceCents)} annehmen?`,
    ask: 'Preis vorschlagen',
    askQuestion: (priceCents: Cents) => `Dem Kunden ${formatEuro(priceCents)} vorschlagen?`,
    askConsequence: 'Der Preis liegt über dem Höchstpreis. Der Termin ist erst verbindlich, wenn der Kunde zustimmt und bezahlt.',
    asked: 'Ihr Preis ist beim Kunden',
  },
  /** Section of the customer's page about a price above the ceiling. */
  above: {
    title: 'Höherer Preis',
    /** Price and ceiling in euros. */
    says: (company: string, { price, ceiling }: { price: number | null; ceiling: number }) =>
      `${company} nennt ${euros(price ?? 0)} statt höchstens ${euros(ceiling)}.`,
    pay: 'Bitte bezahlen Sie den neuen Preis',
    reserved: (moment: string) => `Der zuvor reservierte Betrag ist wieder frei. Ihr Termin ist bis ${moment} für Sie reserviert.`,
    until: (moment: string) => `Bitte entscheiden Sie bis ${moment}. Bis dahin wird nichts abgebucht.`,
    take: 'Preis annehmen und bezahlen',
    refuse: 'Preis ablehnen',
    taken: 'Sie haben den Preis angenommen',
    refused: 'Sie haben den Preis abgelehnt',
  },
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
  hint: 'Er steht in der E-Mail an den Kunden.',
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

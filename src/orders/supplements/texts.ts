import { formatMoment } from '#src/platform/kit/dates.ts'
import { type Cents, formatEuro } from '#src/platform/kit/money.ts'

/** Kinds of additional work (docs/spec.md#supplements). */
export const supplementKinds = ['hours', 'pieces', 'material', 'scope'] as const
export type SupplementKind = (typeof supplementKinds)[number]

/** Name of each kind, label of its quantity (null: it is not counted), label of its price, and the suggested title. */
export const supplementKindTexts: Record<SupplementKind, { label: string; quantity: string | null; price: string; title: string }> = {
  hours: { label: 'Mehr Stunden', quantity: 'Weitere Stunden', price: 'Preis je Stunde', title: 'Weitere Arbeitsstunden' },
  pieces: { label: 'Mehr Stück', quantity: 'Weitere Stück', price: 'Preis je Stück', title: 'Weitere Stück' },
  material: { label: 'Material', quantity: null, price: 'Preis', title: 'Material' },
  scope: { label: 'Andere Arbeit', quantity: null, price: 'Preis', title: 'Zusätzliche Arbeit' },
}

export const supplementStatuses = ['open', 'accepted', 'declined', 'withdrawn', 'lapsed'] as const
export type SupplementStatus = (typeof supplementStatuses)[number]
export const supplementStatusLabels: Record<SupplementStatus, string> = {
  open: 'Wartet auf Antwort',
  accepted: 'Angenommen und bezahlt',
  declined: 'Abgelehnt',
  withdrawn: 'Zurückgezogen',
  lapsed: 'Verfallen',
}
export const supplementStatusTones = { open: 'waiting', accepted: 'good', declined: 'off', withdrawn: 'off', lapsed: 'off' } as const

/** Limits of a supplement: lengths in characters, money in cents, the share of the agreed price that all of a job may add. */
export const supplementLimits = {
  title: { min: 3, max: 80 },
  reason: { min: 5, max: 500 },
  hours: { min: 0.25, max: 24 },
  pieces: { min: 1, max: 999 },
  unitCents: { min: 1, max: 1_000_000 },
  totalCents: { min: 100, max: 1_000_000 },
  open: 5,
  shareOfPrice: 0.3,
  answerHours: 72,
  daysAfterEnd: 3,
} as const

/** Texts of the company's form and of the customer's page. */
export const supplementTexts = {
  title: `Bezeichnung muss zwischen ${supplementLimits.title.min} und ${supplementLimits.title.max} Zeichen lang sein`,
  reason: `Begründung muss zwischen ${supplementLimits.reason.min} und ${supplementLimits.reason.max} Zeichen lang sein`,
  kind: 'Bitte wählen Sie, was dazukommt',
  hours: 'Bitte geben Sie Viertelstunden an, zum Beispiel 2,25',
  pieces: 'Bitte geben Sie eine ganze Zahl zwischen 1 und 999 an',
  one: 'Diese Art hat keine Menge',
  price: 'Bitte geben Sie einen Preis zwischen 0,01 und 10.000 Euro an',
  total: 'Ein Nachtrag kostet zwischen 1 und 10.000 Euro',
  consent: 'Bitte bestätigen Sie, dass die Arbeit vor Ablauf der Widerrufsfrist beginnen soll.',
  tooMuch: (leftCents: Cents) =>
    leftCents < supplementLimits.totalCents.min
      ? 'Nachträge dürfen zusammen höchstens 30 % des vereinbarten Preises ausmachen. Für mehr Arbeit senden Sie Ihrem Kunden bitte ein neues Angebot.'
      : `Nachträge dürfen zusammen höchstens 30 % des vereinbarten Preises ausmachen. Es sind noch ${formatEuro(leftCents)} möglich; für mehr senden Sie Ihrem Kunden bitte ein neues Angebot.`,
  company: {
    title: 'Nachträge',
    propose: 'Nachtrag vorschlagen',
    receipt: 'Foto des Belegs',
    addReceipt: 'Beleg hinzufügen',
    receiptHint: 'Ihr Kunde sieht den Beleg vor seiner Antwort. JPEG oder PNG, höchstens 10 MB.',
    receiptMissing: 'Der Beleg fehlt noch. Bitte fügen Sie ihn beim Nachtrag hinzu.',
    receiptLater: 'Den Beleg fügen Sie bitte hinzu, sobald Sie wieder online sind.',
    hint: 'Mehr Stunden, mehr Stück, Material oder andere Arbeit: Ihr Kunde entscheidet, bevor Sie weiterarbeiten.',
    send: 'Nachtrag senden',
    sent: 'Der Nachtrag ist beim Kunden',
    kept: 'Keine Verbindung. Der Nachtrag wird gesendet, sobald Sie wieder online sind.',
    keptTitle: 'Wartet auf Verbindung',
    failed: 'Der Nachtrag wurde nicht gesendet',
    withdraw: 'Zurückziehen',
    withdrawn: 'Der Nachtrag ist zurückgezogen',
    withdrawFailed: 'Der Nachtrag wurde nicht zurückgezogen',
  },
  customer: {
    title: 'Ihr Anbieter schlägt einen Nachtrag vor',
    says: (company: string, answerBy: Date) =>
      `${company} möchte mehr berechnen als vereinbart. Ohne Ihr Ja bleibt es beim vereinbarten Auftrag. Bitte antworten Sie bis ${formatMoment(answerBy)}.`,
    accept: 'Zahlungspflichtig annehmen',
    decline: 'Ablehnen',
    declined: 'Der Nachtrag ist abgelehnt',
    failed: 'Ihre Antwort wurde nicht gespeichert',
    ask: 'Rückfragen können Sie unten als Nachricht stellen.',
    agreed: 'Vereinbart',
    added: 'Nachträge',
    back: 'Erstattet',
    paid: 'Bezahlt',
    open: 'Noch offen',
  },
} as const

/** Title of a booking that supplements a job. */
export const supplementTitle = (title: string) => `Nachtrag: ${title}`

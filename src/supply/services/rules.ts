import { problemsOf } from '#src/platform/kit/problems.ts'

/** Limits of a company's services: lengths in characters, money in cents, durations in minutes. */
export const serviceLimits = {
  perCompany: 100,
  title: { min: 3, max: 80 },
  description: 1_000,
  priceCents: { min: 100, max: 1_000_000 },
  unit: 20,
  /** Duration of work in one piece, and the longest one of work that continues on following days: 80 hours. */
  minutes: { min: 15, max: 720 },
  spreadMinutes: 4_800,
  minutesPerUnit: { min: 0.1, max: 4_800 },
  questions: 5,
  question: { min: 5, max: 120 },
  options: 20,
  optionGroup: { min: 2, max: 60 },
  optionTitle: { min: 2, max: 80 },
  surchargeCents: { min: 0, max: 1_000_000 },
  /** Units per booking, and hours, in steps of half an hour. */
  quantity: { min: 1, max: 999 },
  hours: { min: 0.5, max: 24 },
} as const

/**
 * Limits of a deposit: its share of the price in percent, the payments of the rest, and in cents the lowest price with a deposit, the
 * largest payment, and with it the largest price of a job (docs/spec.md#instalments).
 */
export const depositLimits = {
  percent: { min: 10, max: 50 },
  parts: { min: 1, max: 4 },
  totalCents: 10_000,
  paymentCents: 1_000_000,
  jobCents: 5_000_000,
} as const

/** Limits of a service's times: minutes, hours and days as named. */
export const timeLimits = {
  bufferMinutes: { min: 0, max: 240 },
  gridMinutes: [15, 30, 60],
  noticeHours: { min: 0, max: 720 },
  horizonDays: { min: 1, max: 180 },
  people: { min: 1, max: 6 },
  resources: 50,
} as const

/** Booked at once, or by request: then the payment is captured when the company accepts. */
export const bookingModes = ['instant', 'request'] as const
export type BookingMode = (typeof bookingModes)[number]

/** Rate limit of reading a company's prices, per client address. */
export const offerRate = { max: 240, windowSeconds: 60, isLoose: true } as const

export const priceKinds = ['fixed', 'hourly', 'from', 'quote'] as const
export type PriceKind = (typeof priceKinds)[number]
export const servicePlaces = ['customer', 'shop', 'remote'] as const
export type ServicePlace = (typeof servicePlaces)[number]

export const priceKindLabels: Record<PriceKind, { label: string; help: string }> = {
  fixed: { label: 'Festpreis', help: 'Kunden sehen und buchen genau diesen Preis.' },
  hourly: { label: 'Nach Stunden', help: 'Kunden wählen die Stunden, der Betrag ergibt sich daraus.' },
  from: { label: 'Ab-Preis', help: 'Kunden sehen eine Spanne und fragen an. Sie bestätigen den Preis, erst dann wird abgebucht.' },
  quote: { label: 'Auf Anfrage', help: 'Ohne Preis. Kunden fordern ein Angebot an.' },
}

export const serviceTexts = {
  title: `Titel muss zwischen ${serviceLimits.title.min} und ${serviceLimits.title.max} Zeichen lang sein`,
  description: 'Beschreibung darf maximal 1.000 Zeichen lang sein',
  priceKind: 'Bitte wählen Sie eine Preisart',
  price: 'Preis muss zwischen 1 und 10.000 Euro liegen',
  priceTo: 'Der Bis-Preis muss mindestens so hoch sein wie der Ab-Preis und höchstens 10.000 Euro',
  unit: 'Einheit darf maximal 20 Zeichen lang sein',
  minutes: 'Dauer muss zwischen 15 Minuten und 80 Stunden liegen',
  minutesInOnePiece: 'Am Stück dauert eine Leistung höchstens 12 Stunden. Wählen Sie sonst „Auf Tage verteilt“.',
  isSpread: 'Ablauf muss „Am Stück“ oder „Auf Tage verteilt“ sein',
  depositPercent: `Anzahlung muss zwischen ${depositLimits.percent.min} und ${depositLimits.percent.max} Prozent liegen`,
  restParts: `Raten für den Rest: 1 bis ${depositLimits.parts.max}, mehrere nur mit Anzahlung`,
  minutesPerUnit: 'Dauer je Einheit muss zwischen 0,1 und 4.800 Minuten liegen',
  places: 'Bitte wählen Sie mindestens einen Ort',
  questions: 'Höchstens 5 Fragen, jede zwischen 5 und 120 Zeichen lang',
  options: 'Höchstens 20 Zusatzoptionen',
  optionTitle: 'Bezeichnung muss zwischen 2 und 80 Zeichen lang sein',
  optionGroup: 'Gruppe muss zwischen 2 und 60 Zeichen lang sein',
  surcharge: 'Aufpreis muss zwischen 0 und 10.000 Euro liegen',
  catalogue: 'Bitte wählen Sie eine Leistung aus dem Verzeichnis',
  onQuote: 'Den Preis dieser Leistung nennt der Anbieter in einem Angebot.',
  picture: 'Bitte wählen Sie ein Bild aus Ihrer Galerie',
  resourceUnknown: 'Diese Person gehört nicht zu Ihrem Betrieb',
  peopleTooMany: (chosen: number) => `Unter „Wer führt die Leistung aus?“ ist nur ${chosen === 1 ? 'eine' : `${chosen}`} angekreuzt`,
} as const

export const serviceProblems = problemsOf('services', {
  unknown: [404, 'Diese Leistung gibt es nicht mehr. Bitte wählen Sie noch einmal.'],
  tooMany: [409, `Mehr als ${serviceLimits.perCompany} Leistungen sind nicht möglich.`],
  orderChanged: [409, 'Ihre Leistungen haben sich inzwischen geändert. Bitte laden Sie die Seite neu.'],
})

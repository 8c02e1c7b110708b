/** Published review as the public reads it. Times are ISO strings. */
export type PublicReview = {
  id: string
  customerName: string
  rating: number
  comment: string
  createdAt: string
  isFromBooking: boolean
  companyReply: string | null
}

/** Review on a profile, with the title of the service that was booked; null without a booking of a service. */
export type ProfileReview = PublicReview & { service: string | null }

/** Rating scale (docs/spec.md#review-fields). */
export const ratingScale = [5, 4, 3, 2, 1] as const
export type Rating = (typeof ratingScale)[number]

/** Label of each number of stars, beside the input. */
export const ratingLabels: Record<Rating, string> = { 5: 'Sehr gut', 4: 'Gut', 3: 'In Ordnung', 2: 'Weniger gut', 1: 'Schlecht' }

/** Lengths in characters; lifetimes of docs/spec.md#reviews and #lifetimes. */
export const reviewLimits = {
  name: 100,
  comment: 2_000,
  reply: 1_000,
  objection: 1_000,
  /** Validity of a confirmation link in days; unconfirmed reviews are deleted after it. */
  linkDays: 60,
  /** Days during which a company accepts only one review without a booking per address. */
  authorDays: 180,
} as const

/** Statistics of a company's published reviews; `byStars` lacks numbers without reviews. */
export type ReviewSummary = { total: number; proven: number; byStars: { stars: number; count: number }[] }

/** Number of reviews for each number of stars, best first, including zeros. */
export const ratingDistribution = (counted: readonly { stars: number; count: number }[]) =>
  ratingScale.map((stars) => ({ stars, count: counted.find((one) => one.stars === stars)?.count ?? 0 }))

/** Texts of reviews on public pages; those quoted in docs/spec.md#review-fields are verbatim. */
export const reviewFormTexts = {
  write: 'Bewertung schreiben',
  send: 'Bewertung abgeben',
  contactMissing: 'Bitte geben Sie Ihren Namen und E-Mail-Adresse ein.',
  commentMissing: 'Bitte geben Sie einen Kommentar ein.',
  failed: 'Die Bewertung konnte nicht abgegeben werden.',
  sent: 'Bewertung abgegeben',
  sentToMail: 'Wir haben Ihnen eine E-Mail geschickt. Nach der Bestätigung erscheint Ihre Bewertung.',
  sentSignedIn:
    'Gehört sie zu einer bezahlten Buchung, ist sie jetzt veröffentlicht. Sonst erscheint sie, sobald Sie den Link in unserer E-Mail bestätigt haben.',
  sentFromBooking: 'Ihre Bewertung ist jetzt im Profil zu lesen.',
  more: 'Weitere Bewertungen',
  notLoaded: 'Die weiteren Bewertungen konnten nicht geladen werden.',
} as const

/** Explanation how reviews are checked (§ 5b Abs. 3 UWG): states exactly what is and is not done. */
export const reviewChecks = {
  title: 'Wie wir Bewertungen prüfen',
  texts: [
    '„Geprüfte Buchung“ steht nur an Bewertungen zu Buchungen, die über uns bezahlt wurden. Wir erkennen das am persönlichen Link aus der Buchungs-E-Mail oder an der bestätigten E-Mail-Adresse der Buchung. Je Buchung gibt es eine Bewertung.',
    '„Ohne Buchungsnachweis“ heißt: Die E-Mail-Adresse ist bestätigt, eine Buchung dazu haben wir nicht gefunden. Ob die Person die Leistung in Anspruch genommen hat, prüfen wir dann nicht. Je Anbieter und E-Mail-Adresse nehmen wir davon innerhalb von 180 Tagen eine an.',
    'Gute und schlechte Bewertungen behandeln wir gleich, und wir veröffentlichen alle. Anbieter können ihre eigene Firma nicht bewerten, auf jede Bewertung einmal antworten und Einspruch einlegen. Über einen Einspruch entscheiden wir mit Begründung. Gelöscht wird nur, was rechtswidrig ist oder nicht die Leistung bewertet. Wir bezahlen nicht für Bewertungen. Die Note ist der Durchschnitt aller veröffentlichten Bewertungen.',
  ],
} as const

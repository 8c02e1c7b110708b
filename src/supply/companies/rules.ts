import { problemsOf } from '#src/platform/kit/problems.ts'

/** The 11 public categories, used everywhere (docs/spec.md#categories). */
export const categories = [
  'Reinigung',
  'Handwerk',
  'IT-Services',
  'Beratung',
  'Transport',
  'Catering',
  'Sicherheit',
  'Wartung',
  'Marketing',
  'Garten',
  'Sonstiges',
] as const
export type Category = (typeof categories)[number]

/** Parses a category; undefined if it is none of the 11. */
export const parseCategory = (text: string | null | undefined) => categories.find((one) => one === text)

/** '{category} Service', the title of a company's profile (docs/spec.md#profile-page). */
export const serviceTitleOf = (category: Category) => `${category} Service`

/** Name of the work of each category, used if no service is named. */
export const workOf: Record<Category, string> = {
  Reinigung: 'Reinigung',
  Handwerk: 'Handwerksarbeit',
  'IT-Services': 'IT-Dienstleistung',
  Beratung: 'Beratung',
  Transport: 'Transport',
  Catering: 'Catering',
  Sicherheit: 'Sicherheitsdienst',
  Wartung: 'Wartung',
  Marketing: 'Marketing',
  Garten: 'Gartenarbeit',
  Sonstiges: 'Dienstleistung',
}
/** Title of a booking at a company without services: the customer describes the work, and both agree on the amount. */
export const agreedTitleOf = (category: Category) => `${workOf[category]} nach Absprache`

/** Maximum number of companies per account, all shown in its dashboard (docs/spec.md#dashboard-limits). */
export const companiesPerPerson = 10

export const companyProblems = problemsOf('companies', {
  unknown: [404, 'Service nicht gefunden'],
  takesNoBookings: [409, 'Dieser Anbieter nimmt derzeit keine Buchungen an.'],
  notYours: [404, 'Firma nicht gefunden'],
  nameTaken: [409, 'Unter diesem Namen haben Sie schon eine Firma angefangen.'],
  alreadyRegistered: [409, 'Diese Firma ist schon angemeldet. Sie finden sie in Ihrem Dashboard.'],
  tooMany: [409, 'Zu Ihrem Konto gehören schon 10 Firmen. Mehr sind nicht möglich.'],
  moneyOpen: [
    409,
    'Zu Ihrem Anbieterprofil gibt es noch bevorstehende Termine oder offene Zahlungen. Sobald alles abgewickelt ist, können Sie Ihr Konto löschen.',
  ],
})

/** True if a company whose subscription has this status is shown and bookable (docs/spec.md#listed). */
export const isLive = (status: string) => status === 'active' || status === 'past_due'

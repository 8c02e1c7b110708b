import type { FilterOf, ListOf } from '#src/platform/kit/listAddress.ts'
import { problemsOf } from '#src/platform/kit/problems.ts'
import { type Category, categories } from '#src/supply/companies/rules.ts'

/** Limits of search alerts (docs/spec.md#search-alerts): alerts of an address at the same time, and searches per run of the job. */
export const alertLimits = { perAddress: 10, perRun: 200, text: 200 } as const

/** Retention of alerts in days: unconfirmed ones, served ones, and all others. */
export const alertRetention = { unconfirmedDays: 1, servedDays: 7, mostDays: 183 } as const

export const alertPage = '/bescheid'

/** Rate limits: of new alerts per client address and per mail address, of reading and of other acts. */
export const alertRates = {
  perIp: { max: 20, windowSeconds: 3_600 },
  perAddress: { max: 5, windowSeconds: 3_600 },
  read: { max: 120, windowSeconds: 60 },
  act: { max: 30, windowSeconds: 3_600 },
} as const

/** Search of an alert, which found no company. `radiusKm`: null for the whole country. */
export type AlertSearch = {
  words: string
  location: string
  category: Category | null
  catalogueId: string | null
  radiusKm: number | null
}

type Named = Pick<AlertSearch, 'words' | 'location'> & { category: string | null; service: string | null }

/** 'Fenster putzen in Kiel'. */
export const wordingOf = ({ words, location, category, service }: Named) =>
  `${words || (service ?? category ?? 'Anbieter')}${location ? ` in ${location}` : ''}`

export const alertTexts = {
  title: 'Sagen Sie mir Bescheid',
  offer: 'Sobald es hier einen passenden Anbieter gibt, schreiben wir Ihnen einmal.',
  email: 'Ihre E-Mail-Adresse',
  sent: 'Fast geschafft: Bitte bestätigen Sie Ihre E-Mail-Adresse',
  sentHelp: 'Wir haben Ihnen einen Link geschickt. Erst wenn Sie ihn öffnen und bestätigen, schreiben wir Ihnen.',
  waits: 'Wir sagen Ihnen Bescheid',
  waitsHelp: 'Sobald es einen passenden Anbieter gibt, schreiben wir Ihnen einmal. Danach löschen wir Ihre Angaben.',
  notSent: 'Nicht eingetragen',
  confirm: 'Benachrichtigen lassen',
  end: 'Nicht mehr benachrichtigen',
  ended: 'Sie werden nicht mehr benachrichtigt',
  endedHelp: 'Ihre E-Mail-Adresse und Ihre Suche sind gelöscht.',
  served: 'Es gibt einen passenden Anbieter',
  servedHelp: `Das war die einzige Nachricht dazu. Ihre Angaben löschen wir ${alertRetention.servedDays} Tage danach, oder sofort.`,
  delete: 'Angaben jetzt löschen',
  small: 'Sie bestätigen Ihre Adresse mit einem Link, den wir Ihnen schicken. Abmelden können Sie sich jederzeit.',
  nothing: 'Bitte geben Sie an, was oder wo Sie suchen.',
} as const

export const alertProblems = problemsOf('demand', {
  linkUnknown: [404, 'Dieser Link ist ungültig oder abgelaufen.'],
  tooMany: [409, `Mit dieser E-Mail-Adresse warten schon ${alertLimits.perAddress} Suchen. Mehr sind nicht möglich.`],
})

export const demandSorts = ['most', 'newest'] as const
export type DemandSort = (typeof demandSorts)[number]
export const demandSortLabels: Record<DemandSort, string> = { most: 'Am meisten gesucht', newest: 'Neueste zuerst' }
export const demandCategoryLabels = Object.fromEntries(categories.map((one) => [one, one])) as Record<Category, string>

/** Sorting and filters of the operator's list, as encoded in the URL. */
export const demandList = { sorts: demandSorts, choices: { category: categories }, searchLength: 100 } as const
export type DemandList = ListOf<typeof demandList>
export type DemandFilter = FilterOf<DemandList>

/** The search of a form that was sent without JavaScript. */
export function parseAlertSearch(values: object): AlertSearch {
  const given = new Map(Object.entries(values))
  const text = (name: string) => String(given.get(name) ?? '')
  return {
    words: text('words'),
    location: text('location'),
    category: categories.find((one) => one === text('category')) ?? null,
    catalogueId: text('catalogueId') || null,
    radiusKm: Number.parseInt(text('radiusKm'), 10) || null,
  }
}

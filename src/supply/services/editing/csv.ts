import { csvCents, csvText, readCsv } from '#src/platform/kit/csv.ts'
import { eurosOf, parseEuro } from '#src/platform/kit/money.ts'
import { invalidInput } from '#src/platform/kit/problems.ts'
import { type PriceKind, priceKindLabels, priceKinds, serviceLimits, servicePlaces, serviceProblems } from '../rules.ts'
import { type ServiceInput, type ServiceView, serviceInput } from '../schemas.ts'
import { decimalIn, decimalText, eurosIn, labelOf, wholeIn } from './form.ts'
import { continuities, ownPlaceLabels, spreadLabels } from './rules.ts'

/** Stored service from which a row of the file is written. */
export type KnownService = ServiceView & { hiddenAt: Date | null }
/** Parsed row; with an id it changes that service. */
export type FileRow = { line: number; id?: string | undefined; input: ServiceInput }

/** Separator of several questions or options in one cell; inside of one it is replaced by a slash. */
const between = ' | '
const single = (text: string) => text.replaceAll('|', '/')

/** Columns of the file, with German titles and formats. */
export const serviceCells: { title: string; cell: (service: KnownService) => string }[] = [
  { title: 'Kennung', cell: ({ id }) => id },
  { title: 'Titel', cell: ({ title }) => csvText(title) },
  { title: 'Preisart', cell: ({ priceKind }) => priceKindLabels[priceKind].label },
  { title: 'Preis (EUR)', cell: ({ priceCents }) => csvCents(priceCents) },
  { title: 'Preis bis (EUR)', cell: ({ priceToCents }) => csvCents(priceToCents) },
  { title: 'Einheit', cell: ({ unit }) => csvText(unit ?? '') },
  { title: 'Dauer (Min.)', cell: ({ minutes }) => String(minutes ?? '') },
  { title: 'Dauer je Einheit (Min.)', cell: ({ minutesPerUnit }) => decimalText(minutesPerUnit) },
  { title: 'Ablauf', cell: ({ isSpread }) => spreadLabels[isSpread ? 'spread' : 'whole'] },
  { title: 'Anzahlung (%)', cell: ({ depositPercent }) => String(depositPercent ?? '') },
  { title: 'Raten', cell: ({ restParts }) => String(restParts) },
  { title: 'Ort', cell: ({ places }) => places.map((place) => ownPlaceLabels[place]).join(between) },
  { title: 'Beschreibung', cell: ({ description }) => csvText(description) },
  { title: 'Fragen', cell: ({ questions }) => csvText(questions.map(single).join(between)) },
  { title: 'Optionen', cell: ({ options }) => csvText(options.map(optionCell).join(between)) },
  { title: 'Verzeichnis', cell: ({ catalogueId }) => catalogueId ?? '' },
  { title: 'Verborgen', cell: ({ hiddenAt }) => (hiddenAt === null ? 'nein' : 'ja') },
]

/** Formats an option: 'Fenster > bis 20 = 40,50'. */
const optionCell = ({ optionGroup, title, surchargeCents }: ServiceView['options'][number]) =>
  `${optionGroup === null ? '' : `${single(optionGroup)} > `}${single(title)} = ${csvCents(surchargeCents)}`

export const fileTexts = {
  header: 'Diese Datei hat keine Spalten „Titel“ und „Preisart“. Laden Sie zuerst Ihre Leistungen herunter und ergänzen Sie diese Datei.',
  empty: 'Diese Datei enthält keine Leistung.',
  unknown: 'Kennung: Diese Leistung gibt es nicht. Lassen Sie die Zelle für eine neue Leistung leer.',
  twice: 'Kennung: Diese Leistung steht schon in einer Zeile darüber.',
} as const

/**
 * Parses the services of a file. A missing column leaves a service's values unchanged. Throws invalidInput with the errors of every wrong
 * row, and serviceProblems.tooMany.
 */
export function readServiceFile(text: string, known: readonly KnownService[]): FileRow[] {
  const [head, ...rows] = readCsv(text)
  const titles = head?.cells ?? []
  if (!titles.includes('Titel') || !titles.includes('Preisart')) throw invalidInput({ file: [fileTexts.header] })
  if (rows.length === 0) throw invalidInput({ file: [fileTexts.empty] })
  // Checked before the rows are parsed: a file may have thousands.
  if (rows.length > serviceLimits.perCompany) throw serviceProblems.tooMany()
  const faults: Record<string, string[]> = {}
  const seen = new Set<string>()
  const read = rows.flatMap(({ line, cells }): FileRow[] => {
    const cell = (title: string) => (titles.includes(title) ? (cells[titles.indexOf(title)] ?? '') : undefined)
    const id = cell('Kennung')?.toLowerCase() || undefined
    const before = known.find((service) => service.id === id)
    const wrong = id === undefined ? [] : before ? (seen.has(id) ? [fileTexts.twice] : []) : [fileTexts.unknown]
    if (id !== undefined) seen.add(id)
    const { data, error } = serviceInput.safeParse(inputIn(cell, before))
    const texts = [...wrong, ...(error?.issues ?? []).map(({ path, message }) => `${labelOf(path.join('.'))}: ${message}`)]
    if (texts.length === 0 && data) return [{ line, id, input: data }]
    faults[rowName(line)] = [...new Set(texts)]
    return []
  })
  if (Object.keys(faults).length > 0) throw invalidInput(faults)
  return read
}

/** Key of a row in the errors. */
export const rowName = (line: number) => `rows.${line}`

type Cell = (title: string) => string | undefined

function inputIn(cell: Cell, before: KnownService | undefined): unknown {
  const kind = kindIn(cell('Preisart'))
  const price = cell('Preis (EUR)')
  const priceTo = cell('Preis bis (EUR)')
  const hadTo = before?.priceToCents ?? null
  const minutes = cell('Dauer (Min.)')
  const perUnit = cell('Dauer je Einheit (Min.)')
  const [percent, parts] = [cell('Anzahlung (%)'), cell('Raten')]
  return {
    catalogueId: cell('Verzeichnis') === undefined ? (before?.catalogueId ?? null) : cell('Verzeichnis') || null,
    title: cell('Titel') ?? '',
    description: cell('Beschreibung') ?? before?.description ?? '',
    priceKind: kind,
    price: kind === 'quote' || price === '' ? null : price === undefined ? eurosOf(before?.priceCents ?? Number.NaN) : eurosIn(price),
    priceTo: priceTo === undefined ? (hadTo === null ? null : eurosOf(hadTo)) : priceTo === '' ? null : eurosIn(priceTo),
    unit: cell('Einheit') ?? before?.unit ?? null,
    minutes: minutes === undefined ? (before?.minutes ?? null) : minutes === '' ? null : wholeIn(minutes),
    minutesPerUnit: perUnit === undefined ? (before?.minutesPerUnit ?? null) : perUnit === '' ? null : decimalIn(perUnit),
    isSpread: spreadIn(cell('Ablauf'), before),
    depositPercent: percent === undefined ? (before?.depositPercent ?? null) : percent === '' ? null : wholeIn(percent),
    restParts: parts === undefined ? (before?.restParts ?? 1) : parts === '' ? 1 : wholeIn(parts),
    places: cell('Ort') === undefined ? (before?.places ?? ['customer']) : placesIn(cell('Ort') ?? ''),
    questions: cell('Fragen') === undefined ? (before?.questions ?? []) : partsOf(cell('Fragen') ?? ''),
    picture: before?.picture ?? null,
    isHidden: cell('Verborgen') === undefined ? before?.hiddenAt != null : /^(ja|j|x|1)$/i.test(cell('Verborgen') ?? ''),
    options: optionsIn(cell('Optionen'), before),
  }
}

/** Empty or missing for a new service: by its duration. An unknown word is refused by the schema. */
function spreadIn(word: string | undefined, before: KnownService | undefined) {
  if (word === undefined) return before?.isSpread ?? null
  if (word === '') return null
  const chosen = continuities.find((one) => spreadLabels[one].toLowerCase() === word.toLowerCase())
  return chosen === undefined ? word : chosen === 'spread'
}

const kindIn = (word = ''): PriceKind | undefined =>
  priceKinds.find((kind) => priceKindLabels[kind].label.toLowerCase() === word.toLowerCase())

const partsOf = (cell: string) => cell.split('|').flatMap((part) => part.trim() || [])

/** Keeps an unknown word, so that the schema refuses it. */
const placesIn = (cell: string) =>
  partsOf(cell).map((word) => servicePlaces.find((place) => ownPlaceLabels[place].toLowerCase() === word.toLowerCase()) ?? word)

/** An option with an unchanged name keeps its id. */
function optionsIn(cell: string | undefined, before: KnownService | undefined) {
  const had = before?.options ?? []
  if (cell === undefined)
    return had.map(({ id, optionGroup: group, title, surchargeCents }) => ({ id, group, title, surcharge: eurosOf(surchargeCents) }))
  return partsOf(cell).map((part) => {
    const [, words = part, amount] = /^(.*\S)\s*=\s*([^=]*)$/.exec(part) ?? []
    const [, group, title = words] = /^(.*?\S)\s*>\s*(.*)$/.exec(words) ?? []
    const cents = amount === undefined ? 0 : parseEuro(amount)
    const known = had.find((one) => single(one.title) === title && single(one.optionGroup ?? '') === (group ?? ''))
    return { id: known?.id, group: group ?? null, title, surcharge: cents === undefined ? Number.NaN : eurosOf(cents) }
  })
}

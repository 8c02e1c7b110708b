import { kilometresBetween, type Point } from '#src/platform/kit/distance.ts'
import { foldDigraphs, foldText } from '#src/platform/kit/text.ts'

/** A town, a village or a part of a town, as GeoNames lists it. */
export type Place = Point & {
  id: number
  name: string
  otherNames: string[]
  state: string
  /** Number of its municipality. */
  municipality: string
  isPart: boolean
  population: number
}

/** A place with its searchable names. Kind 0: its name; 1: the name without its distinguishing part; 2: other names. */
export type NamedPlace = Place & { label: string; weight: number; names: { name: string; kind: 0 | 1 | 2 }[] }

/** States by GeoNames' numbers. */
export const states: Readonly<Record<string, { code: string; name: string }>> = {
  '01': { code: 'BW', name: 'Baden-Württemberg' },
  '02': { code: 'BY', name: 'Bayern' },
  '03': { code: 'HB', name: 'Bremen' },
  '04': { code: 'HH', name: 'Hamburg' },
  '05': { code: 'HE', name: 'Hessen' },
  '06': { code: 'NI', name: 'Niedersachsen' },
  '07': { code: 'NW', name: 'Nordrhein-Westfalen' },
  '08': { code: 'RP', name: 'Rheinland-Pfalz' },
  '09': { code: 'SL', name: 'Saarland' },
  '10': { code: 'SH', name: 'Schleswig-Holstein' },
  '11': { code: 'BB', name: 'Brandenburg' },
  '12': { code: 'MV', name: 'Mecklenburg-Vorpommern' },
  '13': { code: 'SN', name: 'Sachsen' },
  '14': { code: 'ST', name: 'Sachsen-Anhalt' },
  '15': { code: 'TH', name: 'Thüringen' },
  '16': { code: 'BE', name: 'Berlin' },
}

/** Names that people type for a town and that no list of places has. */
const nicknames: Readonly<Record<string, readonly string[]>> = {
  'Frankfurt am Main': ['Ffm', 'Frankfurt/M'],
  Hamburg: ['HH'],
  Leipzig: ['LPZ'],
  Dresden: ['DD'],
  München: ['MUC'],
  Düsseldorf: ["D'dorf"],
}

/** Towns that GeoNames lists by an English or an incomplete name. */
const germanNames: Readonly<Record<number, string>> = {
  2867714: 'München',
  2861650: 'Nürnberg',
  2910831: 'Hannover',
  2864054: 'Neustadt an der Weinstraße',
}

/** Words between the words of a name that are omitted or shortened at will. */
const joints = /\b(?:am|an|der|den|dem|a|d|im|in|bei|b|ob|vor|unter|i|o|v|auf|die|das|zur|zum|u|und)\b ?/g

/**
 * 'Frankfurt a. d. Oder', 'Frankfurt/Oder', 'Frankfurt (Oder)' → 'frankfurt oder'. The database does the same in `place_key`; a test
 * compares them.
 */
export function placeKey(text: string) {
  const plain = foldDigraphs(text)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
  return (
    plain
      .replace(/\bst\b/g, 'sankt')
      .replace(joints, '')
      .trim() || plain
  )
}

/** Name without its distinguishing part: 'Frankfurt (Oder)', 'Frankfurt am Main' → 'Frankfurt'. */
export const baseName = (name: string) =>
  name.replace(/(.)(?: ?[(/]| [a-z]\.| (?:am|an|auf|im|in|bei|ob|vor|unter|zur|zum|vorm|vor|i|a)\b).*$/, '$1').trim()

/** 'Neustadt, Thüringen' → Neustadt and TH; undefined when no state stands at the end. */
export function stateAtEnd(text: string): [name: string, state: string] | undefined {
  for (const { code, name } of Object.values(states)) {
    const [, before] = new RegExp(`^(.+?)[\\s,(/-]+${foldText(name)}\\W*$`).exec(foldText(text)) ?? []
    if (before) return [before, code]
  }
  return undefined
}

/** Parses one line of GeoNames' list of towns; undefined for places outside of Germany. */
export function parsePlace(line: string): Place | undefined {
  const [id, name = '', , otherNames = '', latitude, longitude, , kind = '', country, , state = '', , , municipality = '', population] =
    line.split('\t')
  if (country !== 'DE') return undefined
  return {
    id: Number(id),
    name: germanNames[Number(id)] ?? name,
    otherNames: [name, ...otherNames.split(',')].filter((other) => /^[A-Za-zÄÖÜäöüß .()/-]+$/.test(other)),
    state: states[state]?.code ?? '',
    municipality,
    isPart: kind === 'PPLX',
    population: Number(population),
    latitude: Number(latitude),
    longitude: Number(longitude),
  }
}

/** Gives every place a unique label, and its searchable names. */
export function namePlaces(listed: readonly Place[]): NamedPlace[] {
  const places = withoutDuplicates(listed)
  const towns = largestOf(places.filter((place) => !place.isPart))
  const townOf = (place: Place) => (place.isPart ? towns.get(place.municipality)?.name : undefined)
  const wordings = [
    (place: Place) => plainLabel(place, townOf(place)),
    (place: Place) => `${place.name} (${townOf(place) ?? stateName(place.state)})`,
    (place: Place) => `${place.name} (bei ${nearestOf(10_000, place, places)})`,
    (place: Place) => `${place.name} (bei ${nearestOf(1_500, place, places)})`,
  ]
  const heaviest = heaviestOf(places)
  const labels = new Map<number, string>()
  const taken = new Set<string>()
  for (const wording of wordings) {
    const open = places.filter((place) => !labels.has(place.id)).map((place) => ({ ...place, label: wording(place) }))
    const alike = Map.groupBy(open, ({ label }) => placeKey(label))
    for (const [key, same] of alike) {
      const [one] = same.filter((place) => same.every((other) => other.id === place.id || isFarLarger(place, other)))
      const isMeant = (heaviest.get(key)?.id ?? one?.id) === one?.id
      if (one && isMeant && !taken.has(key)) labels.set(one.id, one.label)
    }
    for (const key of alike.keys()) taken.add(key)
  }
  return places.flatMap((place) => {
    const label = labels.get(place.id)
    // A handful of villages cannot be distinguished from neighbours of the same name.
    if (label === undefined) return []
    return { ...place, label, weight: weightOf(place), names: namesOf(place, label, townOf(place)) }
  })
}

/** Figures of parts are sometimes those of the whole town. */
const weightOf = ({ isPart, population }: Place) => (isPart ? Math.min(population, 100_000) : population)

/** Place of a name typed exactly: 'Halle' is Halle (Saale). */
function heaviestOf(places: readonly Place[]) {
  const heaviest = new Map<string, Place>()
  for (const place of places) {
    for (const key of [placeKey(place.name), placeKey(baseName(place.name))]) {
      const known = heaviest.get(key)
      if (!known || weightOf(known) < weightOf(place)) heaviest.set(key, place)
    }
  }
  return heaviest
}

/** A far larger place owns its name: 'Essen' alone is the city, and its namesakes need an addition. */
const isFarLarger = (place: Place, other: Place) => !place.isPart && place.population >= 10 * Math.max(other.population, 1_000)

/** Some villages are listed twice, a few kilometres apart. */
function withoutDuplicates(places: readonly Place[]) {
  const alike = Map.groupBy(places, ({ name }) => placeKey(name))
  return places.filter((place) =>
    alike
      .get(placeKey(place.name))
      ?.every(
        (other) =>
          other.id === place.id ||
          kilometresBetween(place, other) > 8 ||
          place.population > other.population ||
          (place.population === other.population && place.id < other.id),
      ),
  )
}

function nearestOf(people: number, place: Place, places: readonly Place[]) {
  let best: { name: string; distance: number } | undefined
  for (const one of places) {
    if (one.id === place.id || one.isPart || one.population < people || one.name === place.name) continue
    const distance = kilometresBetween(one, place)
    if (!best || distance < best.distance) best = { name: one.name, distance }
  }
  return best?.name ?? ''
}

const stateName = (code: string) => Object.values(states).find((state) => state.code === code)?.name ?? ''

const plainLabel = ({ name }: Place, town: string | undefined) => (town && !name.includes(town) ? `${name} (${town})` : name)

function largestOf(places: readonly Place[]) {
  const largest = new Map<string, Place>()
  for (const place of places) {
    const known = largest.get(place.municipality)
    if (!known || known.population < place.population) largest.set(place.municipality, place)
  }
  return largest
}

function namesOf(place: Place, label: string, town: string | undefined) {
  const named = new Map<string, 0 | 1 | 2>()
  const add = (kind: 0 | 1 | 2, texts: readonly string[]) => {
    for (const key of texts.map(placeKey)) if (key && (named.get(key) ?? 3) > kind) named.set(key, kind)
  }
  add(0, [place.name, label])
  add(1, [baseName(place.name), ...(nicknames[place.name] ?? []), ...(town ? [place.name.replace(`${town}-`, '')] : [])])
  add(2, [...place.otherNames, ...(town ? [`${town} ${place.name}`] : [])])
  return [...named].map(([name, kind]) => ({ name, kind }))
}

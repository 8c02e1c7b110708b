import { LRUCache } from 'lru-cache'
import type { App } from '#src/server/app.ts'
import { type Database, primaryOf } from '#src/server/db.ts'
import { type Entries, type Entry, entryKey } from '../query/need.ts'
import { type Meaning, mostWords } from '../query/plan.ts'
import type { SearchQuery } from '../query/rules.ts'
import {
  allMissing,
  type Given,
  isWrittenUnasked,
  type Missing,
  nowhere,
  type Placed,
  placeWordsOf,
  type Reading,
  readSearch,
  wordsToRead,
} from './readingStore.ts'
import { type TypedWord, typedWords } from './typedWords.ts'

/** What the database said of words, places and entries of the catalogue, for as long as its vocabulary is the same. */
class SearchMemory {
  readonly written = new LRUCache<string, { isWritten: boolean }>({ max: 5_000 })
  readonly placed = new LRUCache<string, Placed>({ maxSize: mostBytes, sizeCalculation: ({ meanings }) => 500 + bytesOf(meanings) })
  readonly words = new LRUCache<string, Meaning>({ maxSize: mostBytes, sizeCalculation: (meaning) => bytesOf([meaning]) })
  readonly chosen = new LRUCache<string, Meaning[]>({ max: 100 })
  readonly entries = new LRUCache<string, { entry: Entry | undefined }>({ max: 5_000 })
  companies: number | undefined
}
const mostBytes = 8 * 1024 * 1024
const bytesOf = (meanings: readonly Meaning[]) =>
  meanings.reduce((sum, { near, towns, exact, parts, inside }) => {
    return sum + 300 + 8 * (near.length + towns.length + exact.length + parts.length + inside.length)
  }, 0)

type Holder = { memory: SearchMemory; hears: () => boolean }
const holders = new WeakMap<Database, Holder>()

/** From now on this process remembers what words mean (docs/spec.md#search-memory), while it hears when that changes. */
export function keepWords({ db, live }: Pick<App, 'db' | 'live'>) {
  const hears = live.onShown((isOfWords) => {
    if (isOfWords) holder.memory = new SearchMemory()
  })
  const holder: Holder = { memory: new SearchMemory(), hears }
  holders.set(db, holder)
}

/** Reads a search: what is remembered of it from memory, the rest in one round trip, which is then remembered. */
export async function readRemembered(db: Database, query: SearchQuery, given: Given): Promise<Reading> {
  const holder = holders.get(primaryOf(db))
  if (!holder?.hears()) return readSearch(db, query, given)
  const { memory } = holder
  const recalled = recall(memory, query, given)
  if (isComplete(recalled)) return compose(query, given, recalled)
  const reading = compose(query, given, recalled, await readSearch(db, query, given, recalled.missing))
  // What was read before a change may be what was true before it.
  if (holder.memory === memory) remember(memory, { query, given, reading })
  return reading
}

const writtenKey = ({ q }: SearchQuery, { understood }: Given) => JSON.stringify([q, understood.corrections.map(({ typed }) => typed)])
const placedKey = ({ location, radius }: SearchQuery, { known }: Given) => JSON.stringify([location, known, radius])
/** Of a word that may be the place of a need. */
const townKey = (word: string, { radius }: SearchQuery) => JSON.stringify([word, radius])
const wordKey = ({ word, isSearchedInside }: TypedWord) => `${isSearchedInside ? '' : '-'}${word}`

type Recalled = { missing: Missing; words: Map<string, Meaning>; chosen: Meaning[]; entries: Entries; companies: number | undefined }

/** What of a reading is remembered, and what is missing. */
function recall(memory: SearchMemory, query: SearchQuery, given: Given): Recalled {
  const all = allMissing(query, given)
  const isWritten = all.isWritten ?? memory.written.get(writtenKey(query, given))?.isWritten
  const recalled = all.placed ?? recallPlace(memory, { query, given, isWritten: isWritten ?? false })
  // A word is the place only of what is not written.
  const placed = isWritten === undefined && recalled?.word != null ? undefined : recalled
  const isOpen = isWritten === undefined || placed === undefined
  const texts = [
    ...(isWritten === false ? [] : [query.q]),
    ...(isWritten === true ? [] : [textWithout(query, given, placed?.word ?? null)]),
  ]
  const typed = texts.map(typedWords)
  const words = new Map<string, Meaning>()
  for (const one of typed.flatMap((some) => some ?? [])) {
    const meaning = memory.words.get(wordKey(one))
    // How a short word is searched depends on how many there are.
    if (meaning && (!isOpen || one.word.length > 2)) words.set(one.word, meaning)
  }
  const isEveryKnown = typed.every((some) => some?.every(({ word }) => words.has(word)) && !(isOpen && some.length === mostWords))
  const chosen = query.category === null ? [] : memory.chosen.get(query.category)
  const { entries, unknown } = recallEntries(memory, given)
  return {
    missing: {
      isWritten,
      placed,
      placeWords: all.placeWords.filter((word) => memory.placed.get(townKey(word, query))?.word !== null),
      knownWords: isEveryKnown ? undefined : typed.includes(undefined) ? [] : [...words.keys()],
      category: chosen ? null : query.category,
      services: unknown.service,
      trades: unknown.trade,
    },
    words,
    chosen: chosen ?? [],
    entries,
    companies: memory.companies,
  }
}

function recallEntries(memory: SearchMemory, given: Given) {
  const entries = new Map<string, Entry>()
  const unknown: Record<Entry['kind'], string[]> = { service: [], trade: [] }
  for (const [kind, id] of entriesAsked(given)) {
    const key = entryKey(kind, id)
    const known = memory.entries.get(key)
    if (!known) unknown[kind].push(id)
    else if (known.entry) entries.set(key, known.entry)
  }
  return { entries, unknown }
}

const isComplete = ({ missing, companies }: Recalled) =>
  missing.isWritten !== undefined &&
  missing.placed !== undefined &&
  missing.knownWords === undefined &&
  missing.category === null &&
  missing.services.length + missing.trades.length === 0 &&
  companies !== undefined

/** A reading of what is remembered and what was read. */
function compose(query: SearchQuery, given: Given, { missing, words, chosen, entries, companies }: Recalled, read?: Reading): Reading {
  const isWritten = missing.isWritten ?? read?.isWritten ?? false
  const placed = missing.placed ?? read?.placed ?? nowhere
  const typed = missing.knownWords?.length === 0 ? undefined : typedWords(isWritten ? query.q : textWithout(query, given, placed.word))
  return {
    isWritten,
    placed,
    words: typed?.flatMap(({ word }) => words.get(word) ?? read?.words.find((one) => one.word === word) ?? []) ?? read?.words ?? [],
    chosen: [...chosen, ...(read?.chosen ?? [])],
    entries: read ? new Map([...entries, ...read.entries]) : entries,
    companies: read?.companies ?? companies ?? 0,
  }
}

function recallPlace(memory: SearchMemory, { query, given, isWritten }: { query: SearchQuery; given: Given; isWritten: boolean }) {
  if (query.location !== '') return memory.placed.get(placedKey(query, given))
  for (const word of isWritten ? [] : placeWordsOf(given.understood)) {
    const placed = memory.placed.get(townKey(word, query))
    if (!placed || placed.word !== null) return placed
  }
  return nowhere
}

/** Of several words the first that is a place is taken. */
function rememberPlace(memory: SearchMemory, { query, given, reading }: Read) {
  const { isWritten, placed } = reading
  if (query.location !== '') memory.placed.set(placedKey(query, given), placed)
  else if (!isWritten) {
    for (const word of placeWordsOf(given.understood)) {
      memory.placed.set(townKey(word, query), word === placed.word ? placed : nowhere)
      if (word === placed.word) return
    }
  }
}

type Read = { query: SearchQuery; given: Given; reading: Reading }

function remember(memory: SearchMemory, { query, given, reading }: Read) {
  const { isWritten, placed, words, chosen, entries, companies } = reading
  memory.companies = companies
  if (!isWrittenUnasked(given.understood)) memory.written.set(writtenKey(query, given), { isWritten })
  rememberPlace(memory, { query, given, reading })
  const asked = typedWords(isWritten ? query.q : textWithout(query, given, placed.word)) ?? []
  for (const one of asked) {
    const meaning = words.find(({ word }) => word === one.word)
    if (meaning) memory.words.set(wordKey(one), meaning)
  }
  if (query.category !== null) memory.chosen.set(query.category, chosen)
  for (const [kind, id] of entriesAsked(given)) {
    const key = entryKey(kind, id)
    memory.entries.set(key, { entry: entries.get(key) })
  }
}

const textWithout = (query: SearchQuery, { understood }: Given, place: string | null) =>
  wordsToRead(query, understood)
    .filter((word) => word !== place)
    .join(' ')

function entriesAsked({ understood: { services, tradeIds }, near = [] }: Given) {
  const asked = [...services.map(({ id }) => id), ...near].map((id) => ['service', id] as const)
  return [...asked, ...[...tradeIds, 'unknown'].map((id) => ['trade', id] as const)]
}

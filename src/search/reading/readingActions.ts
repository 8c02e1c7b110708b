import { LRUCache } from 'lru-cache'
import type { App } from '#src/server/app.ts'
import { type Database, primaryOf } from '#src/server/db.ts'
import type { Entry } from '../query/need.ts'
import type { Meaning } from '../query/plan.ts'
import type { SearchQuery } from '../query/rules.ts'
import { type Given, isWrittenUnasked, type Placed, placeWordsOf, type Reading, readSearch, wordsToRead } from './readingStore.ts'
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

/** Reads a search: from memory, or in one round trip, which is then remembered. */
export async function readRemembered(db: Database, query: SearchQuery, given: Given): Promise<Reading> {
  const holder = holders.get(primaryOf(db))
  if (!holder?.hears()) return readSearch(db, query, given)
  const { memory } = holder
  const remembered = recall(memory, query, given)
  if (remembered) return remembered
  const reading = await readSearch(db, query, given)
  // What was read before a change may be what was true before it.
  if (holder.memory === memory) remember(memory, { query, given, reading })
  return reading
}

const writtenKey = ({ q }: SearchQuery, { understood }: Given) => JSON.stringify([q, understood.corrections.map(({ typed }) => typed)])
const placedKey = ({ location, radius }: SearchQuery, { known }: Given) => JSON.stringify([location, known, radius])
/** Of a word that may be the place of a need. */
const townKey = (word: string, { radius }: SearchQuery) => JSON.stringify([word, radius])
const wordKey = ({ word, isSearchedInside }: TypedWord) => `${isSearchedInside ? '' : '-'}${word}`
const entryKey = (kind: string, id: string) => `${kind} ${id}`

/** The reading, if all of its parts are remembered. */
function recall(memory: SearchMemory, query: SearchQuery, given: Given): Reading | undefined {
  const { understood } = given
  const isWritten = isWrittenUnasked(understood) ? false : memory.written.get(writtenKey(query, given))?.isWritten
  if (isWritten === undefined || memory.companies === undefined) return undefined
  const placed = recallPlace(memory, { query, given, isWritten })
  if (!placed) return undefined
  const words = typedWords(isWritten ? query.q : textWithout(query, given, placed.word))?.map((one) => memory.words.get(wordKey(one)))
  const chosen = query.category === null ? [] : memory.chosen.get(query.category)
  const entries = entriesAsked(given).map(([kind, id]) => memory.entries.get(entryKey(kind, id)))
  if (!words?.every((one) => one !== undefined) || !chosen || !entries.every((one) => one !== undefined)) return undefined
  return {
    isWritten,
    placed,
    words,
    chosen,
    entries: entries.flatMap(({ entry }) => entry ?? []),
    companies: memory.companies,
  }
}

const nowhere: Placed = { word: null, place: null, town: [], meanings: [] }

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
    memory.entries.set(entryKey(kind, id), { entry: entries.find((one) => one.kind === kind && one.text === id) })
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

import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/**
 * Requirements of each chapter at level 1 and level 2: OWASP ASVS 5.0.0, folder 5.0/en at the tag v5.0.0_release of github.com/OWASP/ASVS.
 * In total 70 and 183.
 */
const standard: readonly (readonly [level1: number, level2: number])[] = [
  ...([
    [8, 19],
    [4, 7],
    [8, 11],
    [2, 8],
    [4, 5],
    [13, 22],
    [6, 12],
    [4, 3],
    [4, 3],
  ] as const),
  ...([
    [5, 24],
    [3, 11],
    [3, 6],
    [1, 12],
    [2, 7],
    [3, 10],
    [0, 16],
    [0, 7],
  ] as const),
]

type Row = { id: string; level: number; topic: string; state: string; where: string }
type Source = { file: string; text: string }
type Read = (file: string) => string | undefined

const page = readFileSync('docs/security.md', 'utf8')
const rows = readRows(page)
const sources = globSync('src/**/*.{ts,tsx}')
  .filter((file) => !file.includes('.test.'))
  .sort()
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
const read: Read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

describe('docs/security.md', () => {
  test('has every requirement of levels 1 and 2 once, in order', () => {
    expect(countsOf(rows)).toEqual(standard)
    expect([1, 2].map((level) => rows.filter((row) => row.level === level).length)).toEqual([70, 183])
    expect(findOutOfOrder(rows)).toEqual([])
  })
  test('says of each what holds: a test or a reason, and the risk of what is open', () => expect(rows.flatMap(complainAbout)).toEqual([]))
  test('names files, functions and places in documents that exist', () => expect(findDeadNames(page, read)).toEqual([]))
  test('lists what is open at its top, and nothing else', () => {
    expect(idsIn(sectionOf(page, 'Open'))).toEqual(rows.filter(({ state }) => state === 'open').map(({ id }) => id))
  })
})

describe('the source', () => {
  test('was read', () => expect(sources.length).toBeGreaterThan(1_000))
  test('writes no raw HTML, evaluates no text, and uses no broken hash', () => expect(sources.flatMap(findDangers)).toEqual([]))
  test('has raw fragments of SQL in two files only, made of constants', () => {
    expect(sources.filter(({ text }) => text.includes('sql.raw(')).map(({ file }) => file)).toEqual([
      'src/supply/calendars/hours/store.ts',
      'src/supply/companies/details/store.ts',
    ])
  })
})

describe('each check finds its seeded fault', () => {
  const good: Row = { id: '1.2.3', level: 1, topic: 'A topic', state: 'met', where: '`tests/a.test.ts`' }
  const rowOf = (changes: Partial<Row>): Row => ({ ...good, ...changes })

  test('a row twice, out of order, missing', () => {
    const ids = ['1.1.1', '1.2.1', '1.1.2', '1.1.2', '1.10.1', '1.9.1']
    expect(findOutOfOrder(ids.map((id) => rowOf({ id })))).toEqual(['1.1.2', '1.1.2', '1.9.1'])
    expect(countsOf([rowOf({}), rowOf({ id: '17.1.1', level: 2 })])).not.toEqual(standard)
  })
  test.each<[Partial<Row>, string]>([
    [{ state: 'done' }, 'the state done'],
    [{ where: 'it is safe' }, 'neither a test nor a reason'],
    [{ state: 'open', where: 'Not built' }, 'open without its risk'],
    [{ state: 'not applicable', where: '' }, 'no reason'],
    [{ topic: 'one two three four five six seven eight nine ten eleven twelve thirteen' }, 'a long topic'],
  ])('%j', (changes, complaint) => expect(complainAbout(rowOf(changes))).toEqual([`1.2.3: ${complaint}`]))
  test('a good row of each kind', () => {
    const kinds: Partial<Row>[] = [
      { where: 'by reading: `src/a.ts`' },
      { where: '`docs/spec.md#limits`' },
      { state: 'open', where: 'None. Risk: much' },
    ]
    expect(kinds.flatMap((changes) => complainAbout(rowOf(changes)))).toEqual([])
  })
  test('names that lead nowhere', () => {
    const files: Record<string, string> = { 'src/a.ts': 'const go = 1', 'docs/b.md': '## Two words\n<a id="x"></a>' }
    const right = '`src/a.ts`, `src/a.ts:go`, `docs/b.md#two-words`, `docs/b.md#x`'
    const text = `${right}, \`src/a.ts:gone\`, \`src/b.test.ts\`, \`docs/b.md#y\`, \`SECURITY.md\``
    expect(findDeadNames(text, (file) => files[file])).toEqual(['src/a.ts:gone', 'src/b.test.ts', 'docs/b.md#y', 'SECURITY.md'])
  })
  test('dangerous code', () => {
    const texts = [
      '<p dangerouslySetInnerHTML={x} />',
      'a.innerHTML = x',
      'eval(x)',
      'new Function(x)',
      "createHash('md5')",
      "hash('sha1', x)",
    ]
    expect(texts.flatMap((text) => findDangers({ file: 'a', text }))).toHaveLength(6)
    expect(findDangers({ file: 'a', text: "retrieval(x); createHash('sha256')" })).toEqual([])
  })
})

function readRows(text: string): Row[] {
  const found = [...text.matchAll(/^\| v5\.0\.0-(\d+\.\d+\.\d+) \| (\d) \| ([^|]*) \| ([^|]*) \| ([^|]*) \|$/gm)]
  return found.map(([, id = '', level, topic = '', state = '', where = '']) => ({ id, level: Number(level), topic, state, where }))
}

const countsOf = (all: readonly Row[]) =>
  standard.map((_, at) => [1, 2].map((level) => all.filter((row) => row.id.startsWith(`${at + 1}.`) && row.level === level).length))

/** Ids that do not come after the one before them. */
const findOutOfOrder = (all: readonly Row[]) => all.slice(1).flatMap(({ id }, at) => (isAfter(all[at]?.id ?? '', id) ? [] : [id]))

function isAfter(before: string, id: string) {
  const [one, other] = [before, id].map((text) => text.split('.').map(Number))
  const place = one?.findIndex((part, at) => part !== other?.[at]) ?? -1
  return place >= 0 && (one?.[place] ?? 0) < (other?.[place] ?? 0)
}

function complainAbout({ id, topic, state, where }: Row) {
  const hasProof = /`[^`]*\.(?:test|spec)\.ts`|`docs\/[\w.-]+#[\w-]+`|`[A-Z]+\.md#|this page|by reading/.test(where)
  const complaints = [
    !['met', 'open', 'not applicable'].includes(state) && `the state ${state}`,
    state === 'met' && !hasProof && 'neither a test nor a reason',
    state === 'open' && !/\bRisk: \w/.test(where) && 'open without its risk',
    state === 'not applicable' && where.length < 5 && 'no reason',
    topic.split(' ').length > 12 && 'a long topic',
  ]
  return complaints.flatMap((one) => (one ? [`${id}: ${one}`] : []))
}

const sectionOf = (text: string, title: string) => text.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? ''

/** Ids in a text, sorted as in the table. */
function idsIn(text: string) {
  const ids = [...text.matchAll(/(?<![\d.])\d+\.\d+\.\d+(?![\d.]*\d)/g)].map(([id]) => id)
  return [...new Set(ids)].sort((one, other) => (isAfter(one, other) ? -1 : 1))
}

const named = /`((?:src|tests|e2e|scripts|sandbox|migrations|docs|deploy)\/[\w/.-]+\.\w+|[A-Z]+\.md|[a-z]+\.json)(?::(\w+)|#([\w-]+))?`/g

/** Files of this repository in backquotes, with a function or a heading behind them. */
function findDeadNames(text: string, readNamed: Read) {
  return [...text.matchAll(named)].flatMap(([whole, file = '', name, anchor]) => {
    const found = readNamed(file)
    const isThere =
      found !== undefined &&
      (name === undefined || new RegExp(`\\b${name}\\b`).test(found)) &&
      (anchor === undefined || found.includes(`<a id="${anchor}">`) || headingsOf(found).includes(anchor))
    return isThere ? [] : [whole.slice(1, -1)]
  })
}

const headingsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\-_ ]/gu, '')
      .replaceAll(' ', '-'),
  )

function findDangers({ file, text }: Source) {
  const dangers = [
    /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write\b/g,
    /\beval\(|new Function\(/g,
    /['"](?:md5|sha-?1)['"]/gi,
  ]
  return dangers.flatMap((one) => [...text.matchAll(one)]).map(([found]) => `${file}: ${found}`)
}

import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fileNameError, placeOf, unitOf } from '../scripts/architecture.ts'
import { readSyntax } from '../scripts/syntax.ts'
import { pure } from '../vitest.config.ts'

type Source = { file: string; text: string }

/** Written by a generator, not by hand. */
const generated = ['src/platform/server/tables.d.ts']

const longestFile = 300
const mostFiles = 30
const read = (pattern: string): Source[] => globSync(pattern).map((file) => ({ file, text: readFileSync(file, 'utf8') }))
const sources = read('src/**/*.{ts,tsx}').filter(({ file }) => !generated.includes(file))
const migrations = read('migrations/*.sql')

describe('the source tree', () => {
  test('was read', () => {
    expect(sources.length).toBeGreaterThan(20)
    expect(migrations.length).toBeGreaterThan(3)
  })
  test('names its files as the table says', () => expect(findNameFaults(globSync('src/**/*.*'))).toEqual([]))
  test('writes a table in one slice only, or in server/', () => {
    expect(findWriterFaults({ sources, migrations, later: [] })).toEqual([])
  })
  test('asks app.now() and never the clock of the database', () => expect(findDatabaseClocks(sources)).toEqual([]))
  test('passes time and chance in', () => expect(findOwnClocks(sources)).toEqual([]))
  test("finds the product's folder in one place", () => expect(findOwnPlaces(sources)).toEqual([]))
  test('keeps folders small', () => expect(findFullFolders(globSync('src/**/*.*'))).toEqual([]))
  test('keeps files short', () => expect(findLongFiles(sources)).toEqual([]))
  test('replaces timers and globals only in isolated tests', () => {
    const isolated = new Set(globSync(pure))
    const replacing = read('{src,tests,sandbox,scripts}/**/*.test.ts').filter(({ text }) =>
      /\bvi\.(useFakeTimers|stub\w+|mock)\(/.test(text),
    )
    expect(replacing.length).toBeGreaterThan(0)
    expect(replacing.map(({ file }) => file).filter((file) => !isolated.has(file))).toEqual([])
  })
  test('has no any and no silenced type error', () => expect(findSilencedTypes(sources)).toEqual([]))
})

describe('each check finds its seeded fault', () => {
  test('file names', () => {
    expect(
      findNameFaults([
        'src/orders/bookings/helpers.ts',
        'src/orders/bookings/store.ts',
        'src/platform/kit/Money.ts',
        'src/orders/bookings/ui/dialog.tsx',
      ]),
    ).toEqual([
      'src/orders/bookings/helpers.ts: a name that says nothing',
      'src/platform/kit/Money.ts: not a name for kit/',
      'src/orders/bookings/ui/dialog.tsx: not a name for bookings/',
    ])
  })

  const tables = [
    { file: 'migrations/1.sql', text: 'create table bookings (id int);\ncreate table if not exists public.ledger_entries (id int);' },
  ]
  const bookings = { file: 'src/orders/bookings/store.ts', text: "tx.insertInto('bookings as b'); tx.updateTable('bookings')" }
  const ledger = { file: 'src/money/payments/ledgerStore.ts', text: "db.insertInto('ledgerEntries')" }

  test('a table with one writer is fine, reading it elsewhere too', () => {
    const reader = { file: 'src/site/search/store.ts', text: "db.selectFrom('bookings'); sql`select 1 from bookings for update`" }
    expect(findWriterFaults({ sources: [bookings, ledger, reader], migrations: tables, later: [] })).toEqual([])
  })

  test.each([
    ['insertInto', "db.insertInto('bookings')"],
    ['updateTable', "db.updateTable('bookings')"],
    ['deleteFrom', "db.deleteFrom('bookings')"],
    ['insert into', 'sql`insert into bookings (id) values (${id})`'],
    ['update', "pool.query('update bookings b set id = 1')"],
    ['update in a with', 'sql`with gone as (update only public.bookings set id = 1 returning id) select id from gone`'],
    ['delete from', 'sql<{ id: string }>`\n  delete from "bookings"\n  where id = 1`'],
    ['truncate', "pool.query('truncate table bookings')"],
    ['merge into', "pool.query('merge into bookings using b on true')"],
  ])('a second writer: %s', (_verb, text) => {
    const second = { file: 'src/orders/reviews/store.ts', text }
    expect(findWriterFaults({ sources: [bookings, ledger, second], migrations: tables, later: [] })).toEqual([
      'bookings: written by bookings, reviews',
    ])
    const platform = { file: 'src/platform/server/jobs.ts', text }
    expect(findWriterFaults({ sources: [bookings, ledger, platform], migrations: tables, later: [] })).toEqual([
      'bookings: written by bookings, server',
    ])
  })

  test('a table without a writer, and an entry whose table has one by now', () => {
    expect(findWriterFaults({ sources: [bookings], migrations: tables, later: [] })).toEqual(['ledger_entries: written by nobody'])
    expect(findWriterFaults({ sources: [bookings], migrations: tables, later: ['ledger_entries'] })).toEqual([])
    expect(findWriterFaults({ sources: [bookings, ledger], migrations: tables, later: ['ledger_entries', 'x'] })).toEqual([
      'ledger_entries: listed as written later, but it has a writer',
      'x: listed as written later, but no migration creates it',
    ])
  })

  test('rows that a migration or its trigger writes count, and a dropped table does not', () => {
    const trigger = {
      file: 'migrations/2.sql',
      text: 'begin insert into ledger_entries values (1); end; create table old (id int); drop table old;',
    }
    expect(findWriterFaults({ sources: [bookings], migrations: [...tables, trigger], later: [] })).toEqual([])
  })

  test.each([
    'sql`select 1 from codes where expires_at > now()`',
    'sql`update codes set used_at = current_timestamp`',
    "db.selectFrom('codes').where('expiresAt', '>', eb.fn('now'))",
    "pool.query('select CLOCK_TIMESTAMP ( )')",
    'sql`select 1 where day >= current_date`',
    "sql`select 'now'::timestamptz`",
  ])('the database clock in a store: %s', (text) => {
    expect(findDatabaseClocks([{ file: 'src/foundation/accounts/codeStore.ts', text }])).toEqual(['src/foundation/accounts/codeStore.ts'])
  })
  test('a parameter from app.now() is fine', () => {
    expect(findDatabaseClocks([{ file: 'src/foundation/accounts/store.ts', text: 'sql`select 1 where known_at > ${now}`' }])).toEqual([])
  })

  test.each(['const a = Date.now()', 'const a = new Date()', 'const a = Math.random()'])('an own clock: %s', (text) => {
    expect(findOwnClocks([{ file: 'src/orders/bookings/rules.ts', text }])).toEqual(['src/orders/bookings/rules.ts'])
    expect(findOwnClocks([{ file: 'src/orders/bookings/rules.ts', text: 'const a = new Date(given)' }])).toEqual([])
  })

  test('a file that finds its own folder', () => {
    const text = 'const font = new URL(`../fonts/${name}`, import.meta.url)'
    expect(findOwnPlaces([{ file: 'src/platform/server/pen.ts', text }])).toEqual(['src/platform/server/pen.ts'])
    expect(findOwnPlaces([{ file: 'src/platform/server/productFolder.ts', text }])).toEqual([])
  })

  test('a folder of 31 files', () => {
    const files = (count: number) => Array.from({ length: count }, (_, index) => `src/orders/bookings/a${index}.ts`)
    expect(findFullFolders([...files(30), 'src/platform/kit/a.ts'])).toEqual([])
    expect(findFullFolders([...files(31), 'src/platform/kit/a.ts'])).toEqual(['src/orders/bookings: 31 files'])
  })

  test('a file of 301 lines', () => {
    const lines = (count: number) => ({ file: `src/platform/kit/a${count}.ts`, text: 'a\n'.repeat(count) })
    expect(findLongFiles([lines(300), lines(301)])).toEqual(['src/platform/kit/a301.ts: 301 lines'])
  })

  test.each(['let a: any', 'const a = b as any', 'type A = Map<string, any[]>', '// @ts-ignore\nlet a', '/* @ts-nocheck */'])(
    '%s',
    (text) => {
      expect(findSilencedTypes([{ file: 'src/platform/kit/a.ts', text }])).toEqual(['src/platform/kit/a.ts'])
      expect(findSilencedTypes([{ file: 'src/platform/kit/a.ts', text: "// any of them\nconst any = 'any'" }])).toEqual([])
    },
  )
})

function findNameFaults(files: string[]) {
  return files.flatMap((file) => {
    const fault = fileNameError(file)
    return fault ? [`${file}: ${fault}`] : []
  })
}

/**
 * Each table of the migrations that does not have exactly one writer: a slice, or server/. Rows written by a migration or its triggers are
 * not counted.
 */
function findWriterFaults({ sources, migrations, later }: { sources: Source[]; migrations: Source[]; later: string[] }) {
  const sql = migrations.map(({ text }) => text.replace(/--.*$/gm, '')).join('\n')
  const dropped = namesAfter(/\bdrop\s+table\s+(?:if\s+exists\s+)?/gi, sql)
  const tables = namesAfter(/\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?/gi, sql).filter(
    (table) => !dropped.includes(table),
  )
  const byMigration = writtenIn(sql)
  const writers = new Map<string, Set<string>>()
  for (const source of sources) {
    const place = placeOf(source.file)
    if (place.kind !== 'store' && place.folder !== 'server') continue
    const writer = unitOf(place) ?? place.folder
    for (const table of tablesWrittenBy(source)) writers.set(table, (writers.get(table) ?? new Set()).add(writer))
  }
  const faultOf = (table: string) => {
    const found = [...(writers.get(table) ?? [])].sort()
    if (found.length > 1) return `${table}: written by ${found.join(', ')}`
    if (later.includes(table)) return found.length ? `${table}: listed as written later, but it has a writer` : undefined
    return found.length || byMigration.includes(table) ? undefined : `${table}: written by nobody`
  }
  const unknown = later
    .filter((table) => !tables.includes(table))
    .map((table) => `${table}: listed as written later, but no migration creates it`)
  return [...tables.flatMap((table) => faultOf(table) ?? []), ...unknown]
}

function tablesWrittenBy({ file, text }: Source) {
  const { calls, texts } = readSyntax(file, text)
  const built = calls
    .filter(({ method }) => ['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto'].includes(method))
    .map(({ first = '' }) => snakeCase(bare(first.split(/\s+as\s+/i)[0] ?? '')))
  return [...built, ...texts.flatMap(({ value }) => writtenIn(value))]
}

/** Tables that a piece of SQL inserts into, updates or deletes from; `for update` and `do update set` are no writes of their own. */
const writtenIn = (sql: string) => [
  ...namesAfter(/\b(?:insert|merge)\s+into\s+(?:only\s+)?/gi, sql),
  ...namesAfter(/\bdelete\s+from\s+(?:only\s+)?/gi, sql),
  ...namesAfter(/\btruncate\s+(?:table\s+)?(?:only\s+)?/gi, sql),
  ...namesAfter(/(?<!\b(?:for|do|key)\s+)\bupdate\s+(?:only\s+)?(?=[\w."]+(?:\s+(?:as\s+)?\w+)?\s+set\b)/gi, sql),
]

const namesAfter = (start: RegExp, sql: string) =>
  [...sql.matchAll(new RegExp(`${start.source}([\\w."]+)`, start.flags))]
    .map((found) => bare(found[1] ?? ''))
    .filter((name) => name !== 'set')
const bare = (name: string) => name.replaceAll('"', '').replace(/^public\./, '')
const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const databaseClock =
  /\b(now|(clock|statement|transaction)_timestamp)\s*\(|\b(current_(timestamp|date|time)|localtime(stamp)?)\b|'now'|^now$/i
function findDatabaseClocks(sources: Source[]) {
  const stores = sources.filter(({ file }) => placeOf(file).kind === 'store')
  return stores
    .filter(({ file, text }) => readSyntax(file, text).texts.some(({ value }) => databaseClock.test(value)))
    .map(({ file }) => file)
}

/** In the bundle a file has another path: only src/platform/server/productFolder.ts finds the folder in both cases. */
function findOwnPlaces(files: Source[]) {
  return files
    .filter(({ file, text }) => !file.endsWith('/productFolder.ts') && /new URL\([^)]*import\.meta\.url/.test(text))
    .map(({ file }) => file)
}

/** STYLE.md rule 7, for all files of a slice except screens: a screen may read the browser's clock. */
function findOwnClocks(sources: Source[]) {
  const deciding = sources.filter(({ file }) => ['pure', 'store', 'actions', 'http', 'mails', 'jobs', 'pdf'].includes(placeOf(file).kind))
  const hasOwnClock = ({ file, text }: Source) => {
    const { calls, bareConstructions } = readSyntax(file, text)
    return bareConstructions.includes('Date') || calls.some((call) => ['Date.now', 'Math.random'].includes(`${call.root}.${call.method}`))
  }
  return deciding.filter(hasOwnClock).map(({ file }) => file)
}

function findFullFolders(files: string[]) {
  const folders = Object.entries(Object.groupBy(files, (file) => dirname(file)))
  return folders.filter(([, inside = []]) => inside.length > mostFiles).map(([folder, inside = []]) => `${folder}: ${inside.length} files`)
}

function findLongFiles(sources: Source[]) {
  const lengths = sources.map(({ file, text }) => ({ file, lines: text.trimEnd().split('\n').length }))
  return lengths.filter(({ lines }) => lines > longestFile).map(({ file, lines }) => `${file}: ${lines} lines`)
}

function findSilencedTypes(sources: Source[]) {
  const isSilenced = ({ file, text }: Source) => {
    const { anyCount, comments } = readSyntax(file, text)
    return anyCount > 0 || comments.some(({ value }) => /@ts-(ignore|nocheck)/.test(value))
  }
  return sources.filter(isSilenced).map(({ file }) => file)
}

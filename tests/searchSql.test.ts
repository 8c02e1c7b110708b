import { sql } from 'kysely'
import type { QueryConfig } from 'pg'
import { expect, test } from 'vitest'
import { openDatabase } from '#src/platform/server/db.ts'
import { searchCompanies } from '#src/site/search/query/actions.ts'
import { emptyQuery, type SearchQuery } from '#src/site/search/query/rules.ts'
import { makeCompany, makeService } from './factories.ts'
import { openTestApp } from './testApp.ts'

/*
 * The SQL that typical searches send, in `tests/searchSql/`, for reading and for seeing what a change does to it. After an intended change renew the
 * files with `node scripts/run.js vitest run tests/searchSql.test.ts -u`.
 */
const { app } = await openTestApp()
const now = new Date('2026-06-15T08:00:00Z')
const page = { limit: 24, offset: 0, now, hasStarts: true }

const searches: Record<string, Partial<SearchQuery>> = {
  'plain-service': { q: 'Fenster putzen' },
  'service-and-place': { q: 'Umzug', location: 'Hamburg' },
  typo: { q: 'Gebäuderenigung' },
  'company-name': { q: 'Malermeister Kurz' },
  category: { category: 'Garten' },
  'wanted-time': { q: 'Fenster putzen', when: { day: 'morgen', part: 'vormittag' } },
  'price-filter': { q: 'Abfluss reinigen', maxRateCents: 10_000, sorting: 'preis' },
  'map-view': { q: 'Reinigung', location: '20095 Hamburg', radius: 50, sorting: 'entfernung' },
  'nothing-found': { q: 'Zwirbelwerk' },
  'long-sentence': { q: 'Ich suche für nächste Woche jemanden, der in meiner Wohnung in Hamburg die Fenster putzt' },
  synonym: { q: 'Kaminkehrer' },
  'postal-code': { category: 'Handwerk', location: '80331' },
}

test.each(Object.entries(searches))('%s', async (name, query) => {
  await makeCompanies()
  const { db, sent } = recordStatements()
  await searchCompanies(db, { ...emptyQuery, q: 'x', ...page })
  sent.length = 0
  await searchCompanies(db, { ...emptyQuery, ...query, ...page })
  const statements = sent.filter(({ text }) => text.includes('search_')).map(write)
  await expect(statements.join('\n')).toMatchFileSnapshot(`searchSql/${name}.sql`)
})

async function makeCompanies() {
  for (const [companyName, category, location, catalogueId] of [
    ['Glas Nord', 'Reinigung', '20095 Hamburg', 'fenster-putzen'],
    ['Müller Gebäudereinigung', 'Reinigung', '22767 Hamburg', 'treppenhaus-reinigen'],
    ['Umzüge Elbe', 'Transport', '20095 Hamburg', 'umzug'],
    ['Rohr frei', 'Handwerk', '80331 München', 'abfluss-reinigen'],
    ['Malermeister Kurz', 'Handwerk', '80331 München', 'wohnung-streichen'],
    ['Schornsteinfeger Bonnke', 'Wartung', '50667 Köln', null],
    ['Hecken Süd', 'Garten', '80331 München', 'hecke-schneiden'],
  ] as const) {
    const { id } = await makeCompany(app, { companyName, category, location, description: 'Zuverlässig.' })
    if (catalogueId) await makeService(app, id, { catalogueId })
  }
  await sql`select search_count()`.execute(app.db)
}

/** A database that shares the connections of the test's, and the statements that it sends. */
function recordStatements() {
  const sent: QueryConfig[] = []
  const connect = async () => {
    const client = await app.pool.connect()
    const query = (statement: QueryConfig) => {
      sent.push(statement)
      return client.query(statement)
    }
    return { query, release: () => client.release() }
  }
  const db = openDatabase({ options: app.pool.options, connect, end: async () => undefined })
  return { db, sent }
}

/** A statement with one clause a line, and its values. */
function write({ text, values = [] }: QueryConfig) {
  const tokens = [...text.replace(/--.*$|\/\*.*?\*\//gm, '').matchAll(/(\s*)('(?:[^']|'')*'|[(),]|[^\s(),']+)/g)]
  const nodes = parse(tokens.map(([, space = '', token = '']) => ({ space: space === '' ? '' : ' ', token })))
  const shown = values.map((value, at) => {
    const isTerms = Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'number')
    const json = isTerms ? `${value.length} terms` : JSON.stringify(value)
    return `-- $${at + 1} ${json.length > 100 ? `${json.slice(0, 100)}…` : json}\n`
  })
  return `${layOut(nodes, '')};\n${shown.join('')}`
}

type Node = { space: string; token: string; inside?: Node[] }

/** Turns parentheses into nodes with what is inside. */
function parse(tokens: Node[]): Node[] {
  const nodes: Node[] = []
  for (let next = tokens.shift(); next && next.token !== ')'; next = tokens.shift())
    nodes.push(next.token === '(' ? { ...next, inside: parse(tokens) } : next)
  return nodes
}

const clauses = /^(with|select|from|where|and|or|group|order|limit|union|join)$/
const widest = 110

/** Begins a line before each clause, and where a line becomes too wide. */
function layOut(nodes: Node[], indent: string) {
  let text = ''
  nodes.forEach(({ space, token, inside }, at) => {
    const before = nodes[at - 1]?.token
    const isClause = (clauses.test(token) && before !== 'left') || (token === 'left' && nodes[at + 1]?.token === 'join')
    const isWide = (before === ',' || token === 'when' || token === 'else') && text.length - text.lastIndexOf('\n') > widest - 30
    const isBroken = at > 0 && (isClause || isWide)
    text += isBroken ? `\n${indent}${isClause ? '' : '  '}` : at > 0 ? space : ''
    text += inside ? group(inside, indent) : token
  })
  return text
}

/** A subquery and what is wide are laid out in lines of their own. */
function group(inside: Node[], indent: string) {
  const flat = flatten(inside)
  const isSubquery = /^(select|with)\b/.test(flat)
  return isSubquery || flat.length > widest ? `(\n${indent}  ${layOut(inside, `${indent}  `)}\n${indent})` : `(${flat})`
}

const flatten = (nodes: Node[]): string =>
  nodes.map(({ space, token, inside }, at) => `${at > 0 ? space : ''}${inside ? `(${flatten(inside)})` : token}`).join('')

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { checkBorders, reportBorders } from '../scripts/borders.ts'
import { ladder } from '../scripts/house.ts'

type Tree = Record<string, string>

/** A small project in which every allowed kind of import occurs once. */
const clean: Tree = {
  'src/main.ts': `import { stripePayments } from './ports/stripePayments.ts'\nimport { bookingsHttp } from '#src/bookings/http.ts'\nvoid import(build)`,
  'src/wiring.ts': `import { bookingsHttp } from '#src/bookings/http.ts'\nexport type Calls = typeof bookingsHttp`,
  'src/routes.ts': `export default []`,
  'src/root.tsx': `import { nonceOf } from '#src/server/pageContext.ts'\nimport { Header } from '#src/web/shell/Header.tsx'`,
  'src/entry.client.tsx': `import { hydrateRoot } from 'react-dom/client'`,
  'src/entry.server.tsx': `import { nonceOf } from '#src/server/pageContext.ts'`,
  'src/kit/money.ts': `export const shareOf = 1`,
  'src/server/db.ts': `import pg from 'pg'\nexport const query = (pool) => pool.query('select 1 from now')`,
  'src/server/mail/layout.ts': `import { createElement } from 'react'`,
  'src/server/pageContext.ts': `export const nonceOf = 1`,
  'src/server/jobs.ts': `export const jobs = 1`,
  'src/ports/payments.ts': `export type Payments = { refund: () => void }`,
  'src/ports/stripePayments.ts': `import type { Payments } from './payments.ts'\nimport Stripe from 'stripe'`,
  'src/web/Header.tsx': `import { call } from './call.ts'`,
  'src/web/call.ts': `import type { Calls } from '#src/wiring.ts'`,
  'src/web/styles/tokens.css': `a {}`,
  'src/companies/rules.ts': `import { z } from 'zod'`,
  'src/companies/actions.ts': `export const findListed = 1`,
  'src/companies/store.ts': `export const list = (db) => db.selectFrom('companies')`,
  'src/bookings/rules.ts': `import { z } from 'zod'\nimport { shareOf } from '#src/kit/money.ts'\nexport * from '#src/companies/rules.ts'`,
  'src/bookings/store.ts': `import { sql } from 'kysely'\nimport type pg from 'pg'\nimport './rules.ts'\nimport { query } from '#src/server/db.ts'\nexport const find = sql\`select 1\``,
  'src/bookings/attachmentStore.ts': `import { find } from './store.ts'\nexport const drop = (db) => db.deleteFrom('attachments')`,
  'src/bookings/actions.ts': `import { find } from './store.ts'\nimport '#src/companies/actions.ts'\nimport type { Payments } from '#src/ports/payments.ts'\nimport { randomUUID } from 'node:crypto'`,
  'src/bookings/http.ts': `import { Hono } from 'hono'\nimport './actions.ts'\nimport '#src/server/db.ts'\nexport const bookingsHttp = 1`,
  'src/bookings/mails.ts': `import './rules.ts'\nimport '#src/kit/money.ts'\nimport '#src/server/mail/layout.ts'`,
  'src/bookings/jobs.ts': `import { z } from 'zod'\nimport './actions.ts'\nimport { jobs } from '#src/server/jobs.ts'`,
  'src/bookings/receipts/rules.ts': `import '../rules.ts'`,
  'src/bookings/receipts/pdf.ts': `import './rules.ts'\nimport '#src/server/pdf/pen.ts'`,
  'src/bookings/receipts/ReceiptPage.tsx': `import { findListed } from '#src/companies/actions.ts'`,
  'src/server/pdf/pen.ts': `export const pen = 1`,
  'src/bookings/bookings.test.ts': `import { world } from '../../tests/world.ts'\nimport '#src/ports/stripePayments.ts'`,
  'src/bookings/ui/BookingDialog.tsx': `import '#src/bookings/rules.ts'\nexport const BookingDialog = 1`,
  'src/companies/ui/ServicePage.tsx': `import { list } from '../store.ts'\nimport { nonceOf } from '#src/server/pageContext.ts'\nimport { lazy } from 'react'\nlazy(() => import('#src/bookings/ui/BookingDialog.tsx'))`,
  'sandbox/main.ts': `import Stripe from 'stripe'`,
}

type Seed = { crosses: string[]; fault: string; tree: Tree }
const seeds: Seed[] = [
  { crosses: ['kit is pure'], fault: 'kit imports a package', tree: { 'src/kit/text.ts': `import { z } from 'zod'` } },
  {
    crosses: ['pure: kit, pure'],
    fault: 'rules read the clock of the machine',
    tree: { 'src/plans/rules.ts': `import '#src/server/db.ts'` },
  },
  {
    crosses: ['store: pure, server/db, kit'],
    fault: 'a store asks the store of another slice',
    tree: { 'src/bookings/store.ts': `import '#src/companies/store.ts'` },
  },
  {
    crosses: ['actions: own files, kit, server, promises of ports, actions, stores, mails and pure above'],
    fault: 'an action calls the endpoint of a slice above',
    tree: { 'src/bookings/actions.ts': `import '#src/companies/http.ts'`, 'src/companies/http.ts': '' },
  },
  {
    crosses: ['http: own files, server, kit, actions and pure above'],
    fault: 'an endpoint, split off by behaviour, reads the store of another slice',
    tree: { 'src/bookings/attachmentHttp.ts': `export { list } from '#src/companies/store.ts'` },
  },
  {
    crosses: ['mails: own pure, kit, server/mail'],
    fault: 'a mail reads the store',
    tree: { 'src/bookings/mails.ts': `import './store.ts'` },
  },
  {
    crosses: ['pdf: own pure, kit, server/pdf'],
    fault: 'a document reads the store of its own slice',
    tree: { 'src/bookings/receipts/pdf.ts': `import '../store.ts'` },
  },
  {
    crosses: ['jobs: own stores, actions and pure above, server/jobs'],
    fault: 'a job goes to the store of another slice',
    tree: { 'src/bookings/jobs.ts': `import '#src/companies/store.ts'` },
  },
  {
    crosses: ['ui: ui, web, pure, kit'],
    fault: 'a screen imports the shell',
    tree: { 'src/bookings/ui/Steps.tsx': `import '../../root.tsx'` },
  },
  {
    crosses: ['browser code never reaches the server', 'ui: ui, web, pure, kit'],
    fault: 'a dialog loads its store, dynamically',
    tree: { 'src/bookings/ui/BookingDialog.tsx': `const store = await import('../store.ts')` },
  },
  {
    crosses: ['browser code never reaches the server', 'ui: ui, web, pure, kit'],
    fault: 'a page loads the store of another slice',
    tree: { 'src/search/ui/HomePage.tsx': `import { list } from '#src/companies/store.ts'` },
  },
  {
    crosses: ['browser code never reaches the server'],
    fault: 'an inline type import of the wiring, which stays as an import at run time, without its ending',
    tree: { 'src/web/Steps.tsx': `import { type Calls } from '/src/wiring'` },
  },
  { crosses: ['browser code never reaches the server'], fault: 'the shell reads files', tree: { 'src/web/Logo.tsx': `import 'node:fs'` } },
  {
    crosses: ['a .ts imports a .tsx only as a type'],
    fault: 'web/*.ts imports a component',
    tree: { 'src/web/toast.ts': `export { Header } from './Header.tsx'` },
  },
  {
    crosses: ['the ladder'],
    fault: 'a slice uses one below',
    tree: { 'src/companies/rules.ts': `import type { A } from '#src/reviews/rules.ts'` },
  },
  {
    crosses: ['the machine knows no slice'],
    fault: 'server/ knows bookings',
    tree: { 'src/server/app.ts': `import type { B } from '#src/bookings/rules.ts'` },
  },
  { crosses: ['the machine knows no slice'], fault: 'web/ knows rules', tree: { 'src/web/form.ts': `import '#src/bookings/rules.ts'` } },
  {
    crosses: ['server and ports never reach the browser'],
    fault: 'a mail part uses the shell',
    tree: { 'src/server/mail/parts.ts': `import '../../web/call.ts'` },
  },
  {
    crosses: ['the driver lives in server/'],
    fault: 'an action opens a pool',
    tree: { 'src/bookings/actions.ts': `import { Pool } from 'pg'` },
  },
  {
    crosses: [
      'adapters are wired by main.ts alone',
      'actions: own files, kit, server, promises of ports, actions, stores, mails and pure above',
    ],
    fault: 'an action takes the adapter',
    tree: { 'src/bookings/actions.ts': `import { stripePayments } from '#src/ports/stripePayments.ts'` },
  },
  {
    crosses: ['src stands alone'],
    fault: 'the server starts the sandbox',
    tree: { 'src/server/start.ts': `import '../../sandbox/main.ts'` },
  },
  {
    crosses: ['the sandbox stands alone'],
    fault: 'the sandbox borrows money',
    tree: { 'sandbox/main.ts': `import { shareOf } from '#src/kit/money.ts'` },
  },
  {
    crosses: ['SQL only in store.ts'],
    fault: 'sql template in an action',
    tree: { 'src/bookings/actions.ts': 'const a = sql<number>`update bookings`' },
  },
  {
    crosses: ['SQL only in store.ts'],
    fault: 'query builder in an endpoint',
    tree: { 'src/bookings/http.ts': `app.db.selectFrom('bookings')` },
  },
  {
    crosses: ['SQL only in store.ts'],
    fault: 'plain query in a page',
    tree: { 'src/search/ui/HomePage.tsx': `app.pool.query('select id from bookings')` },
  },
  {
    crosses: ['SQL only in store.ts'],
    fault: 'SQL kept in a constant',
    tree: { 'src/bookings/rules.ts': 'const text = `\n  delete from bookings`' },
  },
  {
    crosses: ['every import can be read'],
    fault: 'a target known only at run time',
    tree: { 'src/bookings/ui/Steps.tsx': 'await import("../" + name)' },
  },
  {
    crosses: ['every import can be read'],
    fault: 'files taken in by pattern',
    tree: { 'src/web/Icons.tsx': `import.meta.glob('../*/store.ts')` },
  },
  {
    crosses: ['no circles'],
    fault: 'two actions call each other',
    tree: { 'src/companies/actions.ts': `import './photoActions.ts'`, 'src/companies/photoActions.ts': `import './actions.ts'` },
  },
  { crosses: ['no file name outside the table'], fault: 'utils', tree: { 'src/kit/utils.ts': '' } },
  { crosses: ['no file name outside the table'], fault: 'two folders deep', tree: { 'src/bookings/receipts/old/store.ts': '' } },
  { crosses: ['no file name outside the table'], fault: 'a folder that says nothing', tree: { 'src/bookings/services/store.ts': '' } },
  { crosses: ['no file name outside the table'], fault: 'a lower-case screen', tree: { 'src/bookings/ui/dialog.tsx': '' } },
  { crosses: ['no file name outside the table'], fault: 'a loose file in src', tree: { 'src/global.d.ts': '' } },
  { crosses: ['only known folders'], fault: 'a new folder', tree: { 'src/common/money.ts': '' } },
]

describe('the border check', () => {
  test('finds nothing in a clean project and reports the number of files and imports', () => {
    const root = build(clean)
    expect(checkBorders(root)).toEqual({ files: Object.keys(clean).length, imports: 45, violations: [] })
    expect(reportBorders(root)).toEqual({ isClean: true, text: '34 files, 45 imports read, 0 borders crossed' })
  })

  test.each(seeds)('finds: $fault', ({ crosses, tree }) => {
    const { violations } = checkBorders(build({ ...clean, ...tree }))
    expect([...new Set(violations.map(({ rule }) => rule))].sort()).toEqual(crosses.toSorted())
    expect(Object.keys(tree)).toEqual(expect.arrayContaining(violations.map(({ from }) => from)))
  })

  test('every rule has a seed', () => {
    const source = readFileSync('scripts/borders.ts', 'utf8')
    const rules = [...source.matchAll(/\brule: '([^']+)'/g)].map((found) => found[1])
    expect(rules.length).toBeGreaterThan(20)
    expect([...new Set(seeds.flatMap(({ crosses }) => crosses))].sort()).toEqual(rules.sort())
  })

  test('names the files on a circle', () => {
    const { violations } = checkBorders(
      build({ ...clean, 'src/kit/a.ts': `import './b.ts'`, 'src/kit/b.ts': `import './c.ts'`, 'src/kit/c.ts': `export * from './a'` }),
    )
    expect(violations).toEqual([{ rule: 'no circles', from: 'src/kit/a.ts', to: 'src/kit/b.ts → src/kit/c.ts → src/kit/a.ts' }])
  })

  test('a circle of types is one, too', () => {
    const { violations } = checkBorders(
      build({ ...clean, 'src/kit/a.ts': `import type { B } from './b.ts'`, 'src/kit/b.ts': `import './a.ts'` }),
    )
    expect(violations.map(({ rule }) => rule)).toEqual(['no circles'])
  })

  test('reports too few files as an error', () => {
    expect(() => reportBorders(build({ 'src/kit/money.ts': '' }))).toThrow(/^only 1 files read under .*: the check checks nothing$/)
    expect(() => reportBorders(build({}))).toThrow(/only 0 files/)
  })

  test('calls a file that it cannot parse an error', () => {
    expect(() => checkBorders(build({ ...clean, 'src/kit/text.ts': 'export const = 1' }))).toThrow(/src\/kit\/text\.ts/)
  })

  test('ends with code 1 and the violation as a command, 0 when clean', () => {
    const crossed = runCommand(build({ ...clean, 'src/kit/text.ts': `import 'zod'` }))
    expect(crossed).toEqual({ status: 1, stdout: 'kit is pure: src/kit/text.ts → zod\n35 files, 46 imports read, 1 borders crossed\n' })
    expect(runCommand(build(clean))).toEqual({ status: 0, stdout: '34 files, 45 imports read, 0 borders crossed\n' })
    expect(runCommand(build({}))).toEqual({ status: 1, stdout: '' })
  })

  test('knows the order of the slices', () => {
    expect(ladder.join(' ')).toBe(
      'legal accounts files payments companies plans services calendars bookings messages reviews payouts taxes refunds withdrawals documents mailings support search customers quotes dashboard closings admin',
    )
  })
})

const built: string[] = []
afterEach(() => {
  for (const root of built.splice(0)) rmSync(root, { recursive: true })
})

function build(tree: Tree) {
  const root = mkdtempSync(join(tmpdir(), 'borders-'))
  built.push(root)
  for (const [file, source] of Object.entries(tree)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), source)
  }
  return root
}

function runCommand(cwd: string) {
  const { status, stdout } = spawnSync(process.execPath, [resolve('scripts/borders.ts')], { cwd, encoding: 'utf8' })
  return { status, stdout }
}

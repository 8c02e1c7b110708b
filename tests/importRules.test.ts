import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { groups } from '../scripts/architecture.ts'
import { checkImports, reportImports } from '../scripts/importRules.ts'

type Tree = Record<string, string>

/** A small project in which every allowed kind of import occurs once. */
const clean: Tree = {
  'src/main.ts': `import { stripePayments } from './platform/ports/stripePayments.ts'\nimport { bookingsHttp } from '#src/orders/bookings/http.ts'\nvoid import(build)`,
  'src/wiring.ts': `import { bookingsHttp } from '#src/orders/bookings/http.ts'\nexport type Calls = typeof bookingsHttp`,
  'src/routes.ts': `export default []`,
  'src/root.tsx': `import { nonceOf } from '#src/platform/server/pageContext.ts'\nimport { Header } from '#src/platform/web/shell/Header.tsx'`,
  'src/entry.client.tsx': `import { hydrateRoot } from 'react-dom/client'`,
  'src/entry.server.tsx': `import { nonceOf } from '#src/platform/server/pageContext.ts'`,
  'src/platform/kit/money.ts': `export const shareOf = 1`,
  'src/platform/server/db.ts': `import pg from 'pg'\nexport const query = (pool) => pool.query('select 1 from now')`,
  'src/platform/server/mail/layout.ts': `import { createElement } from 'react'`,
  'src/platform/server/pageContext.ts': `export const nonceOf = 1`,
  'src/platform/server/jobs.ts': `export const jobs = 1`,
  'src/platform/ports/payments.ts': `export type Payments = { refund: () => void }`,
  'src/platform/ports/stripePayments.ts': `import type { Payments } from './payments.ts'\nimport Stripe from 'stripe'`,
  'src/platform/web/Header.tsx': `import { call } from './call.ts'`,
  'src/platform/web/call.ts': `import type { Calls } from '#src/wiring.ts'`,
  'src/platform/web/styles/tokens.css': `a {}`,
  'src/supply/companies/rules.ts': `import { z } from 'zod'`,
  'src/supply/companies/actions.ts': `export const findListed = 1`,
  'src/supply/companies/store.ts': `export const list = (db) => db.selectFrom('companies')`,
  'src/orders/bookings/rules.ts': `import { z } from 'zod'\nimport { shareOf } from '#src/platform/kit/money.ts'\nexport * from '#src/supply/companies/rules.ts'`,
  'src/orders/bookings/store.ts': `import { sql } from 'kysely'\nimport type pg from 'pg'\nimport './rules.ts'\nimport { query } from '#src/platform/server/db.ts'\nexport const find = sql\`select 1\``,
  'src/orders/bookings/attachmentStore.ts': `import { find } from './store.ts'\nexport const drop = (db) => db.deleteFrom('attachments')`,
  'src/orders/bookings/actions.ts': `import { find } from './store.ts'\nimport '#src/supply/companies/actions.ts'\nimport type { Payments } from '#src/platform/ports/payments.ts'\nimport { randomUUID } from 'node:crypto'`,
  'src/orders/bookings/http.ts': `import { Hono } from 'hono'\nimport './actions.ts'\nimport '#src/platform/server/db.ts'\nexport const bookingsHttp = 1`,
  'src/orders/bookings/mails.ts': `import './rules.ts'\nimport '#src/platform/kit/money.ts'\nimport '#src/platform/server/mail/layout.ts'`,
  'src/orders/bookings/jobs.ts': `import { z } from 'zod'\nimport './actions.ts'\nimport { jobs } from '#src/platform/server/jobs.ts'`,
  'src/orders/bookings/receipts/rules.ts': `import '../rules.ts'`,
  'src/orders/bookings/receipts/pdf.ts': `import './rules.ts'\nimport '#src/platform/server/pdf/writer.ts'`,
  'src/orders/bookings/receipts/ReceiptPage.tsx': `import { findListed } from '#src/supply/companies/actions.ts'`,
  'src/platform/server/pdf/writer.ts': `export const pen = 1`,
  'src/orders/bookings/bookings.test.ts': `import { testApp } from '../../../tests/testApp.ts'\nimport '#src/platform/ports/stripePayments.ts'`,
  'src/orders/bookings/ui/BookingDialog.tsx': `import '#src/orders/bookings/rules.ts'\nexport const BookingDialog = 1`,
  'src/site/search/store.ts': `export const list = (db) => db.selectFrom('companies')`,
  'src/site/search/ui/ServicePage.tsx': `import { list } from '../store.ts'\nimport { nonceOf } from '#src/platform/server/pageContext.ts'\nimport { lazy } from 'react'\nlazy(() => import('#src/orders/bookings/ui/BookingDialog.tsx'))`,
  'sandbox/main.ts': `import Stripe from 'stripe'`,
}

type Seed = { crosses: string[]; fault: string; tree: Tree }
const seeds: Seed[] = [
  { crosses: ['kit is pure'], fault: 'kit imports a package', tree: { 'src/platform/kit/text.ts': `import { z } from 'zod'` } },
  {
    crosses: ['pure: kit, pure'],
    fault: 'rules read the clock of the machine',
    tree: { 'src/money/plans/rules.ts': `import '#src/platform/server/db.ts'` },
  },
  {
    crosses: ['store: pure, server/db, kit'],
    fault: 'a store asks the store of another slice',
    tree: { 'src/orders/bookings/store.ts': `import '#src/supply/companies/store.ts'` },
  },
  {
    crosses: ['actions: own files, kit, server, promises of ports, actions, stores, mails and pure above'],
    fault: 'an action calls the endpoint of a slice above',
    tree: { 'src/orders/bookings/actions.ts': `import '#src/supply/companies/http.ts'`, 'src/supply/companies/http.ts': '' },
  },
  {
    crosses: ['http: own files, server, kit, actions and pure above'],
    fault: 'an endpoint, split off by behaviour, reads the store of another slice',
    tree: { 'src/orders/bookings/attachmentHttp.ts': `export { list } from '#src/supply/companies/store.ts'` },
  },
  {
    crosses: ['mails: own pure, kit, server/mail'],
    fault: 'a mail reads the store',
    tree: { 'src/orders/bookings/mails.ts': `import './store.ts'` },
  },
  {
    crosses: ['pdf: own pure, kit, server/pdf'],
    fault: 'a document reads the store of its own slice',
    tree: { 'src/orders/bookings/receipts/pdf.ts': `import '../store.ts'` },
  },
  {
    crosses: ['jobs: own stores, actions and pure above, server/jobs'],
    fault: 'a job goes to the store of another slice',
    tree: { 'src/orders/bookings/jobs.ts': `import '#src/supply/companies/store.ts'` },
  },
  {
    crosses: ['ui: ui, web, pure, kit'],
    fault: 'a screen imports the shell',
    tree: { 'src/orders/bookings/ui/Steps.tsx': `import '../../../root.tsx'` },
  },
  {
    crosses: ['browser code never reaches the server', 'ui: ui, web, pure, kit'],
    fault: 'a dialog loads its store, dynamically',
    tree: { 'src/orders/bookings/ui/BookingDialog.tsx': `const store = await import('../store.ts')` },
  },
  {
    crosses: ['browser code never reaches the server', 'ui: ui, web, pure, kit'],
    fault: 'a page loads the store of another slice',
    tree: { 'src/site/search/ui/HomePage.tsx': `import { list } from '#src/supply/companies/store.ts'` },
  },
  {
    crosses: ['browser code never reaches the server'],
    fault: 'an inline type import of the wiring, which stays as an import at run time, without its ending',
    tree: { 'src/platform/web/Steps.tsx': `import { type Calls } from '/src/wiring'` },
  },
  {
    crosses: ['browser code never reaches the server'],
    fault: 'the shell reads files',
    tree: { 'src/platform/web/Logo.tsx': `import 'node:fs'` },
  },
  {
    crosses: ['a .ts imports a .tsx only as a type'],
    fault: 'web/*.ts imports a component',
    tree: { 'src/platform/web/toast.ts': `export { Header } from './Header.tsx'` },
  },
  {
    crosses: ['slices of a group stand in order'],
    fault: 'a slice uses a later one of its group',
    tree: { 'src/supply/companies/rules.ts': `import type { A } from '#src/supply/services/rules.ts'` },
  },
  {
    crosses: ['a group imports from itself and from lower groups'],
    fault: 'supply uses orders',
    tree: { 'src/supply/companies/rules.ts': `import type { A } from '#src/orders/reviews/rules.ts'` },
  },
  {
    crosses: ['a group imports from itself and from lower groups'],
    fault: 'a screen of supply shows one of orders',
    tree: { 'src/supply/companies/ui/Profile.tsx': `import { Stars } from '#src/orders/reviews/ui/Stars.tsx'` },
  },
  {
    crosses: ['a group imports from itself and from lower groups'],
    fault: 'the server knows bookings',
    tree: { 'src/platform/server/app.ts': `import type { B } from '#src/orders/bookings/rules.ts'` },
  },
  {
    crosses: ['server and ports never reach the browser'],
    fault: 'a mail part uses the shell',
    tree: { 'src/platform/server/mail/parts.ts': `import '../../web/call.ts'` },
  },
  {
    crosses: ['the driver lives in server/'],
    fault: 'an action opens a pool',
    tree: { 'src/orders/bookings/actions.ts': `import { Pool } from 'pg'` },
  },
  {
    crosses: [
      'adapters are wired by main.ts alone',
      'actions: own files, kit, server, promises of ports, actions, stores, mails and pure above',
    ],
    fault: 'an action takes the adapter',
    tree: { 'src/orders/bookings/actions.ts': `import { stripePayments } from '#src/platform/ports/stripePayments.ts'` },
  },
  {
    crosses: ['src stands alone'],
    fault: 'the server starts the sandbox',
    tree: { 'src/platform/server/start.ts': `import '../../../sandbox/main.ts'` },
  },
  {
    crosses: ['the sandbox stands alone'],
    fault: 'the sandbox borrows money',
    tree: { 'sandbox/main.ts': `import { shareOf } from '#src/platform/kit/money.ts'` },
  },
  {
    crosses: ['SQL only in store.ts'],
    fault: 'sql template in an action',
    tree: { 'src/orders/bookings/actions.ts': 'const a = sql<number>`update bookings`' },
  },
  {
    crosses: ['SQL only in store.ts'],
    fault: 'query builder in an endpoint',
    tree: { 'src/orders/bookings/http.ts': `app.db.selectFrom('bookings')` },
  },
  {
    crosses: ['SQL only in store.ts'],
    fault: 'plain query in a page',
    tree: { 'src/site/search/ui/HomePage.tsx': `app.pool.query('select id from bookings')` },
  },
  {
    crosses: ['SQL only in store.ts'],
    fault: 'SQL kept in a constant',
    tree: { 'src/orders/bookings/rules.ts': 'const text = `\n  delete from bookings`' },
  },
  {
    crosses: ['every import can be read'],
    fault: 'a target known only at run time',
    tree: { 'src/orders/bookings/ui/Steps.tsx': 'await import("../" + name)' },
  },
  {
    crosses: ['every import can be read'],
    fault: 'files taken in by pattern',
    tree: { 'src/platform/web/Icons.tsx': `import.meta.glob('../*/store.ts')` },
  },
  {
    crosses: ['no circles'],
    fault: 'two actions call each other',
    tree: {
      'src/supply/companies/actions.ts': `import './photoActions.ts'`,
      'src/supply/companies/photoActions.ts': `import './actions.ts'`,
    },
  },
  { crosses: ['no file name outside the table'], fault: 'utils', tree: { 'src/platform/kit/utils.ts': '' } },
  { crosses: ['no file name outside the table'], fault: 'two folders deep', tree: { 'src/orders/bookings/receipts/old/store.ts': '' } },
  {
    crosses: ['no file name outside the table'],
    fault: 'a folder that says nothing',
    tree: { 'src/orders/bookings/services/store.ts': '' },
  },
  { crosses: ['no file name outside the table'], fault: 'a lower-case screen', tree: { 'src/orders/bookings/ui/dialog.tsx': '' } },
  { crosses: ['no file name outside the table'], fault: 'a loose file in src', tree: { 'src/global.d.ts': '' } },
  { crosses: ['only known folders'], fault: 'a new slice', tree: { 'src/orders/common/money.ts': '' } },
  { crosses: ['only known folders'], fault: 'a new group', tree: { 'src/extras/gifts/rules.ts': '' } },
]

describe('the border check', () => {
  test('finds nothing in a clean project and reports the number of files and imports', () => {
    const root = build(clean)
    expect(checkImports(root)).toEqual({ files: Object.keys(clean).length, imports: 45, violations: [] })
    expect(reportImports(root)).toEqual({ isClean: true, text: '35 files, 45 imports read, 0 violations' })
  })

  test.each(seeds)('finds: $fault', ({ crosses, tree }) => {
    const { violations } = checkImports(build({ ...clean, ...tree }))
    expect([...new Set(violations.map(({ rule }) => rule))].sort()).toEqual(crosses.toSorted())
    expect(Object.keys(tree)).toEqual(expect.arrayContaining(violations.map(({ from }) => from)))
  })

  test('every rule has a seed', () => {
    const source = readFileSync('scripts/importRules.ts', 'utf8')
    const rules = [...source.matchAll(/\brule: '([^']+)'/g)].map((found) => found[1])
    expect(rules.length).toBeGreaterThan(20)
    expect([...new Set(seeds.flatMap(({ crosses }) => crosses))].sort()).toEqual(rules.sort())
  })

  test('names the files on a circle', () => {
    const { violations } = checkImports(
      build({
        ...clean,
        'src/platform/kit/a.ts': `import './b.ts'`,
        'src/platform/kit/b.ts': `import './c.ts'`,
        'src/platform/kit/c.ts': `export * from './a'`,
      }),
    )
    expect(violations).toEqual([
      { rule: 'no circles', from: 'src/platform/kit/a.ts', to: 'src/platform/kit/b.ts → src/platform/kit/c.ts → src/platform/kit/a.ts' },
    ])
  })

  test('a circle of types is one, too', () => {
    const { violations } = checkImports(
      build({ ...clean, 'src/platform/kit/a.ts': `import type { B } from './b.ts'`, 'src/platform/kit/b.ts': `import './a.ts'` }),
    )
    expect(violations.map(({ rule }) => rule)).toEqual(['no circles'])
  })

  test('reports too few files as an error', () => {
    expect(() => reportImports(build({ 'src/platform/kit/money.ts': '' }))).toThrow(
      /^only 1 files read under .*: the check checks nothing$/,
    )
    expect(() => reportImports(build({}))).toThrow(/only 0 files/)
  })

  test('calls a file that it cannot parse an error', () => {
    expect(() => checkImports(build({ ...clean, 'src/platform/kit/text.ts': 'export const = 1' }))).toThrow(/src\/platform\/kit\/text\.ts/)
  })

  test('ends with code 1 and the violation as a command, 0 when clean', () => {
    const crossed = runCommand(build({ ...clean, 'src/platform/kit/text.ts': `import 'zod'` }))
    expect(crossed).toEqual({
      status: 1,
      stdout: 'kit is pure: src/platform/kit/text.ts → zod\n36 files, 46 imports read, 1 violations\n',
    })
    expect(runCommand(build(clean))).toEqual({ status: 0, stdout: '35 files, 45 imports read, 0 violations\n' })
    expect(runCommand(build({}))).toEqual({ status: 1, stdout: '' })
  })

  test('knows the order of the groups', () => {
    expect(Object.keys(groups).join(' ')).toBe('platform foundation supply money orders site backoffice')
  })
})

const built: string[] = []
afterEach(() => {
  for (const root of built.splice(0)) rmSync(root, { recursive: true })
})

function build(tree: Tree) {
  const root = mkdtempSync(join(tmpdir(), 'import-rules-'))
  built.push(root)
  for (const [file, source] of Object.entries(tree)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), source)
  }
  return root
}

function runCommand(cwd: string) {
  const { status, stdout } = spawnSync(process.execPath, [resolve('scripts/importRules.ts')], { cwd, encoding: 'utf8' })
  return { status, stdout }
}

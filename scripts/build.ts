import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildWhatIsStale } from './freshBuild.ts'
import { StartError } from './programs.ts'

/** The budget for the JavaScript of the home page, brotli. */
const homeBudgetBytes = 130_000

type Route = { id: string; parentId?: string; path?: string; index?: boolean; module: string; imports?: string[]; css?: string[] }
type Manifest = { url: string; entry: { module: string; imports?: string[] }; routes: Record<string, Route> }

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
try {
  const isBuilt = await buildWhatIsStale({ isForced: process.argv.includes('--force') })
  if (!isBuilt) console.log('build/ ist aktuell')
  expectLayersFirst()
  const home = measureHome()
  console.log(`Startseite: ${(home / 1000).toFixed(1)} KB JavaScript (brotli, höchstens ${homeBudgetBytes / 1000})`)
  if (home > homeBudgetBytes) process.exitCode = 1
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}

/**
 * The first style sheet of every page must declare the order of the layers (src/web/styles/app.css). Another sheet before it could change
 * the order.
 */
function expectLayersFirst() {
  const [first = '', ...others] = readManifest().routes.root?.css ?? []
  const starts = others.length === 0 && readFileSync(join('build/client', first), 'utf8').startsWith('@layer base')
  if (!starts) throw new StartError('Vor src/web/styles/app.css wird ein anderes Stylesheet geladen.')
}

/** Every script that the page `/` preloads: the entry, the route and the routes around it, all they import, and the table of routes. */
function measureHome() {
  const { url, entry, routes } = readManifest()
  const home = Object.values(routes).find((route) => route.index && !route.path)
  if (!home) throw new Error('the build has no index route')
  const around: { module: string; imports?: string[] }[] = [entry]
  for (let at: Route | undefined = home; at; at = at.parentId === undefined ? undefined : routes[at.parentId]) around.push(at)
  const files = new Set([url, ...around.flatMap(({ module, imports = [] }) => [module, ...imports])])
  return [...files].map(sizeOf).reduce((sum, size) => sum + size, 0)
}

function readManifest(): Manifest {
  const newest = globSync('build/client/assets/manifest-*.js').sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0]
  if (!newest) throw new Error('the build has no manifest')
  return JSON.parse(
    readFileSync(newest, 'utf8')
      .replace(/^window\.__reactRouterManifest=/, '')
      .replace(/;$/, ''),
  )
}

function sizeOf(url: string) {
  const file = join('build/client', url)
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size
}

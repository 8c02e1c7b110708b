import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { StartError } from './programs.ts'

type Route = { id: string; parentId?: string; path?: string; index?: boolean; module: string; imports?: string[]; css?: string[] }
type Manifest = { entry: { module: string; imports?: string[] }; routes: Record<string, Route> }
type Bytes = { scripts: number; styles: number; sheets: number }

const assets = 'build/client/assets'
/** What visitors open first, and what they do then, by the names that the table of sizes has. */
const pages = { home: '', search: 'search', profile: 'service/:id', landing: 'reinigung', legal: 'impressum' }
const areas = { account: 'konto', dashboard: 'dashboard', operator: 'admin/:area?' }

/**
 * What the pages of the last build load, brotli, as bytes: scripts and style sheets. `booking` is a profile
 * whose dialog is opened, `picker` what choosing a time loads besides, `steps` what typing does: the checks and the later steps.
 */
export function measureBytes(): Record<string, Bytes> {
  const manifest = readManifest()
  const measured: Record<string, Bytes> = {}
  for (const [name, path] of Object.entries({ ...pages, ...areas })) measured[name] = sizesOf(filesOf(manifest, path))
  const booking = withOpened(filesOf(manifest, pages.profile), 'BookingDialog')
  measured.booking = sizesOf(booking)
  const besides = (name: string) => sizesOf(new Set([...withOpened(booking, name)].filter((file) => !booking.has(file))))
  measured.picker = besides('TimeChoice')
  measured.steps = besides('LaterSteps')
  return measured
}

/** What every page needs: React and its router. */
export const measureFramework = () => sizesOf(new Set(globSync(`${assets}/framework-*.js`).map((file) => basename(file)))).scripts

/** The entry, the route and the routes around it, with all that they import. */
function filesOf({ entry, routes }: Manifest, path: string) {
  const page = Object.values(routes).find((route) => (path === '' ? route.index && !route.path : route.path === path))
  if (!page) throw new Error(`the build has no route '${path}'`)
  const around: { module: string; imports?: string[]; css?: string[] }[] = [entry]
  for (let at: Route | undefined = page; at; at = at.parentId === undefined ? undefined : routes[at.parentId]) around.push(at)
  const named = around.flatMap(({ module, imports = [], css = [] }) => [module, ...imports, ...css])
  // A sheet that several pages share ends with '#'.
  return withImports(named.map((file) => basename(file).replace(/#$/, '')))
}

/** With everything that they load by themselves, without what loads on demand. */
function withImports(files: Iterable<string>, found = new Set<string>()) {
  for (const file of files) {
    if (found.has(file)) continue
    found.add(file)
    if (file.endsWith('.js')) withImports(importsOf(file), found)
  }
  return found
}

const importsOf = (file: string) =>
  [...readFileSync(join(assets, file), 'utf8').matchAll(/(?:\bfrom|\bimport)\s*"\.\/([^"]+\.js)"/g)].map(([, name = '']) => name)

/** With the script of this name, which one of the files loads on demand. Throws where nobody does, or where it is loaded already. */
function withOpened(files: ReadonlySet<string>, name: string) {
  const opened = [...files].flatMap((file) =>
    file.endsWith('.js')
      ? [...readFileSync(join(assets, file), 'utf8').matchAll(/\bimport\([`"]\.\/([^`"]+\.js)[`"]\)/g)].map(([, found = '']) => found)
      : [],
  )
  const found = opened.filter((file) => file.startsWith(`${name}-`) && !files.has(file))
  if (found.length === 0) throw new StartError(`${name} ist kein eigenes Skript, das erst bei Bedarf geladen wird.`)
  return withImports([...files, ...found])
}

function sizesOf(files: ReadonlySet<string>): Bytes {
  const ending = (end: string) => [...files].filter((file) => file.endsWith(end))
  const sum = (names: string[]) => names.reduce((sizes, file) => sizes + sizeOf(file), 0)
  return { scripts: sum(ending('.js')), styles: sum(ending('.css')), sheets: ending('.css').length }
}

function sizeOf(name: string) {
  const file = join(assets, name)
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size
}

export function readManifest(): Manifest {
  const newest = globSync(`${assets}/manifest-*.js`).sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0]
  if (!newest) throw new Error('the build has no manifest')
  return JSON.parse(
    readFileSync(newest, 'utf8')
      .replace(/^window\.__reactRouterManifest=/, '')
      .replace(/;$/, ''),
  )
}

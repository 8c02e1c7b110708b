import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from './programs.ts'

/** Entry of Vite's manifest: the output file of a source and its imports. */
type Chunk = { file: string; imports?: string[] }
type Bytes = { scripts: number; styles: number; requests: number }

const client = 'build/client'
const everywhere = ['src/entry.client.tsx', 'src/root.tsx', 'src/platform/web/shell/Frame.tsx']
const profile = ['src/site/search/profile/ServicePage.tsx']
const booking = [...profile, 'src/orders/ordering/ui/BookingDialog.tsx']
/** Sources of some pages beside `everywhere`, by their names in the table of sizes. */
const pages = {
  home: ['src/site/search/home/HomePage.tsx'],
  search: ['src/site/search/ui/SearchPage.tsx'],
  profile,
  landing: ['src/site/search/landing/CategoryPage.tsx'],
  legal: ['src/site/support/ui/LegalPage.tsx'],
  account: ['src/foundation/accounts/ui/AccountPage.tsx'],
  dashboard: ['src/backoffice/dashboard/ui/DashboardPage.tsx', 'src/backoffice/dashboard/overview/OverviewPage.tsx'],
  operator: ['src/backoffice/admin/shell/AdminPage.tsx', 'src/backoffice/admin/shell/AreaPage.tsx'],
  booking,
}
/** Parts that the booking dialog loads later: the choice of a time, and checks with the later steps. */
const later = { picker: 'src/orders/ordering/times/TimeChoice.tsx', steps: 'src/orders/ordering/order/LaterSteps.tsx' }

/**
 * Compressed bytes (brotli) that pages of the last build load, and the number of their scripts. `booking` is a profile with an open booking
 * dialog; `picker` and `steps` are loaded later by the dialog.
 */
export function measureBytes(): Record<string, Bytes> {
  const filesOf = (sources: readonly string[]) => scriptsOf([...everywhere, ...sources])
  const opened = filesOf(booking)
  const styles = sizeOf(readManifest()['style.css']?.file ?? '')
  const measure = (files: ReadonlySet<string>) => ({ scripts: sum(files), styles, requests: files.size })
  return {
    ...Object.fromEntries(Object.entries(pages).map(([name, sources]) => [name, measure(filesOf(sources))])),
    ...Object.fromEntries(
      Object.entries(later).map(([name, source]) => [
        name,
        measure(new Set([...filesOf([...booking, source])].filter((file) => !opened.has(file)))),
      ]),
    ),
  }
}

/** Size of React and its router, which every page loads. */
export const measureFramework = () => sum(new Set([...scriptsOf(everywhere)].filter((file) => file.includes('/framework-'))))

/** Scripts of the sources with all their imports. */
function scriptsOf(sources: readonly string[]) {
  const manifest = readManifest()
  const found = new Set<string>()
  function add(key: string) {
    const { file = '', imports = [] } = manifest[key] ?? {}
    if (found.has(file)) return
    found.add(file)
    imports.forEach(add)
  }
  for (const source of sources) {
    const key = Object.keys(manifest).find((name) => name.replace(/\?.*$/, '') === source)
    if (!key) throw new StartError(`${source} is not a script of its own.`)
    add(key)
  }
  return found
}

const sum = (files: ReadonlySet<string>) => [...files].reduce((total, file) => total + sizeOf(file), 0)

function sizeOf(name: string) {
  const file = join(client, name)
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size
}

export const readManifest = (): Record<string, Chunk> => JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8'))

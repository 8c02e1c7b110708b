import { resolve } from 'node:path'

type ModuleGraph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

/** What every page loads: the entry of the browser code and the root around every page. */
const start = ['src/entry.client.tsx', 'src/root.tsx']
const homeEntries = [...start, 'src/search/home/HomePage.tsx']
/** The pages of visitors, without what loads on demand: a company's, with what its dialogs share with the search's sheet, and those that list companies. */
const profileEntries = [
  ...start,
  'src/search/profile/ServicePage.tsx',
  'src/web/dialogs/disableOthers.ts',
  'src/web/dialogs/closeOnBack.ts',
]
const listEntries = [...profileEntries, 'src/search/ui/SearchPage.tsx', 'src/search/landing/TownPage.tsx']

/** What most visitors open. */
const bookingEntries = [...listEntries, 'src/bookings/ui/BookingDialog.tsx']

/** What choosing a time needs besides, and what its later steps do. */
const timesEntries = [...bookingEntries, 'src/bookings/times/TimeChoice.tsx']
const orderEntries = [...timesEntries, 'src/bookings/order/LaterSteps.tsx']

/** What dialogs, forms and what is read again are made of: many screens need them without the booking's. */
const dialogParts =
  /src\/web\/(parts\/\w*Dialog|styles\/(dialog|summary)|forms\/(Field|ErrorSummary|attemptKey)|reading\/(ReadRegion|RegionFailure))\./
const workParts =
  /src\/web\/(lists\/|\w+\/(WorkShell|attemptKey|StatTiles|BarChart|barScale|StatusChip|EmptyState|RegionFailure|OtpInput|CodeCheck|fetchFile|live|sendBytes|panel|otp|tiles|chart|chip|facts)\.)|src\/kit\/(live|iban|listAddress|pages)/
const screenParts = /src\/(web|kit)\/|src\/search\/.+\.tsx?$|src\/(companies\/ui\/CompanyLogo|bookings\/ui\/KeptDraft)\./

/**
 * Few larger files instead of some seventy small ones: on a phone every request costs a round trip. Code that only one page needs stays
 * with that page. A group also takes the imports of its modules, so the order counts: `shared` is exactly what the home page uses, `visit`
 * what a company's page uses besides, `lists` the same for pages that list companies; then what dialogs and forms are made of, what the
 * booking, its times and its later steps need besides, the common code of other screens, and what writing a review needs. The schema
 * library stands alone: many screens show something before they check it.
 */
export function chunkGroups() {
  return [
    { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
    { name: 'schemas', test: /node_modules\/zod\// },
    // One sheet for the pages that list companies: before a page is painted, every further sheet takes a connection from its fonts.
    { name: 'found', test: /src\/search\/(map\/map|landing\/landing|ui\/(search|search-bar|filters|results|wanted-time))\.css/ },
    { debugName: 'shared', name: namedWithin('shared', homeEntries), minShareCount: 2 },
    { debugName: 'visit', name: namedWithin('visit', profileEntries), minShareCount: 2 },
    { debugName: 'lists', name: namedWithin('lists', listEntries), minShareCount: 2 },
    { name: 'dialog', test: dialogParts, minShareCount: 2 },
    { debugName: 'booking', name: namedWithin('booking', bookingEntries), minShareCount: 2 },
    { debugName: 'times', name: namedWithin('times', timesEntries), minShareCount: 2 },
    { debugName: 'order', name: namedWithin('order', orderEntries), minShareCount: 2 },
    { name: 'screens', test: (id: string) => screenParts.test(id) && !workParts.test(id), minShareCount: 2 },
    // Visitors do not load code that only the work areas need.
    { name: 'work', test: workParts, minShareCount: 2 },
    { name: 'reviews', test: /src\/reviews\/(ui\/|writingRules\.)/, minShareCount: 2 },
  ]
}

/** The group's name for every module that these doors load by themselves. */
function namedWithin(name: string, doors: readonly string[]) {
  const within = new Set<string>()
  return (id: string, graph: ModuleGraph) => {
    if (within.size === 0) for (const door of doors) collectImports(resolve(door), graph, within)
    return within.has(id) ? name : null
  }
}

/** The module and all modules of ours that it imports, directly or not. */
function collectImports(id: string, graph: ModuleGraph, found: Set<string>) {
  if (found.has(id) || !isOurs(id)) return
  found.add(id)
  for (const next of graph.getModuleInfo(id)?.importedIds ?? []) collectImports(next, graph, found)
}

const isOurs = (id: string) => /\/src\/(.+\.tsx?|web\/.+\.css)$/.test(id) || id.startsWith('\0vite/')

/**
 * Groups of src from the lowest to the highest layer: a group imports from itself and from lower groups. Inside a group, slices stand in
 * the same order; slices of one list are one unit and may import each other. Screens may import any slice of their own group.
 */
export const groups: Record<string, readonly (string | readonly string[])[]> = {
  platform: ['kit', 'ports', 'server', 'web'],
  foundation: ['legal', 'accounts', 'files'],
  supply: ['companies', 'services', 'calendars'],
  money: ['payments', 'payouts', 'plans', 'taxes'],
  orders: [
    [
      ...['bookings', 'appointments', 'requests', 'receipts', 'ordering', 'series', 'supplements', 'instalments'],
      ...['onsite', 'tips', 'waiting', 'diary'],
    ],
    'messages',
    'reviews',
    'refunds',
    'withdrawals',
    'documents',
    'companyBookings',
    'operatorBookings',
  ],
  site: ['mailings', 'demand', 'support', 'search', 'join', 'customers', 'quotes'],
  backoffice: ['dashboard', 'closings', 'admin'],
}
const groupNames = Object.keys(groups)

/** Rank of a slice inside its group, from the lowest; undefined if the group does not list it. */
export function rankOf({ group, slice }: Place): number | undefined {
  const rank = (groups[group] ?? []).findIndex((one) => (typeof one === 'string' ? one === slice : one.includes(slice ?? '')))
  return rank === -1 ? undefined : rank
}

/** Name of the unit of a slice: the slice, or the first of its list. */
export function unitOf({ group, slice }: Place) {
  const unit = (groups[group] ?? []).find((one) => (typeof one === 'string' ? one === slice : one.includes(slice ?? '')))
  return typeof unit === 'string' ? unit : unit?.[0]
}

/** True for slices of one unit: the same slice, or two of one list. */
export const isOneUnit = (one: Place, other: Place) =>
  one.slice !== undefined && one.group === other.group && (one.slice === other.slice || rankOf(one) === rankOf(other))

/** Rank of a group, from the lowest; -1 for files outside the groups. */
export const groupRank = (file: string) => groupNames.indexOf(placeOf(file).group)

/** Files that define a port's interface; every other file of src/platform/ports is an adapter, which only main.ts imports. */
const portInterfaces = ['payments', 'subscriptions', 'payoutAccounts', 'transfers', 'pspTransactions', 'mail', 'storage', 'feeds'].map(
  (name) => `src/platform/ports/${name}.ts`,
)

/** Kinds of files in a slice, by their name; `pure` is every other one: rules, texts, types, algorithms. */
const endings = ['store', 'actions', 'http', 'mails', 'jobs', 'pdf'] as const

export type Kind = (typeof endings)[number] | 'pure' | 'ui' | 'test' | 'other'

/**
 * Place of a file: `src/money/payouts/bank/store.ts` is group `money`, slice `payouts`, kind `store`; `rotateStore.ts` is a store, too.
 * Folders of the platform are not slices: they contain no domain logic.
 */
export type Place = { group: string; folder: string; slice: string | undefined; kind: Kind }

export function placeOf(file: string): Place {
  const [top, group = '', folder = '', inside = ''] = file.split('/')
  if (top !== 'src' || inside === '') return { group: '', folder: '', slice: undefined, kind: 'other' }
  if (group === 'platform') return { group, folder, slice: undefined, kind: isTest(file) ? 'test' : 'other' }
  return { group, folder, slice: folder, kind: kindInSlice(file) }
}

export const isTest = (file: string) => /\.test\.tsx?$/.test(file)

function kindInSlice(file: string): Kind {
  if (isTest(file)) return 'test'
  if (/\.(tsx|css)$/.test(file)) return 'ui'
  const name = /([A-Za-z0-9]+)\.ts$/.exec(file)?.[1]
  if (!name) return 'other'
  return endings.find((ending) => name === ending || name.endsWith(`${ending[0]?.toUpperCase()}${ending.slice(1)}`)) ?? 'pure'
}

/** True for a file that must never be loaded by a browser. */
export function isServerOnly(file: string) {
  if (['src/main.ts', 'src/wiring.ts', 'src/entry.server.tsx'].includes(file)) return true
  const { folder, kind } = placeOf(file)
  return folder === 'server' || folder === 'ports' || kind === 'test' || endings.some((ending) => ending === kind)
}

export const isAdapter = (file: string) => file.startsWith('src/platform/ports/') && !isTest(file) && !portInterfaces.includes(file)

const shell = /^src\/(main\.ts|wiring\.ts|routes\.ts|root\.tsx|entry\.(client|server)\.tsx|[a-z]+\.css)$/
const lowerTs = /^[a-z][A-Za-z0-9]*(\.test|\.d)?\.ts$/
const namesIn: Record<string, RegExp> = {
  kit: lowerTs,
  server: /^([a-z][A-Za-z]*\/)?[a-z][A-Za-z0-9]*(\.test|\.d)?\.ts$/,
  ports: /^([a-z][A-Za-z]*\/)?[a-z][A-Za-z0-9]*(\.test)?\.ts$/,
  web: /^(([a-z][A-Za-z]*\/)?([A-Z][A-Za-z0-9]*\.tsx|[a-z][A-Za-z0-9]*(\.test)?\.ts|[A-Za-z-]+\.css)|fonts\/[\w.-]+|icons\/icons\.svg)$/,
}
const meaningless = /^(utils?|helpers?|types?|index|common|misc|shared|services?|constants|lib)$/i
/** Inside a slice: at most one folder, named by its topic. Screens and their styles are in one. */
const namesInSlice: Partial<Record<Kind, RegExp>> = {
  ui: /^([a-z][A-Za-z]*\/)?([A-Z][A-Za-z0-9]*\.tsx|[A-Za-z-]+\.css)$/,
  other: /^$/,
}
const pureName = /^([a-z][A-Za-z]*\/)?[a-z][A-Za-z0-9]*(\.test)?\.ts$/

/** Returns the error in a file's name, or undefined: file names of a slice (docs/architecture.md), and names without meaning. */
export function fileNameError(file: string): string | undefined {
  const { group, folder, slice, kind } = placeOf(file)
  const name = file.split('/').at(-1) ?? ''
  if (meaningless.test(name.replace(/(\.d)?\.tsx?$/, ''))) return 'a name that says nothing'
  if (folder === '') return shell.test(file) ? undefined : 'not a file of the shell'
  const inside = file.slice(`src/${group}/${folder}/`.length)
  if (slice === undefined) return namesIn[folder]?.test(inside) ? undefined : `not a name for ${folder}/`
  const topic = inside.split('/')[0] ?? ''
  if (topic !== name && topic !== 'index' && meaningless.test(topic)) return 'a folder that says nothing'
  return (namesInSlice[kind] ?? pureName).test(inside) ? undefined : `not a name for ${slice}/`
}

/** The slices from top to bottom: a slice may import from slices above it, never from below. Add a new slice here. */
export const ladder = [
  'legal',
  'accounts',
  'files',
  'payments',
  'companies',
  'plans',
  'services',
  'calendars',
  'bookings',
  'messages',
  'reviews',
  'payouts',
  'taxes',
  'refunds',
  'withdrawals',
  'documents',
  'mailings',
  'support',
  'search',
  'customers',
  'quotes',
  'dashboard',
  'closings',
  'admin',
]

/** The folders of src that are no slice. */
export const machineFolders = ['kit', 'server', 'ports', 'web']

/** A port's promise is one of these files; every other file of src/ports keeps a promise and is wired by main.ts alone. */
const promises = ['payments', 'subscriptions', 'payoutAccounts', 'transfers', 'pspBooks', 'mail', 'storage', 'feeds'].map(
  (name) => `src/ports/${name}.ts`,
)

/** Kinds of files in a slice, by their name; `pure` is every other one: rules, texts, types, algorithms. */
const endings = ['store', 'actions', 'http', 'mails', 'jobs', 'pdf'] as const

export type Kind = (typeof endings)[number] | 'pure' | 'ui' | 'test' | 'other'

/** Folder, slice and kind of a file: `src/payouts/bank/store.ts` is slice `payouts`, kind `store`; `rotateStore.ts` is a store, too. */
export type Place = { folder: string; slice: string | undefined; kind: Kind }

export function placeOf(file: string): Place {
  const [top, folder = '', inside = ''] = file.split('/')
  if (top !== 'src' || inside === '') return { folder: '', slice: undefined, kind: 'other' }
  if (machineFolders.includes(folder)) return { folder, slice: undefined, kind: isTest(file) ? 'test' : 'other' }
  return { folder, slice: folder, kind: kindInSlice(file) }
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

export const isAdapter = (file: string) => file.startsWith('src/ports/') && !isTest(file) && !promises.includes(file)

const shell = /^src\/(main\.ts|wiring\.ts|routes\.ts|root\.tsx|entry\.(client|server)\.tsx|[a-z]+\.css)$/
const lowerTs = /^[a-z][A-Za-z0-9]*(\.test|\.d)?\.ts$/
const namesIn: Record<string, RegExp> = {
  kit: lowerTs,
  server: /^([a-z][A-Za-z]*\/)?[a-z][A-Za-z0-9]*(\.test|\.d)?\.ts$/,
  ports: /^([a-z][A-Za-z]*\/)?[a-z][A-Za-z0-9]*(\.test)?\.ts$/,
  web: /^(([a-z][A-Za-z]*\/)?([A-Z][A-Za-z0-9]*\.tsx|[a-z][A-Za-z0-9]*(\.test)?\.ts|[A-Za-z-]+\.css)|fonts\/[\w.-]+|icons\/icons\.svg)$/,
}
const meaningless = /^(utils?|helpers?|types?|index|common|misc|shared|services?|constants|lib)$/i
/** Inside a slice: at most one folder, named by its topic. Screens and their styles stand in one. */
const namesInSlice: Partial<Record<Kind, RegExp>> = {
  ui: /^[a-z][A-Za-z]*\/([A-Z][A-Za-z0-9]*\.tsx|[A-Za-z-]+\.css)$/,
  other: /^$/,
}
const pureName = /^([a-z][A-Za-z]*\/)?[a-z][A-Za-z0-9]*(\.test)?\.ts$/

/** Returns the error in a file's name, or undefined: file names of a slice (docs/house.md), and names without meaning. */
export function nameFault(file: string): string | undefined {
  const { folder, slice, kind } = placeOf(file)
  const name = file.split('/').at(-1) ?? ''
  if (meaningless.test(name.replace(/(\.d)?\.tsx?$/, ''))) return 'a name that says nothing'
  if (folder === '') return shell.test(file) ? undefined : 'not a file of the shell'
  const inside = file.slice(`src/${folder}/`.length)
  if (slice === undefined) return namesIn[folder]?.test(inside) ? undefined : `not a name for ${folder}/`
  const topic = inside.split('/')[0] ?? ''
  if (topic !== name && topic !== 'index' && meaningless.test(topic)) return 'a folder that says nothing'
  return (namesInSlice[kind] ?? pureName).test(inside) ? undefined : `not a name for ${slice}/`
}

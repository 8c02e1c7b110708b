/** The slices from top to bottom: a slice may import from slices above it, never from below. A new slice gets its rung here. */
export const ladder = [
  'legal',
  'accounts',
  'files',
  'payments',
  'companies',
  'plans',
  'bookings',
  'reviews',
  'payouts',
  'withdrawals',
  'mailings',
  'support',
  'search',
  'dashboard',
  'admin',
]

/** The folders of src that are no slice. */
export const machineFolders = ['kit', 'server', 'ports', 'web']

/** A port's promise is one of these files; every other file of src/ports keeps a promise and is wired by main.ts alone. */
const promises = ['payments', 'subscriptions', 'payoutAccounts', 'transfers', 'pspBooks', 'mail', 'storage'].map(
  (name) => `src/ports/${name}.ts`,
)

export type Kind = 'rules' | 'store' | 'actions' | 'http' | 'mails' | 'jobs' | 'ui' | 'test' | 'other'

/** Where a file lives: `src/bookings/store.ts` is slice `bookings`, kind `store`; `attachmentStore.ts` is a store, too. */
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
  if (/^src\/[^/]+\/ui\//.test(file)) return 'ui'
  const name = /^src\/[^/]+\/([A-Za-z]+)\.ts$/.exec(file)?.[1] ?? ''
  if (/^(rules|[a-z][A-Za-z]*Rules)$/.test(name)) return 'rules'
  if (/^(store|[a-z][A-Za-z]*Store)$/.test(name)) return 'store'
  if (/^(actions|[a-z][A-Za-z]*Actions)$/.test(name)) return 'actions'
  if (/^(http|[a-z][A-Za-z]*Http)$/.test(name)) return 'http'
  if (/^(mails|[a-z][A-Za-z]*Mails)$/.test(name)) return 'mails'
  if (/^(jobs|[a-z][A-Za-z]*Jobs)$/.test(name)) return 'jobs'
  return 'other'
}

/** True for a file that must never be loaded by a browser. */
export function isServerOnly(file: string) {
  if (file === 'src/main.ts' || file === 'src/entry.server.tsx') return true
  const { folder, kind } = placeOf(file)
  return folder === 'server' || folder === 'ports' || ['store', 'actions', 'http', 'jobs', 'mails', 'test'].includes(kind)
}

export const isAdapter = (file: string) => file.startsWith('src/ports/') && !isTest(file) && !promises.includes(file)

const shell = /^src\/(main\.ts|wiring\.ts|routes\.ts|root\.tsx|entry\.(client|server)\.tsx|[a-z]+\.css)$/
const lowerTs = /^[a-z][A-Za-z0-9]*(\.test|\.d)?\.ts$/
const namesIn: Record<string, RegExp> = {
  kit: lowerTs,
  server: /^([a-z][A-Za-z]*\/)?[a-z][A-Za-z0-9]*(\.test|\.d)?\.ts$/,
  ports: /^([a-z][A-Za-z]*\/)?[a-z][A-Za-z0-9]*(\.test)?\.ts$/,
  web: /^(([a-z][A-Za-z]*\/)?([A-Z][A-Za-z0-9]*\.tsx|[a-z][A-Za-z0-9]*(\.test)?\.ts|[A-Za-z-]+\.css)|fonts\/[\w.-]+)$/,
}
const meaningless = /^(utils?|helpers?|types?|index|common|misc|shared|services?|constants|lib)\.(d\.)?tsx?$/i

/** What is wrong with a file's name, or undefined: the table "The files of a slice", and no name that says nothing. */
export function nameFault(file: string): string | undefined {
  const { folder, slice, kind } = placeOf(file)
  const name = file.split('/').at(-1) ?? ''
  if (meaningless.test(name)) return 'a name that says nothing'
  if (folder === '') return shell.test(file) ? undefined : 'not a file of the shell'
  if (slice === undefined) return namesIn[folder]?.test(file.slice(`src/${folder}/`.length)) ? undefined : `not a name for ${folder}/`
  if (kind === 'test') return /^src\/[^/]+\/[a-z][A-Za-z]*\.test\.ts$/.test(file) ? undefined : 'not a name for a test of a slice'
  if (kind === 'ui') return /^src\/[^/]+\/ui\/([A-Z][A-Za-z0-9]*\.tsx|[A-Za-z-]+\.css)$/.test(file) ? undefined : 'not a name for ui/'
  return kind === 'other' ? 'not a file of a slice' : undefined
}

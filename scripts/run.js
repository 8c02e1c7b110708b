// Entry point of the commands of development: runs on any Node from 20 without packages, installs what package-lock.json says, then runs
// the program with the project's own Node.   usage: node scripts/run.js PROGRAM [ARGUMENT …]   (of node_modules/.bin or of PATH)
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const [program, ...words] = process.argv.slice(2)
const parent = process.ppid
const root = fileURLToPath(new URL('..', import.meta.url))
const [cache, modules] = [join(root, '.cache'), join(root, 'node_modules')]
const [lock, stamp, ownNode] = [join(cache, 'install.lock'), join(modules, '.installed'), join(modules, 'node', 'bin')]
const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')
const system = `${process.platform} ${process.arch} ${JSON.parse(read(join(root, 'package.json'))).dependencies.node}`
const wanted = read(join(root, 'package-lock.json')) + system
const fingerprint = createHash('sha256').update(wanted).digest('hex')
// npm empties the folder first and the stamp is written last: after an interruption there is none.
const isInstalled = () => existsSync(join(ownNode, 'node')) && read(stamp) === fingerprint
if (Number(process.versions.node.split('.')[0]) < 20) fail(`Handschlag braucht Node 20 oder neuer, hier läuft ${process.version}.`)
if (!isInstalled()) await install()
const path = [ownNode, join(modules, '.bin'), process.env.PATH].join(delimiter)
process.exit(await run(program, words, { ...process.env, PARENT_PID: String(process.pid), PATH: path }))

async function install() {
  mkdirSync(cache, { recursive: true })
  for (let tries = 0; !takeLock(); tries += 1) {
    if (tries === 0) console.log('Ein anderer Befehl installiert gerade die Pakete, bitte warten …')
    await pause(200)
  }
  if (!isInstalled()) {
    console.log('Pakete werden installiert, das dauert beim ersten Mal ein bis zwei Minuten …')
    // Whatever npm's configuration says: the build needs development packages, and Node and the database come by install scripts.
    const flags = ['--include=dev', '--ignore-scripts=false', '--no-audit', '--no-fund', '--loglevel=error']
    if ((await run('npm', ['ci', ...flags], process.env)) === 0) writeFileSync(stamp, fingerprint)
  }
  rmSync(lock, { force: true })
  if (!isInstalled()) fail('Die Installation der Pakete ist gescheitert.')
}

// False while another process holds the lock. The lock of a dead process is removed.
function takeLock() {
  if (existsSync(lock) && !kill(Number(read(lock)), 0)) rmSync(lock, { force: true })
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

// Returns the exit code. The child has its own process group: each signal of the terminal or of npm reaches it once, from here.
function run(name, args, env) {
  const child = spawn(name, args, { cwd: root, env, stdio: 'inherit', detached: true })
  const passed = new Set()
  const pass = (signal) => passed.has(signal) || (passed.add(signal) && kill(-child.pid, signal))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, pass)
  // npm passes nothing on when it is killed.
  setInterval(() => process.ppid !== parent && pass('SIGTERM'), 300).unref()
  return new Promise((done) => {
    child.on('error', (error) => done(console.error(`${name}: ${error.message}`) ?? 127))
    child.on('exit', (code) => done(code ?? 1))
  })
}

// Returns whether the process lives.
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

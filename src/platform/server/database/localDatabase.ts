import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { chooseServerUser, findServerFiles, isReachableByAll, type ServerUser } from './localDatabaseFiles.ts'
import { isServerOf, readServerNote } from './localDatabaseNote.ts'

const run = promisify(execFile)
const role = 'handschlag'
/** For a server that does not start. A running one may take as long as it needs: on a slow machine many minutes. */
const timeoutMs = 120_000

/** Reason why the embedded database cannot start, as one sentence for the terminal. */
export class LocalDatabaseError extends Error {}

type Cluster = { data: string; password: string; isThrowaway: boolean; files: string; user: ServerUser }

/**
 * Starts the embedded PostgreSQL, or takes over the one that already runs on `folder`. It is a separate daemon: a signal to us does not
 * reach it, and it outlives a killed parent until `stop` or the next start. `folder` gets `cluster/` (the data) and `password` (mode 600).
 * Without `port` it listens on a free one, on 127.0.0.1 only. `isThrowaway` gives up durability for speed: for tests only. Returns the URL
 * of the database `handschlag`, `stop`, which ends the server even if another process started it, and `isRunning`. Throws
 * LocalDatabaseError.
 */
export async function startLocalDatabase({ folder, port, isThrowaway = false }: { folder: string; port?: number; isThrowaway?: boolean }) {
  const home = resolve(folder)
  makeWritable(home)
  const data = join(home, 'cluster')
  const user = chooseServerUser(data)
  const cluster: Cluster = { data, password: readPassword(home), isThrowaway, files: await findServerFiles(user), user }
  if (!existsSync(join(data, 'PG_VERSION'))) await createCluster(home, cluster)
  await startServer(cluster, port)
  const url = await openDatabase(cluster, port)
  return { url, stop: () => stopServer(cluster), isRunning: () => isRunning(data) }
}

function makeWritable(home: string) {
  try {
    mkdirSync(home, { recursive: true })
    accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new LocalDatabaseError(`The folder ${home} is not writable. Choose another one with DATA_DIR.`, { cause: error })
  }
}

function readPassword(home: string): string {
  const file = join(home, 'password')
  try {
    if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { flag: 'wx', mode: 0o600 })
    const password = readFileSync(file, 'utf8')
    if (/^[0-9a-f]{48}$/.test(password)) return password
    // The file was cut off while it was written; the server gets the new password when it refuses the login.
    rmSync(file)
    return readPassword(home)
  } catch (error) {
    throw new LocalDatabaseError(`The file ${file} belongs to another user. Choose another folder with DATA_DIR.`, {
      cause: error,
    })
  }
}

/** The cluster is made in a temporary folder and renamed when complete, so an initdb that was cut off never looks like a database. */
async function createCluster(home: string, cluster: Cluster) {
  for (const name of readdirSync(home))
    if (/^cluster\.\d+$/.test(name) && !isAlive(Number(name.slice(8)))) rmSync(join(home, name), { recursive: true, force: true })
  const unfinished = { ...cluster, data: join(home, `cluster.${process.pid}`) }
  rmSync(unfinished.data, { recursive: true, force: true })
  rmSync(cluster.data, { recursive: true, force: true })
  mkdirSync(unfinished.data, { mode: 0o700 })
  if (cluster.user.isOther) chownSync(unfinished.data, cluster.user.uid, cluster.user.gid)
  const sync = cluster.isThrowaway ? ['--no-sync'] : []
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  await run(
    program(cluster, 'initdb'),
    ['-D', dataPath(unfinished), '-U', role, '-A', 'trust', ...locale, ...sync],
    whereAndWho(unfinished),
  )
  writeFileSync(join(unfinished.data, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n')
  await setPassword(unfinished)
  try {
    renameSync(unfinished.data, cluster.data)
  } catch (error) {
    // Another process was faster in the same folder: its cluster is used.
    rmSync(unfinished.data, { recursive: true, force: true })
    if (!existsSync(join(cluster.data, 'PG_VERSION'))) throw error
  }
}

/** Single-user mode needs no password and no running server. */
async function setPassword(cluster: Cluster) {
  const server = spawn(program(cluster, 'postgres'), ['--single', '-D', dataPath(cluster), 'postgres'], {
    ...whereAndWho(cluster),
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // The password is 192 random bits: more iterations would not make guessing harder, but would slow every connection down.
  server.stdin.end(`set scram_iterations = 1\nalter role ${role} password '${cluster.password}'\n`)
  const code = await new Promise((done) => server.once('exit', done))
  if (code !== 0) throw new LocalDatabaseError(`The password of the embedded database in ${cluster.data} could not be set.`)
}

/** Returns with a running server, or throws. Safe against a server that is just starting, just stopping, or was killed. */
async function startServer(cluster: Cluster, wantedPort: number | undefined) {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const note = readServerNote(cluster.data)
    const runs = isRunning(cluster.data)
    if (runs && note?.state !== 'stopping') return
    // Another process has that pid now: PostgreSQL would take it for a running server and refuse to start.
    if (note && !runs) rmSync(join(cluster.data, 'postmaster.pid'), { force: true })
    if (!runs) {
      const failure = await launch(cluster, wantedPort ?? (await findFreePort()))
      if (!failure) return
      if (Date.now() > deadline || !isTemporary(failure))
        throw new LocalDatabaseError(`The embedded database in ${cluster.data} does not start: ${failure}`)
    }
    if (Date.now() > deadline) throw new LocalDatabaseError(`The embedded database in ${cluster.data} does not stop.`)
    await pause(200)
  }
}

/** A temporary failure: another process took the port or started first, or a killed server's last processes are still running. */
const isTemporary = (failure: string) =>
  /Address already in use|lock file "postmaster\.pid"|pre-existing shared memory|is still in use/.test(failure)

/** Shared memory is a file in the data folder: /dev/shm is small in containers, and keeps the memory of a killed server. */
const throwawaySettings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  dynamic_shared_memory_type: 'mmap',
}

/** Returns undefined, or the reason from the server's log. */
async function launch(cluster: Cluster, port: number): Promise<string | undefined> {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: `${sharedBuffersMb()}MB`,
    // A search reads pages of the system's cache: handing each read to a separate process takes longer than reading.
    io_method: 'sync',
    ...(cluster.isThrowaway ? throwawaySettings : {}),
  }
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`)
  const log = join(cluster.data, 'server.log')
  rmSync(log, { force: true })
  try {
    await run(
      program(cluster, 'pg_ctl'),
      ['-D', dataPath(cluster), '-l', join(dataPath(cluster), 'server.log'), '-w', '-t', '3600', '-o', options.join(' '), 'start'],
      whereAndWho(cluster),
    )
  } catch (error) {
    const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n') : []
    return (
      lines
        .filter((line) => /FATAL|ERROR|PANIC/.test(line))
        .slice(-3)
        .join(' ') || String(error)
    )
  }
  return undefined
}

/**
 * A quarter of the memory, as PostgreSQL's manual advises, but at most 1 GB: larger installations have a database server. Unused memory is
 * not allocated.
 */
function sharedBuffersMb() {
  const bytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  return Math.max(128, Math.min(1024, Math.round(bytes / 4 / 1024 / 1024)))
}

async function openDatabase(cluster: Cluster, wantedPort: number | undefined) {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    try {
      return await connect(cluster)
    } catch (error) {
      if (isErrorWithCode(error, '28P01')) {
        await stopServer(cluster)
        await setPassword(cluster)
      } else if (!isErrorWithCode(error, '57P03', 'ECONNREFUSED') || (Date.now() > deadline && !isRunning(cluster.data))) {
        throw new LocalDatabaseError(
          `The embedded database in ${cluster.data} does not answer: ${error instanceof Error ? error.message : error}`,
          { cause: error },
        )
      }
    }
    await pause(200)
    await startServer(cluster, wantedPort)
  }
}

async function connect(cluster: Cluster) {
  const url = `postgres://${role}:${cluster.password}@127.0.0.1:${readServerNote(cluster.data)?.port}`
  const client = new pg.Client(`${url}/postgres`)
  client.on('error', () => {})
  await client.connect()
  try {
    const known = await client.query('select 1 from pg_database where datname = $1', [role])
    if (!known.rowCount) await client.query(`create database ${role}`)
  } catch (error) {
    // Two processes started at once: the other one created the database.
    if (!isErrorWithCode(error, '42P04', '23505')) throw error
  } finally {
    await client.end()
  }
  return `${url}/${role}`
}

async function stopServer(cluster: Cluster) {
  if (!isRunning(cluster.data)) return
  await run(program(cluster, 'pg_ctl'), ['-D', dataPath(cluster), '-w', '-t', '60', '-m', 'fast', 'stop'], whereAndWho(cluster))
}

function isRunning(data: string) {
  const note = readServerNote(data)
  return note !== undefined && isServerOf(data, note.pid)
}

const program = (cluster: Cluster, name: string) => join(cluster.files, 'bin', name)

/**
 * The server's user may lack access to the folders above the data (a clone under /root). The server is therefore started inside them: the
 * working folder is set before the user is changed, so the kernel needs no path to it.
 */
const dataPath = (cluster: Cluster) => (isHidden(cluster) ? '/proc/self/cwd' : cluster.data)
const isHidden = (cluster: Cluster) => cluster.user.isOther && process.platform === 'linux' && !isReachableByAll(dirname(cluster.data))

function whereAndWho({ data, user }: Cluster) {
  return user.isOther ? { cwd: realpathSync(data), uid: user.uid, gid: user.gid } : { cwd: data }
}

async function findFreePort() {
  const probe = createServer()
  await new Promise<void>((done, fail) => probe.once('error', fail).listen(0, '127.0.0.1', done))
  const address = probe.address()
  await new Promise((done) => probe.close(done))
  if (address === null || typeof address === 'string') throw new Error('a listening socket has a port')
  return address.port
}

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return isErrorWithCode(error, 'EPERM')
  }
}

const isErrorWithCode = (error: unknown, ...codes: string[]) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code)

import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { readConfig } from '#src/platform/server/config.ts'
import { startLocalDatabase } from '#src/platform/server/database/localDatabase.ts'
import { buildWhatIsStale } from '../../scripts/freshBuild.ts'
import { findFreePortBlock } from '../../scripts/ports.ts'
import { startServices } from '../../scripts/services.ts'
import { type ManagedServer, openManagedServer } from '../chaos/system.ts'

/** A migration of each phase that only the next version has; the first widens a table under load, the second removes it again. */
const nextMigrations = {
  '9998_rehearsal.sql': "alter table companies add column rehearsal text not null default 'x';\n",
  '9999_rehearsal.contract.sql': 'alter table companies drop column rehearsal;\n',
}
const servers = 3
const readers = 4
/** Pause between two replacements, in which both versions serve. */
const togetherMs = 3_000

/**
 * Rolling upgrade of three servers behind a proxy, while visitors read pages and search: from the version before to this one, back, forward
 * again, and the end of the upgrade. The version before is `commit`, by default this one without two migrations that a copy adds. `npm run
 * faults -- --upgrade [COMMIT]`. Returns false if a request failed, or a version that should start did not.
 */
export async function rehearseUpgrade(commit: string | undefined) {
  await buildWhatIsStale()
  const folder = mkdtempSync(join(tmpdir(), 'handschlag-upgrade-'))
  const before = join(folder, 'before')
  const after = join(folder, 'after')
  copyVersion(after)
  if (commit === undefined) copyVersion(before)
  else buildCommit(commit, before)
  for (const [name, text] of Object.entries(nextMigrations)) writeFileSync(join(after, 'migrations', name), text)
  const system = await openSystem(folder)
  try {
    return await rehearse({ ...system, before, after, mayGoBack: commit === undefined })
  } finally {
    await system.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Rehearsal = Awaited<ReturnType<typeof openSystem>> & { before: string; after: string; mayGoBack: boolean }

async function rehearse({ at, proxy, database, before, after, mayGoBack }: Rehearsal) {
  const running = await startAll(at(before))
  proxy.use(running)
  const load = openLoad(proxy.url)
  let isRight = true
  const step = async (title: string, work: () => Promise<unknown>) => {
    const began = performance.now()
    load.begin()
    await work()
    await pause(togetherMs)
    const { requests, failures, slowestMs } = load.read()
    isRight &&= failures.length === 0
    const seconds = ((performance.now() - began) / 1_000).toFixed(1)
    console.log(`${title}: ${seconds} s, ${requests} requests, ${failures.length} failed, slowest ${slowestMs.toFixed(0)} ms`)
    for (const [reason, same = []] of Object.entries(Object.groupBy(failures, (one) => one))) console.log(`  ${same.length} × ${reason}`)
  }
  const replaceBy = (version: string) => async () => {
    for (const [index, one] of running.entries()) {
      proxy.use(running.filter((other) => other !== one))
      await pause(300)
      await one.stop()
      running[index] = at(version)[index] ?? one
      await running[index].start()
      proxy.use(running)
      await pause(togetherMs / servers)
    }
  }
  await step('version before', () => pause(togetherMs))
  await step('forward', replaceBy(after))
  if (mayGoBack) {
    await step('back', replaceBy(before))
    await step('forward again', replaceBy(after))
  }
  await step('end of the upgrade', () => finish(after, database.url))
  await load.end()
  await Promise.all(running.map((one) => one.stop()))
  const { status, stderr } = spawnSync(process.execPath, ['scripts/serve.js'], {
    cwd: before,
    env: { ...process.env, APP_ENV: 'test', DATABASE_URL: database.url },
    encoding: 'utf8',
  })
  console.log(`then the version before is refused: ${stderr.trim()}`)
  return isRight && status === 1
}

const startAll = async (all: ManagedServer[]) => {
  // The first one migrates; the others would wait for it.
  for (const one of all) await one.start()
  return [...all]
}

async function finish(version: string, url: string) {
  const env = { ...process.env, APP_ENV: 'test', DATABASE_URL: url }
  const { status, stderr } = spawnSync(process.execPath, ['scripts/serve.js', '--finish-upgrade'], { cwd: version, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`the upgrade was not finished: ${stderr}`)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query("select name from migrations where name like '%.contract.sql'")
  await client.end()
  if (rows.length !== 1) throw new Error('the contracting migration was not applied')
}

/** Build and migrations of this tree, with what they need beside them. */
function copyVersion(folder: string) {
  mkdirSync(folder, { recursive: true })
  for (const name of ['build', 'migrations', 'scripts', 'package.json', 'catalogue']) cpSync(name, join(folder, name), { recursive: true })
  for (const name of ['node_modules', 'src', 'public']) symlinkSync(resolve(name), join(folder, name))
}

function buildCommit(commit: string, folder: string) {
  mkdirSync(folder, { recursive: true })
  const words = `git archive ${commit} | tar -x -C ${folder}`
  if (spawnSync('sh', ['-c', words]).status !== 0) throw new Error(`no commit ${commit}`)
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const { status } = spawnSync(process.execPath, ['scripts/build.ts'], { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${commit} cannot be built`)
}

async function openSystem(folder: string) {
  const port = await findFreePortBlock(8)
  const database = await startLocalDatabase({ folder: join(folder, 'database'), isThrowaway: true })
  const settings = { PORT: String(port), DATA_DIR: join(folder, 'data'), DEMO: '0', LOG_LEVEL: 'error', LIMITS_FACTOR: '1000000' }
  const services = await startServices({ config: readConfig({ ...settings, DATABASE_URL: database.url }), isThrowaway: true })
  const environment = {
    ...services.environment,
    ...settings,
    PUBLIC_URL: `http://localhost:${port}`,
    APP_ENV: 'test',
    DATABASE_URL: database.url,
  }
  const proxy = await openProxy(port)
  return {
    database,
    proxy,
    /** The servers of a version, not started. */
    at: (version: string) =>
      Array.from({ length: servers }, (_, index) =>
        openManagedServer({
          port: port + 4 + index,
          environment: { ...environment, NODE_ENV: 'production' },
          file: join(version, 'scripts/serve.js'),
        }),
      ),
    close: async () => {
      proxy.close()
      await services.stop()
      await database.stop()
    },
  }
}

/** Proxy that gives each connection to the next server in use, and tries another one when a connection is refused. */
async function openProxy(port: number) {
  let used: readonly ManagedServer[] = []
  let turn = 0
  const proxy = createServer((caller) => {
    caller.on('error', () => undefined)
    turn += 1
    connectToOne(caller, [...used.slice(turn % used.length), ...used.slice(0, turn % used.length)])
  })
  await new Promise<void>((ready) => proxy.listen(port, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${port}`,
    use: (servers: readonly ManagedServer[]) => {
      used = [...servers]
    },
    close: () => proxy.close(),
  }
}

function connectToOne(caller: Socket, [first, ...others]: readonly ManagedServer[]) {
  if (!first) return void caller.destroy()
  const server = connect({ port: first.port, host: '127.0.0.1' })
  let isConnected = false
  server.on('connect', () => {
    isConnected = true
    caller.pipe(server).pipe(caller)
  })
  server.on('error', () => (isConnected ? caller.destroy() : connectToOne(caller, others)))
  caller.on('close', () => server.destroy())
}

/** Visitors who read pages and search; each request is a connection of its own, as through a proxy without keep-alive. */
function openLoad(url: string) {
  let requests = 0
  let slowestMs = 0
  let failures: string[] = []
  let isOpen = true
  const paths = ['/', '/search?q=Reinigung', '/rest/v1/rpc/get_homepage_stats', '/readyz']
  async function visit(at: number) {
    for (let turn = at; isOpen; turn += 1) {
      const path = paths[turn % paths.length] ?? '/'
      const began = performance.now()
      const failure = await read(url + path)
      requests += 1
      slowestMs = Math.max(slowestMs, performance.now() - began)
      if (failure !== undefined) failures.push(`${path}: ${failure}`)
      await pause(20)
    }
  }
  const visitors = Array.from({ length: readers }, (_, at) => visit(at))
  const begin = () => {
    requests = 0
    slowestMs = 0
    failures = []
  }
  return {
    begin,
    read: () => ({ requests, failures, slowestMs }),
    end: async () => {
      isOpen = false
      await Promise.all(visitors)
    },
  }
}

/** Returns what went wrong. */
async function read(url: string) {
  const isCall = url.includes('/rpc/')
  const origin = new URL(url).origin.replace('127.0.0.1', 'localhost')
  const call = request(url, {
    agent: false,
    timeout: 30_000,
    ...(isCall && { method: 'POST', headers: { 'content-type': 'application/json', origin } }),
  })
  call.end(isCall ? '{}' : undefined)
  try {
    const [answer] = (await once(call, 'response')) as [IncomingMessage]
    await buffer(answer)
    return answer.statusCode === 200 ? undefined : `status ${answer.statusCode}`
  } catch (error) {
    return String(error)
  }
}

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, connect as dial, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '#src/platform/server/config.ts'
import { startLocalDatabase } from '#src/platform/server/database/localDatabase.ts'
import { findFreePortBlock } from '../../scripts/ports.ts'
import { answersOk, type Program, startProgram } from '../../scripts/programs.ts'
import { builtServer, startServices } from '../../scripts/services.ts'
import { post } from './post.ts'

export const adminPassword = 'Sturmfeste-Laterne-9'
export const adminEmail = 'leitung@sturm.example'

/**
 * System under test: a durable PostgreSQL of its own, the payment sandbox, two server processes, and a load balancer in front of them for
 * webhooks. `mailPort`: port of the mailbox.
 */
export async function openSystem() {
  const folder = mkdtempSync(join(tmpdir(), 'handschlag-chaos-'))
  const port = await findFreePortBlock(6)
  const settings = {
    PORT: String(port),
    DATA_DIR: folder,
    DEMO: '0',
    LOG_LEVEL: 'silent',
    LIMITS_FACTOR: '1000000',
    SEPA_PAYOUTS: '1',
    ADMIN_PASSWORD: adminPassword,
    ADMIN_EMAIL: adminEmail,
    SMTP_URL: `smtp://127.0.0.1:${port + 3}`,
    TRUSTED_PROXIES: '127.0.0.1',
  }
  const database = await openKillableDatabase(join(folder, 'database'))
  const config = readConfig({ ...settings, DATABASE_URL: database.url })
  const services = await startServices({ config, isThrowaway: true })
  const environment = {
    ...services.environment,
    ...settings,
    DATABASE_URL: database.url,
    PUBLIC_URL: `http://localhost:${port}`,
    // The servers share compiled code, but only within this run, so that every run begins alike.
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
  }
  const servers = [port + 4, port + 5].map((at) => openManagedServer({ port: at, environment }))
  await migrate(openManagedServer({ port: port + 4, environment: { ...environment, NODE_DISABLE_COMPILE_CACHE: '1' } }))
  const balancer = await openBalancer(port, servers)
  return {
    database,
    servers,
    mailPort: port + 3,
    config: readConfig(environment),
    publicUrl: environment.PUBLIC_URL,
    sandboxUrl: `http://127.0.0.1:${port + 1}`,
    control: (verb: string, body: object = {}) => postJson(`http://127.0.0.1:${port + 1}/__control/${verb}`, body),
    /** Stops both gracefully and restarts them: only a graceful stop saves Node's compile cache. */
    restart: () =>
      Promise.all(
        servers.map(async (one) => {
          await one.stop()
          await one.start()
        }),
      ),
    /** With `keepsFolder` the database and the sandbox's state are kept for analysis; returns the folder. */
    close: async ({ keepsFolder }: { keepsFolder: boolean }) => {
      balancer.close()
      await Promise.all(servers.map((one) => one.kill()))
      await services.stop()
      await database.stop()
      if (!keepsFolder) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
      return folder
    },
  }
}
export type System = Awaited<ReturnType<typeof openSystem>>

/** A server migrates the empty database when it starts. */
async function migrate(server: ManagedServer) {
  await server.start()
  await server.stop()
}

/** Embedded PostgreSQL with synchronous commits; `kill` sends SIGKILL to its main process, `start` restarts it at the same port. */
async function openKillableDatabase(folder: string) {
  const data = join(folder, 'cluster')
  let running = await startLocalDatabase({ folder })
  const { url } = running
  const port = Number(new URL(url).port)
  const refusals: string[] = []
  let isHeard = false
  const readLog = () => {
    // A restart begins a new log; in between there is no file.
    if (!isHeard || !existsSync(join(data, 'server.log'))) return
    const lines = readFileSync(join(data, 'server.log'), 'utf8').split('\n')
    const fresh = lines.slice(linesKnown)
    // The following lines contain PostgreSQL's details, such as the waiting processes.
    const wholly = fresh.map((line, at) =>
      [line, ...fresh.slice(at + 1, at + 30).filter((more) => /^\t|DETAIL:|STATEMENT:/.test(more))].join(' '),
    )
    refusals.push(...wholly.filter((_, at) => /\b(ERROR|PANIC):/.test(fresh[at] ?? '')))
    linesKnown = lines.length - 1
  }
  let linesKnown = 0
  return {
    url,
    kill: async () => {
      const [pid = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
      while (running.isRunning()) await pause(20)
      readLog()
    },
    start: async () => {
      linesKnown = 0
      running = await startLocalDatabase({ folder, port })
    },
    stop: () => running.stop(),
    /** Starts recording errors of the database; `refusals` returns its messages. */
    listen: () => {
      linesKnown = readFileSync(join(data, 'server.log'), 'utf8').split('\n').length - 1
      isHeard = true
    },
    refusals: () => {
      readLog()
      return refusals.splice(0)
    },
  }
}

type ServerOptions = { port: number; environment: Record<string, string | undefined>; file?: string }
export type ManagedServer = ReturnType<typeof openManagedServer>

/** Manages one server process: a killed server is restarted at the same port. `file`: the program, by default this tree's build. */
export function openManagedServer({ port, environment, file = builtServer }: ServerOptions) {
  const url = `http://127.0.0.1:${port}`
  let program: Program | undefined
  let isReady = false
  let isWanted = false
  /** As a process manager does, restarts a server that ended by itself. */
  async function start() {
    isWanted = true
    const own = startProgram({ name: `Server ${port}`, file, environment: { ...environment, PORT: String(port) } })
    program = own
    while (!own.isGone() && !(await answersOk(`${url}/readyz`))) await pause(50)
    isReady = !own.isGone()
    void own.end.then(() => {
      if (isWanted && program === own) void start()
    })
  }
  return {
    url,
    port,
    isReady: () => isReady,
    /** Resolves when the server responds, or at once if it was killed meanwhile. */
    start,
    kill: async () => {
      isReady = isWanted = false
      if (!program || program.isGone()) return
      process.kill(program.pid, 'SIGKILL')
      await program.end
    },
    isGone: () => program?.isGone() ?? true,
    stop: async () => {
      isReady = isWanted = false
      await program?.stop()
    },
  }
}

/** Load balancer: forwards a connection to a ready server; closes it if there is none. */
async function openBalancer(port: number, servers: readonly ManagedServer[]) {
  let turn = 0
  const balancer = createServer((caller) => {
    const ready = servers.filter((one) => one.isReady())
    turn += 1
    const chosen = ready[turn % ready.length]
    caller.on('error', () => {})
    if (!chosen) return caller.destroy()
    join2(caller, dial({ port: chosen.port, host: '127.0.0.1' }))
  })
  await new Promise<void>((ready) => balancer.listen(port, '127.0.0.1', ready))
  return balancer
}

function join2(caller: Socket, server: Socket) {
  server.on('error', () => caller.destroy())
  server.on('close', () => caller.destroy())
  caller.on('close', () => server.destroy())
  caller.pipe(server).pipe(caller)
}

/** Posts JSON and returns the JSON response; throws if the status is no success. */
export async function postJson(url: string, body: object): Promise<Record<string, unknown>> {
  const answer = await post(url, { body })
  if (answer.status >= 300) throw new Error(`${url}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

/** Variable that drill.sh passes. */
export function setting(name: string) {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is missing: run drill.sh`)
  return value
}

/** Runs a command of cluster.sh and returns the lines of its output. */
export async function cluster(...words: string[]) {
  const { stdout } = await promisify(execFile)(setting('CLUSTER'), [setting('WORK'), ...words])
  return stdout.split('\n').filter(Boolean)
}

const databases = ['1', '2', '3']
const apps = ['1', '2']

const answers = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  )

async function nodeThatIs(role: 'primary' | 'sync') {
  for (const node of databases) if (await answers(`http://${setting('NET')}.1${node}:8008/${role}`)) return node
  throw new Error(`no node is ${role}`)
}
export const leader = () => nodeThatIs('primary')
export const synchronousStandby = () => nodeThatIs('sync')

export const appPids = async () => (await Promise.all(apps.map((app) => cluster('app-pid', app)))).flat()

type Ready = { ok: boolean; isPolling?: boolean; isListening?: boolean; replica?: string; jobs?: Waiting }
type Waiting = { oldestWaitingSeconds: number }

/** Parts of the servers that have not recovered. */
async function listUnhealthy() {
  const found: string[] = []
  for (const app of apps) {
    const url = `http://${setting('NET')}.2${app}:3000/readyz`
    const ready = await fetch(url, { signal: AbortSignal.timeout(4_000) })
      .then(async (answer) => (await answer.json()) as Ready)
      .catch((): Ready => ({ ok: false }))
    if (!ready.ok) found.push(`app${app} is not ready`)
    else {
      if (!ready.isPolling) found.push(`app${app} takes no jobs`)
      if (!ready.isListening) found.push(`app${app} does not listen`)
      if (ready.replica !== 'used') found.push(`app${app}: its replica is ${ready.replica}`)
      if ((ready.jobs?.oldestWaitingSeconds ?? 0) > 30) found.push(`app${app}: a job waits for ${ready.jobs?.oldestWaitingSeconds} s`)
    }
  }
  return found
}

/** Returns the milliseconds until pools, listeners, jobs and replicas of both servers work; undefined if longer than `seconds`. */
export async function untilHealthy(seconds: number) {
  const began = Date.now()
  let unhealthy = await listUnhealthy()
  while (unhealthy.length > 0) {
    if (Date.now() - began > seconds * 1_000) {
      console.log(`  not recovered: ${unhealthy.join(', ')}`)
      return undefined
    }
    await pause(500)
    unhealthy = await listUnhealthy()
  }
  return Date.now() - began
}

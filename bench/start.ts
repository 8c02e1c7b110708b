import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readConfig } from '#src/server/config.ts'
import { buildWhatIsStale } from '../scripts/freshBuild.ts'
import { findFreePortBlock } from '../scripts/ports.ts'
import { answersOk } from '../scripts/programs.ts'
import { startServer, startServices } from '../scripts/services.ts'
import { type Alone, quantile } from './measure.ts'

const rounds = 11
const mostMs = 500

/**
 * From the start of a server's process to its first page, on a database that is ready, against bare Hono's start to its first page. The exit
 * code is 1 when the median is above half a second.
 */
export async function open(): Promise<Alone> {
  await buildWhatIsStale()
  const folder = mkdtempSync(join(tmpdir(), 'bench-start-'))
  const port = await findFreePortBlock(4)
  const settings = { PORT: String(port), DATA_DIR: folder, DEMO: 'small', LOG_LEVEL: 'error' }
  const services = await startServices({ config: readConfig(settings), isThrowaway: true })
  const close = async () => {
    await services.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { measure: () => measure(port, { ...services, environment: { ...services.environment, ...settings } }), close }
}

async function measure(port: number, services: Awaited<ReturnType<typeof startServices>>) {
  const times: { own: number; bare: number }[] = []
  // The first fills the database, the second the cache of compiled code.
  for (let round = -2; round < rounds; round += 1) {
    const one = { own: await startOwn(port, services), bare: await startBare() }
    if (round >= 0) times.push(one)
  }
  const [own, bare] = [
    quantile(
      times.map((one) => one.own),
      0.5,
    ),
    quantile(
      times.map((one) => one.bare),
      0.5,
    ),
  ]
  const ratio = quantile(
    times.map((one) => one.own / one.bare),
    0.5,
  )
  console.log(
    `start to first page: ${own.toFixed(0)} ms, bare Hono ${bare.toFixed(0)} ms, ratio ${ratio.toFixed(1)} (${rounds} rounds in turn)`,
  )
  console.log(JSON.stringify({ bench: 'start', rounds, ownMs: Math.round(own), bareMs: Math.round(bare), ratio: Number(ratio.toFixed(2)) }))
  if (own > mostMs) process.exitCode = 1
}

async function startOwn(port: number, services: Awaited<ReturnType<typeof startServices>>) {
  const start = performance.now()
  const starting = startServer({ services, port })
  const took = await firstAnswer(`http://127.0.0.1:${port}/`, start)
  const server = await starting
  // What it compiled is kept when it ends.
  await server.stop()
  return took
}

async function startBare() {
  const start = performance.now()
  const bare = fork(fileURLToPath(new URL('constant.ts', import.meta.url)))
  const port = await new Promise<number>((ready) => bare.once('message', (message) => ready(Number(message))))
  const took = await firstAnswer(`http://127.0.0.1:${port}/40000`, start)
  bare.kill()
  return took
}

async function firstAnswer(url: string, start: number) {
  while (!(await answersOk(url))) await pause(5)
  return performance.now() - start
}

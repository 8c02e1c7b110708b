import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '#src/platform/server/config.ts'
import { buildWhatIsStale } from '../scripts/freshBuild.ts'
import { findFreePortBlock } from '../scripts/ports.ts'
import { answersOk } from '../scripts/programs.ts'
import { startServer, startServices } from '../scripts/services.ts'
import { type Benchmark, median } from './measure.ts'
import { startConstant } from './product.ts'

const mostMs = 1_000

/**
 * Time from the start of a server's process to its first page, on a prepared database, compared with bare Hono, in turn. The exit code is 1
 * when the median is above `mostMs`. The argument is the number of rounds.
 */
export async function open([rounds = '11']: string[]): Promise<Benchmark> {
  await buildWhatIsStale()
  const folder = mkdtempSync(join(tmpdir(), 'bench-start-'))
  const port = await findFreePortBlock(4)
  const settings = { PORT: String(port), DATA_DIR: folder, DEMO: 'small', LOG_LEVEL: 'error' }
  const services = await startServices({ config: readConfig(settings), isThrowaway: true })
  const close = async () => {
    await services.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const environment = { ...services.environment, ...settings }
  return { measure: () => measure({ port, services: { ...services, environment }, rounds: Number(rounds) }), close }
}

type Measured = { port: number; services: Awaited<ReturnType<typeof startServices>>; rounds: number }

async function measure({ port, services, rounds }: Measured) {
  const times: { own: number; bare: number }[] = []
  // The first start fills the database, the second one the cache of compiled code, if any.
  for (let round = -2; round < rounds; round += 1) {
    const one = { own: await startOwn(port, services), bare: await startBare() }
    if (round >= 0) times.push(one)
  }
  const own = median(times.map((one) => one.own))
  const bare = median(times.map((one) => one.bare))
  console.log(
    `start to first page: ${own.toFixed(0)} ms (at most ${mostMs}), bare Hono ${bare.toFixed(0)} ms, ratio ${(own / bare).toFixed(1)} (${rounds} rounds in turn)`,
  )
  if (own > mostMs) process.exitCode = 1
}

async function startOwn(port: number, services: Measured['services']) {
  const start = performance.now()
  const starting = startServer({ services, port })
  const took = await firstAnswer(`http://127.0.0.1:${port}/`, start)
  const server = await starting
  await server.stop()
  return took
}

async function startBare() {
  const start = performance.now()
  const { url, stop } = await startConstant()
  const took = await firstAnswer(`${url}40000`, start)
  stop()
  return took
}

async function firstAnswer(url: string, start: number) {
  while (!(await answersOk(url))) await pause(5)
  return performance.now() - start
}

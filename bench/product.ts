import { fork } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startLocalDatabase } from '#src/server/database/localDatabase.ts'
import { findFreePortBlock } from '../scripts/ports.ts'
import { answersOk, startProgram, waitUntilReady } from '../scripts/programs.ts'
import type { Benchmark } from './measure.ts'

/** Starts the whole product on throwaway data, without limits, and hands it to `prepare`, which says what is compared. */
export async function measureProduct(
  environment: Record<string, string>,
  prepare: (product: { address: string; databaseUrl: string }) => Promise<Omit<Benchmark, 'close'>>,
): Promise<Benchmark> {
  const { close, ...product } = await openProduct(environment)
  try {
    return { ...(await prepare(product)), close }
  } catch (error) {
    await close()
    throw error
  }
}

let opened = 0

/**
 * The whole product with its demo on throwaway data, ready; leaves nothing behind when that fails. `checkout`: of another commit, with its
 * dependencies, to be compared with. `isStartedAnew`: its server did not fill the database, it found it filled.
 */
export async function openProduct(environment: Record<string, string> = {}, { checkout = '.', isStartedAnew = false } = {}) {
  opened += 1
  const folder = resolve(`.cache/bench.${process.pid}.${opened}`)
  const database = await startLocalDatabase({ folder: join(folder, 'postgres'), isThrowaway: true })
  const port = await findFreePortBlock(4)
  const address = `http://127.0.0.1:${port}`
  const start = () =>
    startProgram({
      name: 'Das Produkt',
      file: resolve(checkout, 'scripts/start.ts'),
      environment: {
        ...process.env,
        PORT: String(port),
        DATA_DIR: join(folder, 'data'),
        DATABASE_URL: database.url,
        LIMITS_FACTOR: '1000000',
        LOG_LEVEL: 'error',
        ...environment,
      },
    })
  const ready = () => waitUntilReady(product, () => answersOk(`${address}/readyz`))
  let product = start()
  const close = async () => {
    await product.stop(30_000)
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await ready()
    if (isStartedAnew) {
      // What the catalogue reads as is kept soon after the start.
      await pause(5_000)
      await product.stop(30_000)
      product = start()
      await ready()
    }
    return { address, databaseUrl: database.url, serverPid: serverIn(join(folder, 'data')), close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * The product, beside it that of another checkout (built, with its dependencies) if a folder is given, and what answers constants, in a
 * process of its own.
 */
export async function openRivals([checkout]: string[]) {
  const now = await openProduct({ DEMO: 'small' })
  const before = checkout ? await openProduct({ DEMO: 'small' }, { checkout }) : undefined
  const bare = fork(fileURLToPath(new URL('constant.ts', import.meta.url)))
  const port = await new Promise<number>((ready) => bare.once('message', (message) => ready(Number(message))))
  const close = async () => {
    bare.kill()
    await before?.close()
    await now.close()
  }
  return { now, before, constant: `http://127.0.0.1:${port}/`, close }
}

/** The process that answers: of those that the data folder notes, the server was started last. */
const serverIn = (folder: string) => Number(/(\d+) \d+\s*$/.exec(readFileSync(join(folder, 'processes'), 'utf8'))?.[1])

/** Asks as a page of the product does: with a body a POST, otherwise a GET. Any other status than `expected` is an error. */
export async function ask(url: string, { body, expected = 200 }: { body?: object | undefined; expected?: number } = {}) {
  const origin = new URL(url).origin.replace('127.0.0.1', 'localhost')
  const posted = { method: 'POST', headers: { 'content-type': 'application/json', origin }, body: JSON.stringify(body) }
  const answer = await fetch(url, body ? posted : {})
  if (answer.status !== expected) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
}

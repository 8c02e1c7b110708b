import { fork } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startLocalDatabase } from '#src/platform/server/database/localDatabase.ts'
import { findFreePortBlock } from '../scripts/ports.ts'
import { answersOk, startProgram, waitUntilReady } from '../scripts/programs.ts'
import { read } from './measure.ts'

/**
 * Starts the whole product with its demo on a throwaway database, without limits; stops everything if that fails. `isStartedAnew`: restarts
 * the server once, so that it finds the database filled.
 */
export async function openProduct(environment: Record<string, string> = {}, { isStartedAnew = false } = {}) {
  const folder = resolve(`.cache/bench.${process.pid}`)
  const database = await startLocalDatabase({ folder: join(folder, 'postgres'), isThrowaway: true })
  const port = await findFreePortBlock(4)
  const [address, sandbox] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${port + 1}`]
  const start = () =>
    startProgram({
      name: 'Das Produkt',
      file: resolve('scripts/start.ts'),
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
      // The catalogue's index is stored soon after the start.
      await pause(5_000)
      await product.stop(30_000)
      product = start()
      await ready()
    }
    return { address, sandbox, databaseUrl: database.url, serverPid: serverIn(join(folder, 'data')), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Pid of the server: the data folder lists all processes, the server last. */
const serverIn = (folder: string) => Number(/(\d+) \d+\s*$/.exec(readFileSync(join(folder, 'processes'), 'utf8'))?.[1])

/** Path of the profile of the first company that the search finds. */
export const profileIn = async (address: string) => /\/service\/[\w-]+/.exec(await read({ url: `${address}/search` }))?.[0] ?? ''

/** Starts bare Hono with constant responses in a separate process: the reference of every figure. */
export async function startConstant() {
  const child = fork(fileURLToPath(new URL('constant.ts', import.meta.url)))
  const port = await new Promise<number>((ready) => child.once('message', (message) => ready(Number(message))))
  return { url: `http://127.0.0.1:${port}/`, pid: child.pid ?? 0, stop: () => child.kill() }
}

/** Starts the product and the server of constant responses. */
export async function openRivals() {
  const product = await openProduct({ DEMO: 'small' })
  const constant = await startConstant()
  const close = async () => {
    constant.stop()
    await product.close()
  }
  return { address: product.address, constant: constant.url, close }
}

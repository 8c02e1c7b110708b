import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findFreePortBlock, portsOf } from '../scripts/ports.ts'
import { answersOk, type Program, waitUntilReady } from '../scripts/programs.ts'
import { startServer, startServices } from '../scripts/services.ts'
import { readConfig } from '../src/platform/server/config.ts'
import { control, databaseUrl, test as ordinary, queryDatabase, switchProduct } from './fixtures.ts'
import { openTcpProxy, type TcpProxy } from './tcpProxy.ts'

type Work = () => Promise<void>

/** A product with real failures. Each function repairs what it broke, even if the work throws. */
export type FaultyProduct = {
  /** The tables are renamed meanwhile: every statement that uses them fails. */
  withoutTables: (names: string[], work: Work) => Promise<void>
  /** The server loses its database connections and cannot open new ones. */
  withoutDatabase: (work: Work) => Promise<void>
  /** No request of the browser is answered. */
  withoutConnection: (work: Work) => Promise<void>
  /** The server is killed; the gateway answers in its place. */
  withoutServer: (work: Work) => Promise<void>
  /** No call of the server to the PSP is answered. */
  withoutPayments: (work: Work) => Promise<void>
}

/**
 * For tests of texts shown when the product fails. They run their own instance, because a fault affects all users: it starts with a
 * worker's first such test and is shared by that worker's tests.
 */
export const test = ordinary.extend<object, { faulty: FaultyProduct & { address: string } }>({
  baseURL: ({ faulty }, use) => use(faulty.address),
  faulty: [
    async ({ browserName: _ }, use) => {
      const { close, ...faultyProduct } = await openFaultyProduct()
      await use(faultyProduct)
      await close()
    },
    { scope: 'worker', auto: true, timeout: 120_000 },
  ],
})

async function openFaultyProduct() {
  const database = await makeDatabase()
  const product = await startProduct(database.url)
  switchProduct({ ...product.addresses, database: database.url })
  await furnish()
  const close = async () => {
    switchProduct(undefined)
    await product.close()
    await database.drop()
  }
  const { toServer, toDatabase } = product
  return {
    address: product.addresses.product,
    close,
    withoutTables,
    withoutDatabase: (work: Work) => whileCut(toDatabase, work).then(product.whenReady),
    withoutConnection: (work: Work) => whileCut(toServer, work),
    withoutServer: (work: Work) => product.whileKilled(work),
    withoutPayments,
  }
}

/** An empty database on the PostgreSQL of the other e2e tests. */
async function makeDatabase() {
  const name = `faulty_${randomBytes(4).toString('hex')}`
  const own = new URL(databaseUrl())
  const ofServer = (words: string) => runOn(databaseUrl(), words)
  await ofServer(`create database ${name}`)
  own.pathname = `/${name}`
  return { url: own.href, drop: () => ofServer(`drop database ${name} with (force)`) }
}

async function runOn(url: string, words: string) {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(words).finally(() => client.end())
}

/** The product with its own payment sandbox and inbox. Browser and database connect through TCP proxies that can be cut. */
async function startProduct(database: string) {
  const folder = mkdtempSync(join(tmpdir(), 'faulty-'))
  const port = await findFreePortBlock(4)
  const toServer = await openTcpProxy(port, { isGateway: true })
  const toDatabase = await openTcpProxy(Number(new URL(database).port))
  const throughProxy = new URL(database)
  throughProxy.port = String(toDatabase.port)
  const settings = {
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${toServer.port}`,
    DATA_DIR: folder,
    DATABASE_URL: throughProxy.href,
    DEMO: '0',
    ADMIN_PASSWORD: process.env.JOURNEY_ADMIN_PASSWORD,
    LIMITS_FACTOR: '1000',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
  }
  const services = await startServices({ config: readConfig(settings), isThrowaway: true })
  const start = () => startServer({ services: { ...services, environment: { ...services.environment, ...settings } }, port })
  let server = await start()
  const { sandbox, inboxPage } = portsOf(port)
  return {
    addresses: { product: settings.PUBLIC_URL, sandbox: `http://127.0.0.1:${sandbox}`, inbox: `http://localhost:${inboxPage}` },
    toServer,
    toDatabase,
    whenReady: () => waitUntilReady(server, () => answersOk(`http://127.0.0.1:${port}/readyz`)),
    whileKilled: async (work: Work) => {
      await kill(server)
      await work().finally(async () => {
        server = await start()
      })
    },
    close: async () => {
      await server.stop()
      await services.stop()
      for (const proxy of [toServer, toDatabase]) proxy.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function kill(server: Program) {
  process.kill(server.pid, 'SIGKILL')
  await server.end
}

async function whileCut(proxy: TcpProxy, work: Work) {
  proxy.cut()
  await work().finally(() => proxy.mend())
}

async function withoutTables(names: string[], work: Work) {
  for (const name of names) await queryDatabase(`alter table ${name} rename to ${name}_gone`)
  await work().finally(async () => {
    for (const name of names) await queryDatabase(`alter table ${name}_gone rename to ${name}`)
  })
}

async function withoutPayments(work: Work) {
  await control('faults', { operation: '*', kind: 'dropBefore', times: 10_000 })
  await work().finally(() => control('clear', {}))
}

/** Creates one company that visitors can find, and removes the hold on first payouts. */
async function furnish() {
  await queryDatabase(`insert into settings (key, value, updated_at) values ('firstPayoutHoldDays', '0', now())`)
  await queryDatabase(
    `insert into companies
       (company_name, category, description, location, postcode, town, contact_person, email, phone, hourly_rate_cents, subscription_status,
        verified)
     values ('Glanzwerk Altona Gebäudereinigung', 'Reinigung', 'Sauber bis in die Ecken.', '22767 Hamburg', '22767', 'Hamburg',
       'Meike Petersen', 'kontakt@glanzwerk-altona.example', '+49 40 66969101', 3450, 'active', true)`,
  )
}

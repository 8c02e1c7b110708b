import { type AddressInfo, connect, createServer } from 'node:net'
import { openDatabase, openPool } from '#src/platform/server/db.ts'
import { openLog } from '#src/platform/server/log.ts'
import type { TestApp } from './testApp.ts'

/**
 * The product behind a TCP proxy to its database that can be cut at the next commit: before the commit arrives, so that nothing is done,
 * or before its response, so that everything is done but the product does not learn it.
 */
export async function openCommitProxy({ app }: TestApp) {
  const to = new URL(app.config.DATABASE_URL ?? '')
  let next: 'commit' | 'answer' | undefined
  const server = createServer((near) => {
    const far = connect(Number(to.port), to.hostname)
    let isCut = false
    const cut = () => {
      next = undefined
      near.destroy()
      far.destroy()
    }
    near.on('data', (sent) => {
      const isCommit = next !== undefined && sent.includes('commit\0')
      if (isCommit && next === 'commit') return cut()
      isCut ||= isCommit
      far.write(sent)
    })
    far.on('data', (answer) => (isCut ? cut() : near.write(answer)))
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const proxyUrl = new URL(to)
  proxyUrl.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const pool = openPool({ url: proxyUrl.href, size: 2, log: openLog('silent') })
  return {
    app: { ...app, pool, db: openDatabase(pool) },
    /** Message lost by the next commit: the commit itself, or its response. */
    lose: (what: 'commit' | 'answer') => {
      next = what
    },
    close: async () => {
      await pool.end()
      server.close()
    },
  }
}

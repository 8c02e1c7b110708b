import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A TCP proxy in front of the test's database that loses connections on demand. `url` is the database through it.
 */
export async function openDatabaseProxy(databaseUrl: string) {
  const to = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let losesAt: string | undefined
  let mode: 'open' | 'refusing' | 'silent' | 'unserved' = 'open'
  let lost = 0
  const server = createServer((near) => {
    sockets.add(near)
    near.on('error', () => undefined).on('close', () => sockets.delete(near))
    if (mode === 'refusing') return near.destroy()
    if (mode === 'unserved') return void near.once('data', () => near.end(unserved))
    const far = connect(Number(to.port), to.hostname)
    near.on('close', () => far.destroy())
    far.on('error', () => near.destroy()).on('close', () => near.destroy())
    near.on('data', (sent) => {
      if (mode === 'silent') return
      if (losesAt !== undefined && sent.includes(losesAt)) {
        losesAt = undefined
        lost += 1
        return near.destroy()
      }
      far.write(sent)
    })
    far.on('data', (answer) => mode !== 'silent' && near.write(answer))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = new URL(to)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    /** The next connection that sends this text is lost. */
    loseAt: (text: string) => {
      losesAt = text
    },
    lost: () => lost,
    /**
     * `refusing` closes all connections and every new one; `silent` drops all data, as a network that loses every packet; `unserved` responds
     * as PgBouncer without a server.
     */
    turn: (next: typeof mode) => {
      mode = next
      if (mode === 'refusing' || mode === 'unserved') for (const one of sockets) one.destroy()
    },
    close: async () => {
      for (const one of sockets) one.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** PgBouncer's response to a client while it reaches no server. */
const fields = ['SFATAL', 'VFATAL', 'C08P01', 'Mserver login has been failing, cached error: connect failed (server_login_retry)', '']
const unserved = Buffer.from(`E----${fields.join('\0')}\0`)
unserved.writeInt32BE(unserved.length - 1, 1)

import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Response of a gateway such as nginx without a server behind it. */
const badGateway = [
  'HTTP/1.1 502 Bad Gateway',
  'content-type: text/html',
  'content-length: 24',
  'connection: close',
  '',
  '<h1>502 Bad Gateway</h1>',
].join('\r\n')

export type TcpProxy = { port: number; cut: () => void; mend: () => void; close: () => void }

/**
 * TCP proxy to a local program, with its own port. When cut, it drops all data, and new connections get no response. As a gateway it
 * responds in place of a program that is gone, like the reverse proxy in operation.
 */
export async function openTcpProxy(target: number, { isGateway = false } = {}): Promise<TcpProxy> {
  const ends = new Set<Socket>()
  let isCut = false
  const hold = (end: Socket) => {
    ends.add(end)
    end.once('close', () => ends.delete(end))
  }
  const proxy = createServer((near) => {
    hold(near)
    near.on('error', () => near.destroy())
    if (isCut) return near.destroy()
    let isThere = false
    const far = connect(target, '127.0.0.1', () => {
      isThere = true
      near.pipe(far).pipe(near)
    })
    hold(far)
    near.once('close', () => far.destroy())
    far.on('error', () => (isGateway && !isThere ? near.resume().end(badGateway) : near.destroy()))
  })
  await new Promise<void>((done, fail) => proxy.once('error', fail).listen(0, done))
  return {
    port: (proxy.address() as AddressInfo).port,
    cut: () => {
      isCut = true
      for (const end of ends) end.destroy()
    },
    mend: () => {
      isCut = false
    },
    close: () => {
      for (const end of ends) end.destroy()
      proxy.close()
    },
  }
}

import { createServer } from 'node:net'

/** Ports of one start: PORT, and the three after it. */
export const portsOf = (port: number) => ({ server: port, sandbox: port + 1, inboxPage: port + 2, smtp: port + 3 })

/** Returns the given ports on which another program listens. */
export async function findTakenPorts(ports: readonly number[]): Promise<number[]> {
  const isFree = await Promise.all(ports.map(async (port) => (await canListen(port, undefined)) && (await canListen(port, '127.0.0.1'))))
  return ports.filter((_, index) => !isFree[index])
}

/** Returns the first of `count` consecutive free ports, outside the usual range. */
export async function findFreePortBlock(count: number): Promise<number> {
  for (let tries = 0; tries < 200; tries += 1) {
    const first = 20_000 + Math.floor(Math.random() * 10_000)
    const ports = Array.from({ length: count }, (_, index) => first + index)
    if ((await findTakenPorts(ports)).length === 0) return first
  }
  throw new Error(`no ${count} free ports in a row`)
}

function canListen(port: number, host: string | undefined) {
  return new Promise<boolean>((done) => {
    const probe = createServer()
    probe.once('error', (error) => done(!('code' in error && error.code === 'EADDRINUSE')))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => done(true)))
  })
}

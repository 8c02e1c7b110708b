import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

export type IncomingRequest = {
  method: string
  path: string
  query: string
  headers: IncomingMessage['headers']
  body: string
  bytes: Buffer
}
export type OutgoingResponse = { status: number; headers: Record<string, string>; body: string | Buffer } | 'hangUp'

/** Listens on 127.0.0.1 only; `answer` gets every request with its whole body. Port 0 takes a free one. */
export async function listen(
  port: number,
  answer: (incoming: IncomingRequest) => Promise<OutgoingResponse>,
  longestBodyBytes = 1_000_000,
): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer((request, response) => void serve(request, response, { answer, longestBodyBytes }))
  server.keepAliveTimeout = 30_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  return { port: typeof address === 'object' && address ? address.port : port, close: () => close(server) }
}

type Serving = { answer: (incoming: IncomingRequest) => Promise<OutgoingResponse>; longestBodyBytes: number }

async function serve(request: IncomingMessage, response: ServerResponse, { answer, longestBodyBytes }: Serving) {
  try {
    const [path = '/', query = ''] = (request.url ?? '/').split('?', 2)
    const bytes = await readBody(request, longestBodyBytes)
    const body = bytes.toString('utf8')
    const answered = await answer({ method: request.method ?? 'GET', path, query, headers: request.headers, body, bytes })
    if (answered === 'hangUp') return request.socket.destroy()
    response.writeHead(answered.status, answered.headers).end(answered.body)
  } catch (error) {
    // The client closed the connection while sending, or sends too much: no response is possible.
    if (!request.complete) return request.socket.destroy()
    console.error(error)
    if (response.headersSent) return request.socket.destroy()
    response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end('Internal error')
  }
}

async function readBody(request: IncomingMessage, longestBodyBytes: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    size += part.length
    if (size > longestBodyBytes) throw new Error('request body too large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

async function close(server: Server) {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeAllConnections()
  await closed
}

export function json(status: number, value: unknown, headers: Record<string, string> = {}): OutgoingResponse {
  return {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
    body: `${JSON.stringify(value, null, 2)}\n`,
  }
}

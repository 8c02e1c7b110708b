import { Agent, type IncomingMessage, request } from 'node:http'

type PostOptions = { body: object; headers?: Record<string, string>; signal?: AbortSignal }
export type PostResponse = { status: number; cookies: string[]; body: Record<string, unknown> }

const agent = new Agent({ keepAlive: true })

/**
 * Posts JSON and returns the response; rejects without a complete one. Used because the platform's fetch would take a tenth of the run's
 * time.
 */
export const post = (url: string, { body, headers = {}, signal }: PostOptions) =>
  new Promise<PostResponse>((resolve, reject) => {
    const text = JSON.stringify(body)
    const length = Buffer.byteLength(text)
    const call = request(url, {
      method: 'POST',
      agent,
      headers: { 'content-type': 'application/json', 'content-length': length, ...headers },
      ...(signal ? { signal } : {}),
    })
    call.on('response', (answer) => void read(answer).then(resolve, reject))
    call.on('error', reject)
    call.end(text)
  })

async function read(answer: IncomingMessage): Promise<PostResponse> {
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part)
  return {
    status: answer.statusCode ?? 0,
    cookies: answer.headers['set-cookie'] ?? [],
    body: JSON.parse(Buffer.concat(parts).toString('utf8')),
  }
}

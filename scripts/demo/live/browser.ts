import type { createHttp } from '#src/platform/server/http.ts'

type Http = Awaited<ReturnType<typeof createHttp>>
type Answer = { status: number; body: Record<string, unknown> }

/** The browser of a person in the demo's history: it keeps cookies and calls the product's operations. */
export function openBrowser({ http, publicUrl, ip }: { http: Http; publicUrl: string; ip: string }) {
  const cookies = new Map<string, string>()

  async function request(path: string, init: RequestInit = {}) {
    const headers = new Headers(init.headers)
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    headers.set('origin', publicUrl)
    headers.set('user-agent', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')
    const answer = await http.fetch(new Request(`${publicUrl}${path}`, { ...init, headers }), {
      incoming: { socket: { remoteAddress: ip } },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }

  /** Calls an operation; a refusal is a normal answer. */
  async function tryCall(name: string, body: object): Promise<Answer> {
    const path = name.startsWith('auth/') ? name.replace('auth/', '/auth/v1/') : `/functions/v1/${name}`
    const headers = { 'content-type': 'application/json' }
    const answer = await request(path, { method: 'POST', body: JSON.stringify(body), headers })
    return { status: answer.status, body: await answer.json() }
  }

  /** Calls an operation that must succeed; throws when it is refused. */
  async function call(name: string, body: object) {
    const { status, body: answered } = await tryCall(name, body)
    if (status !== 200) throw new Error(`${name} ${JSON.stringify(body)}: ${status} ${JSON.stringify(answered)}`)
    return answered
  }

  return { cookies, request, tryCall, call }
}
export type Browser = ReturnType<typeof openBrowser>

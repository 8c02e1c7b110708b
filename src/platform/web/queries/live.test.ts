import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type LiveChange, type LiveState, openLive, readBlock } from './live.ts'

test('a block is a part of the stream; heartbeats and unknown events are none', () => {
  expect(readBlock('event: ready\ndata: {}')).toBe('ready')
  expect(readBlock('event: ended\ndata: {"code":"step_up_required"}')).toBe('ended')
  expect(readBlock('event: change\ndata: {"kind":"booking","id":"7"}')).toEqual({ kind: 'booking', id: '7' })
  expect([': heartbeat', 'event: change\ndata: {"kind":"weather","id":"7"}', 'event: later\ndata: {}'].map(readBlock)).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('once connected: read once, then receive each change, also when a block comes in pieces', async () => {
  const harness = openHarness()
  const line = await harness.line(1)
  line.send('event: ready\nda', 'ta: {}\n\n')
  await harness.pass(0)
  expect([harness.states, harness.news]).toEqual([['connecting', 'open'], [{ kind: 'reread' }]])
  await harness.pass(1)
  line.send(': heartbeat\n\nevent: change\ndata: {"kind":"payout","id":"1"}\n\n')
  await harness.pass(0)
  expect(harness.news).toEqual([{ kind: 'reread' }, { kind: 'payout', id: '1' }])
  harness.close()
  expect(line.isAborted()).toBe(true)
})

test('a hundred changes at once cause two reads', async () => {
  const harness = openHarness()
  const line = await harness.line(1)
  line.send(...Array.from({ length: 100 }, (_one, id) => `event: change\ndata: {"kind":"booking","id":"${id}"}\n\n`))
  await harness.pass(1)
  expect(harness.news).toEqual([{ kind: 'booking', id: '0' }, { kind: 'reread' }])
})

test('a lost connection is retried after 1, 2, 5, 10 and 10 seconds; meanwhile a visible screen polls every 30 seconds', async () => {
  const harness = openHarness('fail')
  for (const [seconds, tries] of [
    [0, 1],
    [0.9, 1],
    [0.2, 2],
    [2, 3],
    [5, 4],
    [10, 5],
    [10, 6],
  ] as const) {
    await harness.pass(seconds)
    expect(harness.tries()).toBe(tries)
  }
  expect(harness.states).toEqual(['connecting', 'polling'])
  await harness.pass(5)
  expect(harness.news).toEqual([{ kind: 'reread' }])
  harness.page.hidden = true
  await harness.pass(60)
  expect(harness.news).toHaveLength(1)

  harness.answer('stream')
  harness.page.hidden = false
  harness.page.dispatchEvent(new Event('visibilitychange'))
  const line = await harness.line(harness.tries())
  line.send('event: ready\ndata: {}\n\n')
  await harness.pass(120 - 61)
  expect([harness.states.at(-1), harness.news]).toEqual(['open', [{ kind: 'reread' }, { kind: 'reread' }]])
})

test('a server that restarts is found again; after one failure nobody waits 10 seconds', async () => {
  const harness = openHarness()
  const line = await harness.line(1)
  line.send('event: ready\ndata: {}\n\n')
  await harness.pass(0)
  line.end()
  await harness.pass(0)
  expect(harness.states).toEqual(['connecting', 'open', 'connecting'])
  await harness.pass(1)
  expect(harness.tries()).toBe(2)
})

test.each([401, 403, 404])(
  '%d: the screen looks once, so that its own call asks for what is missing, and nothing polls',
  async (status) => {
    const harness = openHarness()
    harness.answer(status)
    await harness.pass(200)
    expect([harness.states, harness.news]).toEqual([['connecting', 'ended'], [{ kind: 'reread' }]])
    harness.answer('stream')
    await harness.pass(30)
    ;(await harness.line(harness.tries())).send('event: ready\ndata: {}\n\n')
    await harness.pass(0)
    expect(harness.states.at(-1)).toBe('open')
  },
)

test('a connection that is silent for a minute counts as dead', async () => {
  const harness = openHarness()
  const line = await harness.line(1)
  line.send('event: ready\ndata: {}\n\n')
  for (let beat = 0; beat < 5; beat++) {
    await harness.pass(25)
    line.send(': heartbeat\n\n')
  }
  expect([harness.tries(), line.isAborted()]).toEqual([1, false])
  await harness.pass(61)
  expect(line.isAborted()).toBe(true)
  await harness.pass(1)
  expect(harness.tries()).toBe(2)
})

const closers: (() => void)[] = []
beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] }))
afterEach(() => {
  for (const close of closers.splice(0)) close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A page, its network and a server that responds as the test sets it. */
function openHarness(kind: 'stream' | 'fail' | number = 'stream') {
  const page = Object.assign(new EventTarget(), { hidden: false })
  const lines: ReturnType<typeof openLine>[] = []
  let tries = 0
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('fetch', async (_address: string, { signal }: { signal: AbortSignal }) => {
    tries += 1
    if (kind === 'fail') throw new TypeError('no network')
    if (kind !== 'stream') return new Response('{}', { status: kind })
    const line = openLine(signal)
    lines.push(line)
    return new Response(line.content)
  })
  const states: LiveState[] = []
  const news: LiveChange[] = []
  const close = openLive({ companyId: 'c', onEvent: (one) => news.push(one), onState: (state) => states.push(state) })
  closers.push(close)
  const pass = (seconds: number) =>
    settle()
      .then(() => vi.advanceTimersByTimeAsync(seconds * 1_000))
      .then(settle)
  return {
    page,
    states,
    news,
    close,
    pass,
    tries: () => tries,
    answer: (next: 'stream' | 'fail' | number) => {
      kind = next
    },
    line: async (atLeast: number) => {
      await settle()
      const line = lines.at(-1)
      if (!line || tries < atLeast) throw new Error('no line')
      return line
    },
  }
}

/** Streams pass on their parts over several turns. */
const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
}

function openLine(signal: AbortSignal) {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const content = new ReadableStream<Uint8Array>({
    start: (made) => {
      controller = made
    },
  })
  signal.addEventListener('abort', () => {
    try {
      controller?.error(new DOMException('aborted', 'AbortError'))
    } catch {
      // The stream had already ended.
    }
  })
  return {
    content,
    isAborted: () => signal.aborted,
    send: (...parts: string[]) => {
      for (const part of parts) controller?.enqueue(new TextEncoder().encode(part))
    },
    end: () => controller?.close(),
  }
}

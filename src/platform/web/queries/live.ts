import { type LiveKind, liveKinds, liveSeconds, reconnectAfter } from '#src/platform/kit/live.ts'

/** A change at the company; `reread`: events may have been missed, so everything may have changed. */
export type LiveChange = { kind: LiveKind; id: string } | { kind: 'reread' }

/**
 * `open`: notified at once. `polling`: there is no connection, so the screen reads every 30 s. `ended`: sign-in, code or company are needed
 * again.
 */
export type LiveState = 'connecting' | 'open' | 'polling' | 'ended'

type LiveOptions = { companyId: string; onEvent: (change: LiveChange) => void; onState?: (state: LiveState) => void }

/**
 * Listens to the changes of a company while the page is open; returns the function that stops it. A lost connection is retried after 1, 2,
 * 5, 10 and every further 10 seconds, and at once when the page is shown again or the network is back. Meanwhile the screen polls every 30
 * seconds, unless it is hidden. After each (re)connect `reread` comes first, so no change is missed.
 */
export function openLive({ companyId, onEvent: notifyScreen, onState = () => {} }: LiveOptions) {
  let state: LiveState | undefined
  let failures = 0
  let isClosed = false
  let connection: AbortController | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let polling: ReturnType<typeof setInterval> | undefined
  const { onEvent, forget } = gather(notifyScreen)

  function become(next: LiveState) {
    if (isClosed || state === next) return
    state = next
    clearInterval(polling)
    if (next === 'polling') polling = setInterval(rereadIfSeen, liveSeconds.poll * 1_000)
    onState(next)
    // The screen's own call then reports the missing step and asks for it.
    if (next === 'ended') rereadIfSeen()
  }

  function rereadIfSeen() {
    if (!document.hidden) onEvent({ kind: 'reread' })
  }

  async function connect() {
    clearTimeout(retry)
    if (isClosed || connection) return
    const mine = new AbortController()
    connection = mine
    const outcome = await follow(companyId, mine, (part) => {
      failures = 0
      if (part === 'ready') become('open')
      onEvent(part === 'ready' ? { kind: 'reread' } : part)
    })
    connection = undefined
    if (isClosed) return
    failures += 1
    become(outcome === 'refused' ? 'ended' : failures > 1 ? 'polling' : 'connecting')
    const seconds = outcome === 'refused' ? liveSeconds.poll : reconnectAfter(failures)
    retry = setTimeout(() => void connect(), seconds * 1_000)
  }

  /** Connects at once when the page is visible or online again. */
  function wake() {
    if (!document.hidden && state !== 'open') void connect()
  }
  document.addEventListener('visibilitychange', wake)
  window.addEventListener('online', wake)
  become('connecting')
  void connect()
  return () => {
    isClosed = true
    clearTimeout(retry)
    clearInterval(polling)
    forget()
    connection?.abort()
    document.removeEventListener('visibilitychange', wake)
    window.removeEventListener('online', wake)
  }
}

/** Events within half a second of the first are passed on together, so that a hundred changes cause two reads and not a hundred. */
const gatherMs = 500

function gather(tell: (change: LiveChange) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let held: LiveChange[] = []
  function release() {
    timer = undefined
    const [first, ...others] = held
    held = []
    if (first) onEvent(others.length ? { kind: 'reread' } : first)
  }
  function onEvent(change: LiveChange) {
    if (timer !== undefined) {
      held.push(change)
      return
    }
    timer = setTimeout(release, gatherMs)
    tell(change)
  }
  return { onEvent, forget: () => clearTimeout(timer) }
}

type Part = 'ready' | { kind: LiveKind; id: string }

/**
 * Reads the stream to its end: `refused` if the server requires sign-in, code or another company, `lost` for everything else. By fetch and
 * not by EventSource, which reports neither a status nor silence.
 */
async function follow(companyId: string, connection: AbortController, onPart: (part: Part) => void): Promise<'refused' | 'lost'> {
  let silence: ReturnType<typeof setTimeout> | undefined
  const listen = () => {
    clearTimeout(silence)
    silence = setTimeout(() => connection.abort(), liveSeconds.silence * 1_000)
  }
  try {
    listen()
    const answer = await fetch(`/functions/v1/dashboard-events?companyId=${companyId}`, { signal: connection.signal, cache: 'no-store' })
    if ([401, 403, 404].includes(answer.status)) return 'refused'
    if (!answer.ok || !answer.body) return 'lost'
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return 'lost'
      listen()
      const blocks = `${rest}${value}`.split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const part = readBlock(block)
        if (part === 'ended') return 'refused'
        if (part) onPart(part)
      }
    }
  } catch {
    return 'lost'
  } finally {
    clearTimeout(silence)
    connection.abort()
  }
}

/** Parses one event of the stream; undefined for a heartbeat. */
export function readBlock(block: string): Part | 'ended' | undefined {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
  const event = field('event')
  if (event === 'ready' || event === 'ended') return event
  if (event !== 'change') return undefined
  const { kind, id }: { kind?: string; id?: string } = JSON.parse(field('data') ?? '{}')
  const known = liveKinds.find((one) => one === kind)
  return known && id ? { kind: known, id } : undefined
}

import { liveSeconds } from '#src/platform/kit/live.ts'
import type { Problem } from '#src/platform/kit/problems.ts'
import type { App } from '#src/platform/server/app.ts'
import type { OwnerCaller } from '#src/platform/server/calls/endpoint.ts'
import { refusalNow } from '#src/platform/server/calls/guard.ts'
import { TooManyRequests } from '#src/platform/server/calls/limits.ts'
import { describeError } from '#src/platform/server/log.ts'
import { streamsPerSession } from './rules.ts'

/** Kind of caller that may read the events, checked when the stream opens and again before each send. */
export const eventReader = 'P2'
type Reader = { caller: OwnerCaller; cookies: string; signal: AbortSignal }
/** Maximum number of events queued for a slow reader; beyond it the stream ends, and the reader must reconnect and read again. */
const mostWaiting = 200

/**
 * Streams live events of the caller's company as server-sent events: `ready` (no event is missed from now on, so read once), `change` with
 * kind and id, `ended` with the code of the refusal. Session, code and ownership are checked again before each send. Throws
 * TooManyRequests for too many streams of one session.
 */
export function openEvents(app: App, reader: Reader) {
  const pipe = openPipe()
  const waiting = new Set<string>()
  let isTelling = false

  /** Events that arrive while the reader is being checked are sent after the next check. */
  async function tell(part: string) {
    waiting.add(part)
    if (isTelling) return
    isTelling = true
    try {
      while (waiting.size && !pipe.isClosed()) {
        const parts = [...waiting]
        waiting.clear()
        const refusal = await refusalNow(app, { allows: eventReader }, reader)
        if (refusal) return end(refusal)
        pipe.send(parts.join(''))
      }
    } catch (error) {
      app.log.warn({ error: describeError(error) }, 'live events cut off')
      end()
    } finally {
      isTelling = false
    }
  }

  const stop = app.live.watch(
    {
      companyId: reader.caller.companyId,
      holder: reader.caller.session.id,
      onEvent: ({ kind, id }) => void tell(eventPart('change', { kind, id })),
      onReady: () => void tell(eventPart('ready', {})),
      onClosing: () => end(),
    },
    streamsPerSession,
  )
  if (!stop) throw new TooManyRequests(liveSeconds.poll)
  const heart = setInterval(() => void tell(': heartbeat\n\n'), liveSeconds.heartbeat * 1_000)
  heart.unref()

  function end(refusal?: Problem) {
    if (refusal) pipe.send(eventPart('ended', { code: refusal.code }))
    pipe.close()
  }
  pipe.onClosed(() => {
    clearInterval(heart)
    stop()
  })
  reader.signal.addEventListener('abort', () => pipe.close())
  return new Response(pipe.content, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no', 'x-content-type-options': 'nosniff' },
  })
}

const eventPart = (event: 'ready' | 'change' | 'ended', data: object) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** Stream that is written from outside and closed once by either side. */
function openPipe() {
  const encoder = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let isClosed = false
  let mailClosed = () => {}
  const close = () => {
    if (isClosed) return
    isClosed = true
    mailClosed()
    // Already closed if the reader disconnected.
    if (controller) controller.close()
  }
  const content = new ReadableStream<Uint8Array>({
    start: (made) => {
      controller = made
      made.enqueue(encoder.encode(': connected\n\n'))
    },
    cancel: () => {
      controller = undefined
      close()
    },
  })
  return {
    content,
    close,
    isClosed: () => isClosed,
    onClosed: (run: () => void) => {
      mailClosed = run
      if (isClosed) run()
    },
    send: (part: string) => {
      if (isClosed) return
      controller?.enqueue(encoder.encode(part))
      if ((controller?.desiredSize ?? 0) < -mostWaiting) close()
    },
  }
}

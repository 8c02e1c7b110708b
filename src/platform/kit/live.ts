/** Kinds of changes in live events for an open dashboard. */
export const liveKinds = ['booking', 'payout', 'subscription', 'company', 'message', 'quote'] as const
export type LiveKind = (typeof liveKinds)[number]

/** Times of live events in seconds (docs/spec.md#live-events), used by both sides. */
export const liveSeconds = {
  heartbeat: 25,
  /** Pauses between attempts to connect; the last one is used for all further attempts. */
  reconnect: [1, 2, 5, 10],
  /** Time without any data after which the connection counts as dead. */
  silence: 60,
  /** Polling interval of a screen without a stream. */
  poll: 30,
  /** Polling interval of a customer's thread with a message within the last `talkInUse`. */
  talk: 5,
  talkInUse: 600,
} as const

/** True if both sides may be writing to each other now, judged by the last message. */
export const isTalkInUse = (lastAt: string | undefined, now: number) =>
  lastAt !== undefined && now - Date.parse(lastAt) < liveSeconds.talkInUse * 1_000

/** Pause in seconds before an attempt, by the number of consecutive failures. */
export const reconnectAfter = (failures: number) => liveSeconds.reconnect[Math.min(failures, liveSeconds.reconnect.length) - 1] ?? 1

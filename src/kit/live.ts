/** The kinds of changes in live events for an open dashboard. */
export const liveKinds = ['booking', 'payout', 'subscription', 'company', 'message', 'quote'] as const
export type LiveKind = (typeof liveKinds)[number]

/** Times of live events in seconds (docs/spec.md#live-events), used by both sides. */
export const liveSeconds = {
  heartbeat: 25,
  /** The pauses between attempts to connect; the last one is used for all further attempts. */
  reconnect: [1, 2, 5, 10],
  /** After this time without any data, the connection counts as dead. */
  silence: 60,
  /** The polling interval of a screen without a stream. */
  poll: 30,
  /** That of a customer's thread in which somebody wrote within `talkInUse`. */
  talk: 5,
  talkInUse: 600,
} as const

/** Whether both sides may be writing to each other at this moment, by the last message. */
export const isTalkInUse = (lastAt: string | undefined, now: number) =>
  lastAt !== undefined && now - Date.parse(lastAt) < liveSeconds.talkInUse * 1_000

/** The wait before a try, by how many have failed in a row. */
export const reconnectAfter = (failures: number) => liveSeconds.reconnect[Math.min(failures, liveSeconds.reconnect.length) - 1] ?? 1

/** What an open dashboard can be told has changed. */
export const liveKinds = ['booking', 'payout', 'subscription', 'company'] as const
export type LiveKind = (typeof liveKinds)[number]

/** Times of live events in seconds (docs/spec.md#live-events): both sides keep to them. */
export const liveSeconds = {
  heartbeat: 25,
  /** Before the next try to connect; the last one for all further tries. */
  reconnect: [1, 2, 5, 10],
  /** Nothing for so long: the line is dead. */
  silence: 60,
  /** How often a screen looks for itself while nobody tells it. */
  poll: 30,
} as const

/** The wait before a try, by how many have failed in a row. */
export const reconnectAfter = (failures: number) => liveSeconds.reconnect[Math.min(failures, liveSeconds.reconnect.length) - 1] ?? 1

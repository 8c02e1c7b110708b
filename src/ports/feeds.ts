/** Why nothing was read: the address is none that we read, nobody answered, the answer was an error, too large, or took too long. */
export const feedFailures = ['address', 'unreachable', 'answer', 'size', 'slow'] as const
export type FeedFailure = (typeof feedFailures)[number]

export class FeedRefused extends Error {
  readonly failure: FeedFailure
  constructor(failure: FeedFailure) {
    // Never the address: it is a secret.
    super(`calendar not read: ${failure}`)
    this.failure = failure
  }
}

/** `undefined`: nothing changed since the answer with this tag. */
export type FeedAnswer = { content: Buffer; etag: string | undefined } | undefined

/** What the product asks of calendars elsewhere. Keeper: httpsFeeds.ts. */
export type Feeds = {
  /** Reads a public address that a stranger typed. Throws FeedRefused. */
  read(url: string, etag?: string): Promise<FeedAnswer>
}

/** Reasons of a failed fetch: URL not permitted, server unreachable, error response, too large, too slow. */
export const feedFailures = ['address', 'unreachable', 'answer', 'size', 'slow'] as const
export type FeedFailure = (typeof feedFailures)[number]

export class FeedRefused extends Error {
  readonly failure: FeedFailure
  constructor(failure: FeedFailure) {
    // The message must not contain the URL: it is a secret.
    super(`calendar not read: ${failure}`)
    this.failure = failure
  }
}

/** `undefined`: not modified since the response with this ETag. */
export type FeedAnswer = { content: Buffer; etag: string | undefined } | undefined

/** Port to external calendars. Adapter: httpsFeeds.ts. */
export type Feeds = {
  /** Fetches a public URL typed by a stranger. Throws FeedRefused. */
  read(url: string, etag?: string): Promise<FeedAnswer>
}

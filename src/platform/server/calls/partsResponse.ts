import type { App } from '../app.ts'
import { describeError } from '../log.ts'

export type Parts = AsyncGenerator<Uint8Array, undefined, undefined>

/** Sends a file in parts as a download: neither server nor client holds more than one part in memory. */
export function partsResponse(app: App, { name, type, parts }: { name: string; type: string; parts: Parts }) {
  const content = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await parts.next()
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        // The server prints the error of a failed stream, and the database's errors quote their input.
        app.log.error({ fileName: name, error: describeError(error) }, 'file cut off')
        controller.error(new Error('file cut off'))
      }
    },
    cancel: async () => {
      await parts.return(undefined)
    },
  })
  return new Response(content, {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'x-content-type-options': 'nosniff',
    },
  })
}

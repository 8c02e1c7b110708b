import type { App } from '../app.ts'
import { describeError } from '../log.ts'

/** A file for a spreadsheet, sent part by part: neither process nor reader holds more than one of them. */
export function csvAnswer(app: App, fileName: string, parts: AsyncGenerator<string, undefined, undefined>) {
  const encoder = new TextEncoder()
  const content = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await parts.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      } catch (error) {
        // The server prints what a stream fails with, and the database quotes what it was given.
        app.log.error({ fileName, error: describeError(error) }, 'file cut off')
        controller.error(new Error('file cut off'))
      }
    },
    cancel: async () => {
      await parts.return(undefined)
    },
  })
  return new Response(content, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}"`,
      'x-content-type-options': 'nosniff',
    },
  })
}

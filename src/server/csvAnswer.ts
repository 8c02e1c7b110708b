/** A file for a spreadsheet, sent part by part: neither process nor reader holds more than one of them. */
export function csvAnswer(fileName: string, parts: AsyncGenerator<string, undefined, undefined>) {
  const encoder = new TextEncoder()
  const content = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await parts.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
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

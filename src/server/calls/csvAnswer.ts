import { byteOrderMark, csvLine } from '#src/kit/csv.ts'
import type { App } from '../app.ts'
import { describeError } from '../log.ts'

export type CsvColumns<Row> = readonly { title: string; cell: (row: Row) => string }[]

type CsvFile<Row> = {
  name: string
  columns: CsvColumns<Row>
  /** Reads the next rows after `last`. */
  read: (last: Row | undefined, limit: number) => Promise<readonly Row[]>
}

const batchSize = 1_000

/** Rows as a file for a German spreadsheet, read and sent in batches. */
export const csvFile = <Row>(app: App, file: CsvFile<Row>) => csvAnswer(app, file.name, linesOf(file))

async function* linesOf<Row>({ columns, read }: CsvFile<Row>): AsyncGenerator<string, undefined, undefined> {
  yield `${byteOrderMark}${csvLine(columns.map(({ title }) => title))}`
  let last: Row | undefined
  for (;;) {
    const rows = await read(last, batchSize)
    if (rows.length) yield rows.map((row) => csvLine(columns.map(({ cell }) => cell(row)))).join('')
    last = rows.at(-1)
    if (rows.length < batchSize) return
  }
}

/** A CSV file, sent in parts: neither the process nor the client holds more than one part in memory. */
function csvAnswer(app: App, fileName: string, parts: AsyncGenerator<string, undefined, undefined>) {
  const encoder = new TextEncoder()
  const content = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await parts.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      } catch (error) {
        // The server prints the error of a failed stream, and the database's errors quote their input.
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

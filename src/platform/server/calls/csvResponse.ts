import { byteOrderMark, csvLine } from '#src/platform/kit/csv.ts'
import type { App } from '../app.ts'
import { type Parts, partsResponse } from './partsResponse.ts'

export type CsvColumns<Row> = readonly { title: string; cell: (row: Row) => string }[]

type CsvFile<Row> = {
  name: string
  columns: CsvColumns<Row>
  /** Reads the next rows after `last`. */
  read: (last: Row | undefined, limit: number) => Promise<readonly Row[]>
}

const batchSize = 1_000

/** Rows as a file for a German spreadsheet, read and sent in batches. */
export const csvFile = <Row>(app: App, file: CsvFile<Row>) =>
  partsResponse(app, { name: file.name, type: 'text/csv; charset=utf-8', parts: linesOf(file) })

async function* linesOf<Row>({ columns, read }: CsvFile<Row>): Parts {
  const encoder = new TextEncoder()
  yield encoder.encode(`${byteOrderMark}${csvLine(columns.map(({ title }) => title))}`)
  let last: Row | undefined
  for (;;) {
    const rows = await read(last, batchSize)
    if (rows.length) yield encoder.encode(rows.map((row) => csvLine(columns.map(({ cell }) => cell(row)))).join(''))
    last = rows.at(-1)
    if (rows.length < batchSize) return
  }
}

import { type Cents, eurosOf } from './money.ts'

/** Without a byte-order mark a German spreadsheet reads the file in another encoding. */
export const byteOrderMark = '\ufeff'

/** Joins cells to a line for a German spreadsheet. */
export const csvLine = (cells: readonly string[]) => `${cells.join(';')}\r\n`

/**
 * Text as a cell. A text that a spreadsheet would take for a formula gets an apostrophe in front (docs/spec.md#csv-formulas), even after
 * leading blanks and control characters, which programs skip.
 */
export function csvText(text: string) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const harmless = /^[\s\x00-\x1f]*[=+\-@＝＋－＠]/.test(text) ? `'${text}` : text
  return /[;"\r\n]/.test(harmless) || harmless !== harmless.trim() ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Amount as '1234,50', without thousands separators: every spreadsheet reads it as a number. Empty for null. */
export const csvCents = (cents: Cents | null) => (cents === null ? '' : eurosOf(cents).toFixed(2).replace('.', ','))

/**
 * Parses a spreadsheet's file: separated by semicolons, commas or tabs, by the most frequent one in its first line. Quoted cells may
 * contain line breaks; rows without any text are dropped, the others have the number of their first line. An apostrophe that protects a
 * text from being a formula is removed.
 */
export function readCsv(text: string): { line: number; cells: string[] }[] {
  const content = text.startsWith(byteOrderMark) ? text.slice(1) : text
  const separator = separatorOf(content)
  const rows: { line: number; cells: string[] }[] = []
  let line = 1
  let row = { line, cells: [''] }
  let isQuoted = false
  for (let at = 0; at < content.length; at += 1) {
    const sign = content[at] ?? ''
    if (sign === '\n') line += 1
    if (sign === '"' && isQuoted && content[at + 1] === '"') {
      append(row.cells, '"')
      at += 1
    } else if (sign === '"' && (isQuoted || row.cells.at(-1) === '')) isQuoted = !isQuoted
    else if (isQuoted) append(row.cells, sign)
    else if (sign === separator) row.cells.push('')
    else if (sign === '\n') {
      rows.push(row)
      row = { line, cells: [''] }
    } else append(row.cells, sign)
  }
  return [...rows, row]
    .map(({ line: begins, cells }) => ({ line: begins, cells: cells.map((cell) => plainText(cell.trim())) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
}

const append = (cells: string[], sign: string) => {
  cells[cells.length - 1] += sign
}

function separatorOf(content: string) {
  const [first = ''] = content.split('\n')
  const countOf = (sign: string) => first.split(sign).length
  return [';', ',', '\t'].reduce((best, sign) => (countOf(sign) > countOf(best) ? sign : best))
}

const plainText = (cell: string) => cell.replace(/^'(?=[\s]*[=+\-@＝＋－＠])/, '')

import { type Cents, eurosOf } from './money.ts'

/** Without this mark a German spreadsheet reads the file in another encoding. */
export const byteOrderMark = '\ufeff'

/** Cells as a line of a German spreadsheet's file. */
export const csvLine = (cells: readonly string[]) => `${cells.join(';')}\r\n`

/**
 * A text as a cell. A text that a spreadsheet would take for a formula gets an apostrophe in front (docs/spec.md#csv-formulas), also after
 * leading blanks and control characters, which programs skip.
 */
export function csvText(text: string) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const harmless = /^[\s\x00-\x1f]*[=+\-@＝＋－＠]/.test(text) ? `'${text}` : text
  return /[;"\r\n]/.test(harmless) || harmless !== harmless.trim() ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** '1234,50', without dots between thousands: every spreadsheet reads it as a number. Nothing for nothing. */
export const csvCents = (cents: Cents | null) => (cents === null ? '' : eurosOf(cents).toFixed(2).replace('.', ','))

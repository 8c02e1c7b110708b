import { expect, test } from 'vitest'
import { byteOrderMark, csvLine, csvText, readCsv } from './csv.ts'

const cellsOf = (text: string) => readCsv(text).map(({ cells }) => cells)

test('what was written is read again: quotes, separators, line breaks, formulas', () => {
  const rows = [
    ['Titel', 'Preis'],
    ['Fenster; "groß"', '=1+1'],
    ['zwei\nZeilen', '-5'],
    ['', 'x'],
  ]
  const written = byteOrderMark + rows.map((cells) => csvLine(cells.map(csvText))).join('')
  expect(cellsOf(written)).toEqual(rows)
})

test('commas and tabs separate, too, and empty rows are left out', () => {
  expect(cellsOf('a,b\n1,"2,5"\n,\n')).toEqual([
    ['a', 'b'],
    ['1', '2,5'],
  ])
  expect(cellsOf('a\tb\r\n1\t2')).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
  expect(cellsOf('')).toEqual([])
})

test('a row knows the line it begins at', () => {
  expect(readCsv('a;b\n"1\n2";3\n\n4;5').map(({ line }) => line)).toEqual([1, 2, 5])
})

import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { textFaultsOf } from './textNodes.ts'

// docs/decisions/0047-translated-pages.md

test('no text of a page comes and goes beside other nodes: a translated page would fail', () => {
  const files = globSync('src/**/*.tsx')
  expect(files.length).toBeGreaterThan(200)
  const faults = files.flatMap((file) => textFaultsOf(file, readFileSync(file, 'utf8')).map(({ line, why }) => `${file}:${line} ${why}`))
  expect(faults).toEqual([])
})

test.each([
  ['{is ? "Wort" : null}<b />', 'text that comes and goes'],
  ['<b />{is ? `, ${km} km` : ""}', 'text that comes and goes'],
  ['{is ? <>: {words(it)}</> : null}.', 'text that comes and goes'],
  ['{is && <b />}Wort', 'text behind an element that comes and goes'],
  ['{is ? <A /> : <B />} Wort', 'text behind an element that comes and goes'],
  ['{rows.map((row) => <b key={row} />)}Wort', 'text behind an element that comes and goes'],
  ['{is ? <i>{label}</i> : <i>Weiter<b /></i>}', 'one <i> with other children'],
])('finds %s', (inner, why) => {
  expect(textFaultsOf('one.tsx', `const one = <p>${inner}</p>`).map((fault) => fault.why)).toContain(why)
})

test.each([
  '{is ? "Wort" : null}',
  '{is ? "Wort" : "anderes"}<b />',
  '<span>{is ? "Wort" : null}</span><b />',
  '{is ? <b /> : null}<span>Wort</span>',
  '{is ? <i key="a">{label}</i> : <i key="b">Weiter<b /></i>}',
  '<b />Wort {number}',
])('leaves %s', (inner) => {
  expect(textFaultsOf('one.tsx', `const one = <p>${inner}</p>`)).toEqual([])
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { foreignLicences, listShipped } from './licenceRules.ts'

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))

test('every package that is shipped has a licence that permits it', () => {
  expect(listShipped(lock).length).toBeGreaterThan(200)
  expect(foreignLicences(listShipped(lock))).toEqual([])
})

test.each([
  ['GPL-3.0-only', undefined, true],
  ['MIT AND GPL-3.0-only', undefined, true],
  [undefined, undefined, true],
  ['(MIT OR GPL-3.0-only)', undefined, false],
  ['GPL-3.0-only', true, false],
])('a package of the licence %s (development: %s) is refused: %s', (license, dev, isRefused) => {
  const shipped = listShipped({ packages: { '': {}, 'node_modules/a/node_modules/some-package': { license, dev } } })
  expect(foreignLicences(shipped).map(({ name }) => name)).toEqual(isRefused ? ['some-package'] : [])
})

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const worker = readFileSync('public/sw.js', 'utf8')
const [, list = ''] = /const files = \[(.*)\]/.exec(worker) ?? []
const files = ['/offline/offline.html', ...[...list.matchAll(/'(\/[^']+)'/g)].map(([, file]) => String(file))]

// If this fails because a file changed, increase the number of the cache's name in public/sw.js, and update the hash here.
test('what browsers keep for being offline has a name of its own for each state', () => {
  const sum = createHash('sha256')
  for (const file of files) sum.update(readFileSync(`public${file}`))
  const name = /const kept = '([^']+)'/.exec(worker)?.[1]
  expect([files.length, name, sum.digest('hex').slice(0, 16)]).toEqual([4, 'offline-3', 'c46fdf619359d004'])
})

test('only the page without a connection is kept: no page, no answer, no file of the product', () => {
  expect(files).toEqual(['/offline/offline.html', '/offline/offline.css', '/offline/offline.js', '/favicon.svg'])
  expect(worker).not.toMatch(/\.put\(|cache\.add\(/)
  // Rendered as text only: the stored data must not be able to inject a script.
  expect(readFileSync('public/offline/offline.js', 'utf8')).not.toMatch(/innerHTML|insertAdjacent|document\.write|eval/)
})

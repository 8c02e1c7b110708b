import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const module = import.meta.resolve('#src/server/memory.ts')

/** Megabytes of a process that made garbage, and what it holds after it was quiet for a second. */
const program = `
  const { collectWhenQuiet } = await import('${module}')
  const held = () => process.memoryUsage.rss() / 1e6
  collectWhenQuiet({ most: held() + 20, everyMs: 200 })
  for (let round = 0; round < 40; round += 1) globalThis.kept = Array.from({ length: 100_000 }, (_, one) => ({ one, round }))
  const full = held()
  delete globalThis.kept
  setTimeout(() => console.log(JSON.stringify({ full, quiet: held() })), 1_500)`

test('garbage is given back when nothing happens any more', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', '--input-type=module', '--eval', program])
  const { full, quiet } = JSON.parse(stdout)
  expect(quiet).toBeLessThan(full - 20)
})

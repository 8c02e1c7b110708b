import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { memoryFlags } from '../scripts/services.ts'

const module = import.meta.resolve('#src/server/memory.ts')

/** V8's version tag, which compiled code must match. */
const tag = '{ tag: process.getBuiltinModule("v8").cachedDataVersionTag() }'
const ask = ['--eval', `console.log(JSON.stringify(${tag}))`]

/** Prints the RSS of a process in MB after it allocated garbage, and after a quiet second. */
const program = `
  const { collectWhenQuiet } = await import('${module}')
  const held = () => process.memoryUsage.rss() / 1e6
  collectWhenQuiet({ most: held() + 20, everyMs: 200 })
  for (let round = 0; round < 40; round += 1) globalThis.kept = Array.from({ length: 100_000 }, (_, one) => ({ one, round }))
  const full = held()
  delete globalThis.kept
  setTimeout(() => console.log(JSON.stringify({ full, quiet: held(), ...${tag} })), 1_500)`

test('garbage is given back when nothing happens any more, and what V8 compiles stays of use', async () => {
  const { full, quiet, tag: left } = await run(['--input-type=module', '--eval', program])
  expect(quiet).toBeLessThan(full - 20)
  expect(left).toBe((await run(ask)).tag)
})

test('with the flags of operation V8 takes the compiled code that Node brings', async () => {
  expect(memoryFlags.length).toBeGreaterThan(0)
  expect(await run([...memoryFlags, ...ask])).toEqual(await run(ask))
})

async function run(words: readonly string[]) {
  const { stdout } = await promisify(execFile)(process.execPath, words)
  return JSON.parse(stdout)
}

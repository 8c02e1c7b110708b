import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { callProcess, ProcessFailed } from './process.ts'

const folder = mkdtempSync(join(tmpdir(), 'handschlag-process-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function ask(source: string, bounds = {}) {
  const file = join(folder, 'program.mjs')
  writeFileSync(file, source)
  return callProcess({ program: pathToFileURL(file), question: { word: 'Hallo' }, seconds: 30, megabytes: 64, ...bounds })
}

test('a process answers what it was asked, while this one goes on', async () => {
  let turns = 0
  const ticking = setInterval(() => {
    turns += 1
  }, 10)
  const busy = 'const end = Date.now() + 500; while (Date.now() < end);'
  const answer = await ask(`process.once('message', ({ word }) => { ${busy} process.send(word + '!') })`)
  clearInterval(ticking)
  expect(answer).toBe('Hallo!')
  expect(turns).toBeGreaterThan(5)
})

test('a process sees nothing of our environment', async () => {
  process.env.SECRET_OF_THE_TEST = 'geheim'
  const answer = ask(`process.send(String(process.env.SECRET_OF_THE_TEST))`)
  delete process.env.SECRET_OF_THE_TEST
  expect(await answer).toBe('undefined')
})

test.each([
  ['never answers', 'for (;;);', { seconds: 1 }, 'no answer within 1 s'],
  ['hangs in an expression', `/(x+x+)+y/.test('${'x'.repeat(60)}')`, { seconds: 1 }, 'no answer within 1 s'],
  ['waits for ever', 'setInterval(() => {}, 1000)', { seconds: 1 }, 'no answer within 1 s'],
  ['ends without a word', '', {}, 'ended with 0'],
  ['ends itself', 'process.exit(3)', {}, 'ended with 3'],
  ['throws', 'throw new Error("oh")', {}, 'ended with 1'],
  ['is killed', 'process.kill(process.pid, "SIGKILL")', {}, 'ended with SIGKILL'],
  ['wants too much memory', 'const all = []; for (;;) all.push(Array.from({ length: 1000 }, (_, i) => ({ i })))', {}, 'ended with SIG'],
])('one that %s is ended, and this one lives', async (_what, source, bounds, message) => {
  const failed = ask(source, bounds)
  await expect(failed).rejects.toThrow(ProcessFailed)
  await expect(failed).rejects.toThrow(message)
})

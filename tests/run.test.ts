import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hand schlag '))
  makeProject()
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** A project in a folder with a space, installed as far as the bootstrap checks, with a fake npm that records its calls. */
function makeProject() {
  for (const folder of ['scripts', 'node_modules/node/bin', 'npm']) mkdirSync(join(root, folder), { recursive: true })
  copyFileSync('scripts/run.js', join(root, 'scripts/run.js'))
  const node = process.versions.node
  writeFileSync(join(root, 'package.json'), JSON.stringify({ type: 'module', dependencies: { node } }))
  writeFileSync(join(root, 'package-lock.json'), '{}')
  symlinkSync(process.execPath, join(root, 'node_modules/node/bin/node'))
  writeFileSync(join(root, 'npm/npm'), npm)
  chmodSync(join(root, 'npm/npm'), 0o755)
  writeFileSync(stampFile(), createHash('sha256').update('{}').update(`${process.platform} ${process.arch} ${node}`).digest('hex'))
}
const npm = `#!${process.execPath}
import fs from 'node:fs'
fs.appendFileSync('calls', process.argv.slice(2).join(' ') + '\\n')
setTimeout(() => {}, 500)`
const stampFile = () => join(root, 'node_modules/.installed')
const callsOfNpm = () => (existsSync(join(root, 'calls')) ? readFileSync(join(root, 'calls'), 'utf8').trim().split('\n') : [])

const environment = () => ({ PATH: `${join(root, 'npm')}:${dirname(process.execPath)}:/usr/bin:/bin` })
const runNow = (...words: string[]) =>
  spawnSync(process.execPath, [join(root, 'scripts/run.js'), ...words], { encoding: 'utf8', env: environment() })
const runBeside = (...words: string[]) =>
  spawn(process.execPath, [join(root, 'scripts/run.js'), ...words], { env: environment(), stdio: ['ignore', 'pipe', 'inherit'] })
const endOf = (child: ReturnType<typeof runBeside>) => new Promise<number | null>((done) => child.once('exit', done))
const firstLineOf = (child: ReturnType<typeof runBeside>) =>
  new Promise<string>((done) => child.stdout?.once('data', (chunk: Buffer) => done(String(chunk).trim())))
const isAlive = (pid: number) => existsSync(`/proc/${pid}`) && !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))

describe('the entry point of commands', () => {
  test('puts the own Node first and passes the exit code on', () => {
    const { stdout, status } = runNow('node', '-e', 'console.log(process.env.PATH.split(":")[0]); process.exit(7)')
    expect(stdout.trim()).toBe(join(root, 'node_modules/node/bin'))
    expect(status).toBe(7)
    expect(callsOfNpm()).toEqual([])
  })

  test('says which program is missing', () => {
    const { stderr, status } = runNow('no-such-program')
    expect(stderr).toContain('no-such-program')
    expect(status).toBe(127)
  })

  test.each([
    ['the lock file changed', () => writeFileSync(join(root, 'package-lock.json'), '{"changed":true}')],
    ['an installation was cut off', () => rmSync(stampFile())],
  ])('installs once when %s', (_, change) => {
    change()
    expect(runNow('true').status).toBe(0)
    expect(runNow('true').status).toBe(0)
    expect(callsOfNpm()).toEqual([expect.stringMatching(/^ci /)])
  })

  const locked = {
    packages: { '': {}, 'node_modules/a': { version: '1.0.0', dev: true }, 'node_modules/b': { version: '2.0.0', optional: true } },
  }
  const installByHand = (packages: object) => {
    rmSync(stampFile())
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify(locked))
    writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages }))
  }

  test('takes over the packages of an npm ci', () => {
    installByHand({ 'node_modules/a': { version: '1.0.0' } })
    expect(runNow('true').status).toBe(0)
    expect(callsOfNpm()).toEqual([])
  })

  test.each([
    ['of other versions', { 'node_modules/a': { version: '1.0.1' } }],
    ['without development packages', {}],
  ])('installs over packages %s', (_, packages) => {
    installByHand(packages)
    expect(runNow('true').status).toBe(0)
    expect(callsOfNpm()).toEqual([expect.stringMatching(/^ci /)])
  })

  test.each(['999999999', undefined])('installs once for twelve commands at once, lock of a killed one: %s', async (left) => {
    rmSync(stampFile())
    mkdirSync(join(root, '.cache'))
    if (left) writeFileSync(join(root, '.cache/install.lock'), left)
    const codes = await Promise.all(Array.from({ length: 12 }, () => endOf(runBeside('true'))))
    expect(codes).toEqual(Array(12).fill(0))
    expect(callsOfNpm()).toEqual([expect.stringMatching(/^ci /)])
    expect(existsSync(join(root, '.cache/install.lock'))).toBe(false)
  })

  test('passes a signal on once', async () => {
    const script =
      'let count = 0; process.on("SIGINT", () => { count += 1; setTimeout(() => process.exit(40 + count), 300) }); setInterval(() => {}, 1000); console.log("ready")'
    const child = runBeside('node', '-e', script)
    await firstLineOf(child)
    child.kill('SIGINT')
    setTimeout(() => child.kill('SIGINT'), 50)
    expect(await endOf(child)).toBe(41)
  })

  test.runIf(process.platform === 'linux')('ends its command when its parent is killed', async () => {
    const parent = spawn(
      process.execPath,
      [
        '-e',
        `require('node:child_process').spawn(process.execPath, [${JSON.stringify(join(root, 'scripts/run.js'))}, 'node', '-e', 'console.log(process.pid); setInterval(() => {}, 1000)'], { stdio: 'inherit' })`,
      ],
      { env: environment(), stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const pid = Number(await new Promise<string>((done) => parent.stdout.once('data', (chunk: Buffer) => done(String(chunk)))))
    parent.kill('SIGKILL')
    await expect.poll(() => isAlive(pid), { timeout: 30_000 }).toBe(false)
  })
})

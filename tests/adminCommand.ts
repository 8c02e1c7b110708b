import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { onTestFinished, vi } from 'vitest'
import { runCommand } from '../scripts/admin/run.ts'

/**
 * Runs a command of the operator in this process, with nothing in its environment but PATH and the given. One at a time: the environment and
 * the console belong to the process.
 */
export async function callAdmin(words: readonly string[], environment: Record<string, string> = {}) {
  const [own, out, err]: [NodeJS.ProcessEnv, string[], string[]] = [{ ...process.env }, [], []]
  const log = vi.spyOn(console, 'log').mockImplementation((line) => void out.push(String(line)))
  const error = vi.spyOn(console, 'error').mockImplementation((line) => void err.push(String(line)))
  replaceEnvironment({ PATH: own.PATH, ...environment })
  try {
    const code = await runCommand(words)
    return { code, out: out.join('\n'), err: err.join('\n') }
  } finally {
    replaceEnvironment(own)
    log.mockRestore()
    error.mockRestore()
  }
}

function replaceEnvironment(variables: NodeJS.ProcessEnv) {
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, variables)
}

/** Runs a command as its own process, as `npm run admin` does, with nothing in its environment but PATH. */
export function spawnAdmin(words: readonly string[], input = '') {
  return new Promise<{ code: number | null; out: string; err: string }>((resolve, reject) => {
    const child = spawn(process.execPath, ['scripts/admin/main.ts', ...words], { env: { PATH: process.env.PATH }, stdio: 'pipe' })
    const [out, err]: [Buffer[], Buffer[]] = [[], []]
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, out: Buffer.concat(out).toString().trim(), err: Buffer.concat(err).toString().trim() }))
    child.stdin.end(input)
  })
}

/** Creates an empty database on the server of another one, for this test; returns its address. */
export async function makeEmptyDatabase(server = '') {
  const name = `empty_${randomBytes(8).toString('hex')}`
  const client = new pg.Client(server)
  await client.connect()
  await client.query(`create database ${name} template template0`)
  onTestFinished(async () => {
    await client.query(`drop database ${name} with (force)`)
    await client.end()
  })
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}

import { spawn } from 'node:child_process'
import type pg from 'pg'
import { CommandError } from '../commands.ts'
import { codeOf } from '../doctor/findings.ts'

export type Program = 'pg_dump' | 'pg_restore'

/** Requires one of PostgreSQL's own programs on PATH, not older than the server. */
export async function requireProgram(name: Program, pool: pg.Pool) {
  const { rows } = await pool.query<{ major: number }>(`select current_setting('server_version_num')::integer / 10000 as major`)
  const server = rows[0]?.major ?? 0
  const output = await runProgram(name, ['--version']).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error
    throw new CommandError(`${name} is not on PATH: install the client programs of PostgreSQL ${server} or newer.`)
  })
  const version = Number(/\) (\d+)/.exec(output)?.[1])
  if (!(version >= server))
    throw new CommandError(
      `${name} is of PostgreSQL ${version}, the server of ${server}: install the client programs of ${server} or newer.`,
    )
}

/** Runs a program to its end; returns its output. Throws its last line of errors. */
export function runProgram(name: Program, args: readonly string[], environment: Record<string, string> = {}) {
  return new Promise<string>((resolve, reject) => {
    const child = spawn(name, args, { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] })
    const [output, errors]: [Buffer[], Buffer[]] = [[], []]
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk))
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) return resolve(Buffer.concat(output).toString())
      const lines = Buffer.concat(errors).toString().trim().split('\n')
      reject(new CommandError(`${name} failed: ${lines.find((line) => /error:/.test(line)) ?? lines.at(-1)}`))
    })
  })
}

/** Parameters of an address that libpq reads from variables, too. */
const parameters: Record<string, string> = {
  host: 'PGHOST',
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  options: 'PGOPTIONS',
}

/** Connection of a program, by its environment: arguments would show the password to every user of the machine. */
export function connectionOf(address: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(address)
  const given = {
    PGHOST: decodeURIComponent(hostname).replace(/^\[|\]$/g, ''),
    PGPORT: port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...Object.fromEntries([...searchParams].flatMap(([name, value]) => (parameters[name] ? [[parameters[name], value]] : []))),
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
}

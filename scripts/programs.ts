import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const leaveWithParent = new URL('./leaveWithParent.js', import.meta.url).href

/** A started child program. `end` resolves when it has ended, with a message about it. */
export type Program = { name: string; pid: number; end: Promise<string>; isGone: () => boolean; stop: (graceMs?: number) => Promise<void> }

type Order = {
  name: string
  file: string
  words?: readonly string[]
  flags?: readonly string[]
  environment: Record<string, string | undefined>
  /** File for the program's standard output instead of this terminal; its errors are printed here. */
  logFile?: string | undefined
}

/**
 * Starts a TypeScript file with the project's own Node, in its own process group: Ctrl-C reaches it only through `stop`, so that programs
 * end in order.
 */
export function startProgram({ name, file, words = [], flags = [], environment, logFile }: Order): Program {
  const output = logFile === undefined ? 'inherit' : openSync(logFile, 'a')
  const child = spawn(process.execPath, [...flags, '--import', leaveWithParent, file, ...words], {
    env: { ...environment, PARENT_PID: String(process.pid) },
    stdio: ['ignore', output, 'inherit'],
    detached: true,
  })
  if (typeof output === 'number') closeSync(output)
  let isGone = false
  const end = new Promise<string>((done) => {
    const rejectWith = (reason: string) => {
      isGone = true
      done(`${name} ended unexpectedly (${reason}).`)
    }
    child.once('error', (error) => rejectWith(error.message))
    child.once('exit', (code, signal) => rejectWith(signal ?? `exit code ${code}`))
  })
  const stop = async (graceMs = 12_000) => {
    if (isGone) return
    child.kill('SIGTERM')
    const waiting = new AbortController()
    await Promise.race([end, pause(graceMs, undefined, { signal: waiting.signal }).catch(() => {})])
    waiting.abort()
    if (!isGone) child.kill('SIGKILL')
    await end
  }
  return { name, pid: child.pid ?? 0, end, isGone: () => isGone, stop }
}

/** Interval of progress messages during a slow start. */
const progressMs = 10_000

/**
 * Waits until `isReady` returns true, as long as the program lives: a slow machine may need many minutes. Prints progress with the current
 * step (`doing`) every ten seconds. Throws StartError when the program ends before.
 */
export async function waitUntilReady(program: Program, isReady: () => Promise<boolean>, doing: () => string = () => 'is starting') {
  const began = Date.now()
  let next = began + progressMs
  while (!(await isReady())) {
    if (program.isGone()) throw new StartError(await program.end)
    if (Date.now() > next) {
      console.log(`${program.name} ${doing()} … (for ${Math.round((Date.now() - began) / 1_000)} s)`)
      next += progressMs
    }
    await pause(40)
  }
}

/** Prints progress every ten seconds until the work has ended. */
export async function withProgress<Answer>(text: string, work: Promise<Answer>): Promise<Answer> {
  const began = Date.now()
  const saying = setInterval(() => console.log(`${text} … (for ${Math.round((Date.now() - began) / 1_000)} s)`), progressMs)
  return work.finally(() => clearInterval(saying))
}

/** Reason why the product cannot start, as one sentence. */
export class StartError extends Error {}

export const listensOn = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect({ port, host: '127.0.0.1' })
    const end = (isListening: boolean) => {
      socket.destroy()
      done(isListening)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })

export const answersOk = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    (answer) => answer.ok,
    () => false,
  )

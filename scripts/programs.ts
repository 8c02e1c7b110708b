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
  /** A file that takes what the program prints, instead of this terminal; errors come to both. */
  logFile?: string | undefined
}

/** Starts a TypeScript file with our own Node, in a process group of its own: Ctrl-C reaches it only through `stop`, in our order. */
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
    const tell = (reason: string) => {
      isGone = true
      done(`${name} hat sich unerwartet beendet (${reason}).`)
    }
    child.once('error', (error) => tell(error.message))
    child.once('exit', (code, signal) => tell(signal ?? `Code ${code}`))
  })
  const stop = async (graceMs = 12_000) => {
    if (isGone) return
    child.kill('SIGTERM')
    const patience = new AbortController()
    await Promise.race([end, pause(graceMs, undefined, { signal: patience.signal }).catch(() => {})])
    patience.abort()
    if (!isGone) child.kill('SIGKILL')
    await end
  }
  return { name, pid: child.pid ?? 0, end, isGone: () => isGone, stop }
}

/** Interval of progress messages during a slow start. */
const progressMs = 10_000

/**
 * Waits until `isReady` says so, as long as the program lives: a slow machine may need many minutes. Says every ten seconds that it waits,
 * and for what (`doing`). Throws StartError when the program ends before.
 */
export async function waitUntilReady(program: Program, isReady: () => Promise<boolean>, doing: () => string = () => 'startet') {
  const began = Date.now()
  let next = began + progressMs
  while (!(await isReady())) {
    if (program.isGone()) throw new StartError(await program.end)
    if (Date.now() > next) {
      console.log(`${program.name} ${doing()} … (seit ${Math.round((Date.now() - began) / 1_000)} s)`)
      next += progressMs
    }
    await pause(40)
  }
}

/** Says every ten seconds that some work goes on, until it has ended. */
export async function withProgress<Answer>(text: string, work: Promise<Answer>): Promise<Answer> {
  const began = Date.now()
  const saying = setInterval(() => console.log(`${text} … (seit ${Math.round((Date.now() - began) / 1_000)} s)`), progressMs)
  return work.finally(() => clearInterval(saying))
}

/** Reason why the product cannot start, as one German sentence. */
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

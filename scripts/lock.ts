import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Takes `file` as a lock of this process. Returns the function that releases it, or undefined while a living process holds it. A lock whose
 * holder was killed is taken over, even if another process has the same pid now.
 */
export function takeLock(file: string): (() => void) | undefined {
  mkdirSync(dirname(file), { recursive: true })
  const own = `${file}.${process.pid}`
  writeFileSync(own, describeProcess(process.pid) ?? '')
  try {
    for (;;) {
      try {
        // A hard link appears with its content: no process ever sees an empty lock.
        linkSync(own, file)
        return () => rmSync(file, { force: true })
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      }
      if (isHeld(file)) return undefined
      renameAside(file)
    }
  } finally {
    rmSync(own, { force: true })
  }
}

/** Waits for the lock; `onWait` is called once when another process holds it. */
export async function waitForLock(file: string, onWait: () => void): Promise<() => void> {
  for (let tries = 0; ; tries += 1) {
    const release = takeLock(file)
    if (release) return release
    if (tries === 0) onWait()
    await pause(200)
  }
}

/** Pid and start time, so that a reused pid is recognised; undefined when there is no such process. */
export function describeProcess(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux')
      return `${pid} ${execFileSync('ps', ['-p', String(pid), '-o', 'lstart='], { encoding: 'utf8' }).trim()}`
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return afterName[0] === 'Z' ? undefined : `${pid} ${afterName[19]}`
  } catch {
    return undefined
  }
}

/** True while the described process lives. */
export const isLiving = (description: string) => describeProcess(Number.parseInt(description, 10)) === description

function isHeld(file: string) {
  try {
    return isLiving(readFileSync(file, 'utf8'))
  } catch {
    return false
  }
}

function renameAside(file: string) {
  const aside = `${file}.${process.pid}.dead`
  try {
    renameSync(file, aside)
    // If two processes saw the same dead holder, the slower one may have moved the lock of the faster one.
    if (isHeld(aside)) renameSync(aside, file)
  } catch {
    // The other process was faster.
  }
  rmSync(aside, { force: true })
}

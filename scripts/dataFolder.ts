import { accessSync, constants, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describeProcess, isLiving, takeLock } from './lock.ts'
import { StartError } from './programs.ts'

/** Data folder, used by one start at a time. */
export type DataFolder = { path: string; note: (pid: number) => void; release: () => void }

/**
 * Claims `path` for this process and ends processes that a killed predecessor left running there. Throws StartError when another start uses
 * it, or when it cannot be written.
 */
export async function claimDataFolder(path: string): Promise<DataFolder> {
  const release = lock(path)
  const notes = join(path, 'processes')
  await endLeftovers(notes)
  const noted: string[] = []
  return {
    path,
    note(pid) {
      noted.push(describeProcess(pid) ?? '')
      writeFileSync(notes, noted.join('\n'))
    },
    release() {
      rmSync(notes, { force: true })
      release()
    },
  }
}

function lock(path: string) {
  try {
    mkdirSync(path, { recursive: true })
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    const release = takeLock(join(path, 'start.lock'))
    if (release) return release
  } catch (error) {
    throw new StartError(`The folder ${path} is not writable. Choose another one with DATA_DIR.`, { cause: error })
  }
  const holder = Number.parseInt(readFileSync(join(path, 'start.lock'), 'utf8'), 10)
  throw new StartError(
    `Another Handschlag already uses the folder ${path} (process ${holder}). Stop it, or choose another PORT and DATA_DIR.`,
  )
}

async function endLeftovers(notes: string) {
  let left: string[]
  try {
    left = readFileSync(notes, 'utf8').split('\n').filter(isLiving)
  } catch {
    return
  }
  for (const [signal, timeoutMs] of [
    ['SIGTERM', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    for (const one of left.filter(isLiving)) process.kill(Number.parseInt(one, 10), signal)
    for (const deadline = Date.now() + timeoutMs; left.some(isLiving) && Date.now() < deadline; ) await pause(50)
  }
}

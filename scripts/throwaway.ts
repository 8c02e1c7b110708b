import { existsSync, globSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isServerOf, readServerNote } from '#src/platform/server/database/localDatabaseNote.ts'
import { describeProcess } from './lock.ts'

/** Linux keeps files of this folder in memory; a container may have little of it. */
const memory = '/dev/shm'
/** Twice the most space that the databases of a test run need there. */
const enoughBytes = 2 * 1024 ** 3

/**
 * Folder of the databases that a test run creates and deletes by the hundred: some disks take 1.2 s to copy one of 1,700 files, memory 0.06
 * s.
 */
export const quickPlace = existsSync(memory) && freeBytes(memory) > enoughBytes ? memory : resolve('.cache')

/** Returns a folder of this process below `place`, and removes folders of killed processes. */
export async function claimFolder(place: string, name: string) {
  mkdirSync(place, { recursive: true })
  await removeAbandoned(place, name)
  return join(place, `${name}.${process.pid}`)
}

/** Removes folders of `claimFolder` whose processes have ended. */
export async function removeAbandoned(place: string, name: string) {
  for (const other of existsSync(place) ? readdirSync(place) : []) {
    const [owner, pid] = other.split('.')
    if (owner === name && /^\d+$/.test(pid ?? '') && !describeProcess(Number(pid))) await removeFolder(join(place, other))
  }
}

/** Deletes a folder and ends the PostgreSQL servers with data in it: they are daemons and outlive a killed test. */
export async function removeFolder(folder: string) {
  const clusters = globSync('{,*/,*/*/}cluster/postmaster.pid', { cwd: folder }).map((file) => join(folder, dirname(file)))
  await Promise.all(clusters.map(endServer))
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}

/** SIGQUIT is PostgreSQL's immediate shutdown: it writes nothing and frees its shared memory. */
async function endServer(data: string) {
  const pid = readServerNote(data)?.pid
  for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
    if (pid === undefined || !isServerOf(data, pid)) return
    process.kill(pid, signal)
    for (const deadline = Date.now() + 8_000; isServerOf(data, pid) && Date.now() < deadline; ) await pause(20)
  }
}

function freeBytes(folder: string) {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

import { existsSync, globSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isServerOf, readServerNote } from '#src/platform/server/database/localDatabaseNote.ts'
import { describeProcess } from './lock.ts'

/** Linux keeps files of this folder in memory; a container may have little of it. */
const memory = '/dev/shm'
/** Twice the space that the databases of a test run need there at most. */
const enoughBytes = 2 * 1024 ** 3

/** For databases that a run of tests makes and deletes by the hundred: some disks take 1.2 s to copy one of 1,700 files, memory 0.06 s. */
export const quickPlace = existsSync(memory) && freeBytes(memory) > enoughBytes ? memory : resolve('.cache')

/** A folder for this process, below `place`; folders of killed ones are removed. */
export async function claimFolder(place: string, name: string) {
  mkdirSync(place, { recursive: true })
  await removeAbandoned(place, name)
  return join(place, `${name}.${process.pid}`)
}

/** Removes the folders that `claimFolder` gave to processes that have ended since. */
export async function removeAbandoned(place: string, name: string) {
  for (const other of existsSync(place) ? readdirSync(place) : []) {
    const [owner, pid] = other.split('.')
    if (owner === name && /^\d+$/.test(pid ?? '') && !describeProcess(Number(pid))) await removeFolder(join(place, other))
  }
}

/** Deletes a folder and ends the PostgreSQL servers whose data lie in it: they are daemons and outlive a killed test. */
export async function removeFolder(folder: string) {
  const clusters = globSync('{,*/,*/*/}cluster/postmaster.pid', { cwd: folder }).map((file) => join(folder, dirname(file)))
  await Promise.all(clusters.map(endServer))
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}

/** SIGQUIT is PostgreSQL's immediate shutdown: nothing is written, and its shared memory is freed. */
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

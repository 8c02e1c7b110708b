import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startLocalDatabase } from '#src/platform/server/database/localDatabase.ts'
import { readServerNote } from '#src/platform/server/database/localDatabaseNote.ts'
import { describeProcess } from '../scripts/lock.ts'
import { claimFolder, removeAbandoned } from '../scripts/throwaway.ts'

/** No process has it: the largest pid of Linux is smaller. */
const deadPid = 99_999_999
let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'throwaway-'))
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

const folderOf = (pid: number | string) => {
  const folder = join(place, `work.${pid}`)
  mkdirSync(folder)
  writeFileSync(join(folder, 'file'), '')
  return folder
}

test('what an ended process left is deleted, and the databases that run in it end', async () => {
  const folder = folderOf(deadPid)
  const database = await startLocalDatabase({ folder: join(folder, 'some-test/postgres'), isThrowaway: true })
  const pid = readServerNote(join(folder, 'some-test/postgres/cluster'))?.pid ?? 0
  expect([database.isRunning(), describeProcess(pid)]).toEqual([true, expect.stringMatching(`^${pid} `)])
  expect(await claimFolder(place, 'work')).toBe(join(place, `work.${process.pid}`))
  expect([describeProcess(pid), existsSync(folder)]).toEqual([undefined, false])
})

test('folders of living processes, and of other names, stay', async () => {
  const folders = [folderOf(process.pid), folderOf('notes'), join(place, `other.${deadPid}`)]
  mkdirSync(folders[2] ?? '')
  await removeAbandoned(place, 'work')
  expect(folders.map((folder) => existsSync(folder))).toEqual([true, true, true])
})

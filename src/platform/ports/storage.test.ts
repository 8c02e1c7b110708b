import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { diskStorage } from './diskStorage.ts'
import { s3Storage } from './s3Storage.ts'
import { NothingStored, type Storage } from './storage.ts'

let folder = ''
let server: S3rver | undefined
let storages: Record<'disk' | 's3', Storage>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'handschlag-storage-'))
  server = new S3rver({ port: 0, silent: true, directory: join(folder, 's3'), configureBuckets: [{ name: 'uploads' }] })
  const { port } = await server.run()
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  storages = {
    disk: diskStorage(join(folder, 'disk')),
    s3: s3Storage({ bucket: 'uploads', region: 'eu-central-1', endpoint: `http://127.0.0.1:${port}`, ...keys }),
  }
})
afterAll(async () => {
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

async function allOf<Item>(items: AsyncIterable<Item>) {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}
/** Converts a synchronous throw to a rejected promise. */
const callOf = async (call: () => Promise<unknown>) => call()
const contentOf = async (stream: Promise<Readable>) => (await buffer(await stream)).toString()

describe.each(['disk', 's3'] as const)('the storage on %s', (kind) => {
  test('gives back what it got, and the newer of two', async () => {
    await storages[kind].put('attachments/a', Buffer.from('eins'), 'application/pdf')
    await storages[kind].put('attachments/a', Buffer.from('zwei ß'), 'application/pdf')
    expect(await contentOf(storages[kind].read('attachments/a'))).toBe('zwei ß')
    const large = Buffer.alloc(9 * 1024 * 1024, 'abc')
    await storages[kind].put('attachments/large', large, 'image/png')
    expect((await buffer(await storages[kind].read('attachments/large'))).equals(large)).toBe(true)
  })

  test('refuses to read what is not there, and forgets without complaint', async () => {
    await storages[kind].put('attachments/gone', Buffer.from('x'), 'application/pdf')
    await storages[kind].remove('attachments/gone')
    await storages[kind].remove('attachments/gone')
    await expect(storages[kind].read('attachments/gone')).rejects.toThrow(NothingStored)
  })

  test('lists what lies below a folder, with the moment it was put there', async () => {
    for (const key of ['list/b', 'list/deep/c.webp', 'listen/d']) await storages[kind].put(key, Buffer.from('x'), 'image/webp')
    const found = await allOf(storages[kind].list('list'))
    expect(found.map(({ key }) => key).sort()).toEqual(['list/b', 'list/deep/c.webp'])
    for (const { storedAt } of found) expect(Math.abs(storedAt.getTime() - Date.now())).toBeLessThan(60_000)
    expect(await allOf(storages[kind].list('nothing'))).toEqual([])
  })

  test.each([
    '../secret',
    'a/../../b',
    '/etc/passwd',
    'a//b',
    'a/',
    '',
    '.hidden',
    'a/.unfinished/b',
    'a\\b',
    'a\0b',
    'ä',
    'a'.repeat(600),
  ])('refuses the key %j', async (key) => {
    await expect(callOf(() => storages[kind].put(key, Buffer.from('x'), 'image/webp'))).rejects.toThrow('not a storage key')
    await expect(callOf(() => storages[kind].read(key))).rejects.toThrow('not a storage key')
    await expect(callOf(() => storages[kind].remove(key))).rejects.toThrow('not a storage key')
  })
})

test('a file on disk is for this user alone, and nothing unfinished stays', async () => {
  await storages.disk.put('attachments/mine', Buffer.from('x'), 'application/pdf')
  const about = await stat(join(folder, 'disk/attachments/mine'))
  expect(about.mode & 0o777).toBe(0o600)
  await expect(storages.disk.put('attachments/mine/below', Buffer.from('x'), 'application/pdf')).rejects.toThrow()
  expect(await readdir(join(folder, 'disk/.unfinished'))).toEqual([])
})

test('drafts of a killed process go after an hour, those of a living one stay', async () => {
  const drafts = join(folder, 'restarted/.unfinished')
  await mkdir(drafts, { recursive: true })
  for (const name of ['old', 'young']) await writeFile(join(drafts, name), 'half')
  const twoHoursAgo = Date.now() / 1000 - 7_200
  await utimes(join(drafts, 'old'), twoHoursAgo, twoHoursAgo)
  await diskStorage(join(folder, 'restarted')).put('attachments/a', Buffer.from('x'), 'application/pdf')
  expect(await readdir(drafts)).toEqual(['young'])
})

test('of twenty writers of one file one wins whole', async () => {
  const contents = Array.from({ length: 20 }, (_, index) => `${index}`.repeat(50_000))
  await Promise.all(contents.map((content) => storages.disk.put('attachments/race', Buffer.from(content), 'application/pdf')))
  expect(contents).toContain(await contentOf(storages.disk.read('attachments/race')))
})

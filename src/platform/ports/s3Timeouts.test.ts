import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { s3Storage } from './s3Storage.ts'

test('a storage that hangs fails the call, and does not hold it', async () => {
  const held: Socket[] = []
  const silent = createServer((socket) => held.push(socket.on('error', () => undefined))).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => {
    for (const socket of held) socket.destroy()
    silent.close()
  })
  const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const keys = { accessKeyId: 'key', secretAccessKey: 'secret' }
  const storage = s3Storage({ bucket: 'files', region: 'eu-central-1', endpoint, silenceMs: 200, ...keys })
  await expect(storage.read('attachments/one')).rejects.toMatchObject({ name: 'TimeoutError' })
  await expect(storage.put('attachments/one', Buffer.from('x'), 'text/plain')).rejects.toMatchObject({ name: 'TimeoutError' })
  expect(held.length).toBeGreaterThan(0)
})

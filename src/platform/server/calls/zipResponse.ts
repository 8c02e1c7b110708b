import { crc32 } from 'node:zlib'
import type { App } from '../app.ts'
import { type Parts, partsResponse } from './partsResponse.ts'

/** File of an archive, made at `at`. */
export type ZipFile = { name: string; content: Buffer; at: Date }

/** Sends files as one ZIP, each read in its turn. They are stored uncompressed: PDFs and pictures do not get smaller. */
export const zipFile = (app: App, name: string, files: AsyncIterable<ZipFile>) =>
  partsResponse(app, { name, type: 'application/zip', parts: partsOf(files) })

async function* partsOf(files: AsyncIterable<ZipFile>): Parts {
  const directory: Buffer[] = []
  let offset = 0
  for await (const file of files) {
    const name = Buffer.from(file.name)
    const shared = sharedFields(file, name.length)
    const local = Buffer.concat([long(0x04034b50), shared, name])
    // Made by version 2.0 under DOS; no comment, the first disk, no attributes; offset of the file.
    directory.push(Buffer.concat([long(0x02014b50), shorts(20), shared, shorts(0, 0, 0, 0, 0), long(offset), name]))
    offset += local.length + file.content.length
    yield local
    yield file.content
  }
  const entries = Buffer.concat(directory)
  yield entries
  yield Buffer.concat([long(0x06054b50), shorts(0, 0, directory.length, directory.length), long(entries.length), long(offset), shorts(0)])
}

/** Fields both before a file and in the directory: version 2.0, name in UTF-8, uncompressed, its time, checksum, sizes. */
function sharedFields({ content, at }: ZipFile, nameLength: number) {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  const sizes = [long(crc32(content)), long(content.length), long(content.length)]
  return Buffer.concat([shorts(20, 0x0800, 0, time, day), ...sizes, shorts(nameLength, 0)])
}

const shorts = (...numbers: number[]) => {
  const bytes = Buffer.alloc(numbers.length * 2)
  for (const [at, number] of numbers.entries()) bytes.writeUInt16LE(number, at * 2)
  return bytes
}
function long(number: number) {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(number)
  return bytes
}

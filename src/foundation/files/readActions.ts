import { fileProblems } from './rules.ts'

/** Reads a body of at most `maxBytes`. Throws fileProblems.tooLarge. */
export async function readBounded(content: ReadableStream<Uint8Array>, maxBytes: number) {
  const chunks: Uint8Array[] = []
  let bytes = 0
  // Throwing inside the loop cancels the stream, so nothing beyond the limit is read.
  for await (const chunk of content) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw fileProblems.tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** How a file begins that is what it claims to be. */
const beginnings: readonly [type: string, (start: string) => boolean][] = [
  ['image/png', (start) => start.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (start) => start.startsWith('\xff\xd8\xff')],
  ['image/gif', (start) => start.startsWith('GIF87a') || start.startsWith('GIF89a')],
  ['image/webp', (start) => start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP'],
  ['application/pdf', (start) => start.startsWith('%PDF-')],
  // Every zip counts as a candidate here: what is in it is read by inspectDocx, which says why it refuses.
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', (start) => start.startsWith('PK\x03\x04')],
]

/** The type of a file by its first bytes; the whole file is judged by what decodes or inspects it. */
export function typeOfBytes(content: Buffer) {
  const start = content.toString('latin1', 0, 12)
  return beginnings.find(([, isBeginning]) => isBeginning(start))?.[0]
}

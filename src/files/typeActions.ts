/** The first bytes of each type. */
const beginnings: readonly [type: string, (start: string) => boolean][] = [
  ['image/png', (start) => start.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (start) => start.startsWith('\xff\xd8\xff')],
  ['image/gif', (start) => start.startsWith('GIF87a') || start.startsWith('GIF89a')],
  ['image/webp', (start) => start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP'],
  ['application/pdf', (start) => start.startsWith('%PDF-')],
  // Every zip counts as a candidate here: inspectDocx checks its content and gives the reason of a refusal.
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', (start) => start.startsWith('PK\x03\x04')],
]

/** The type of a file by its first bytes. The whole file is checked later, when it is decoded or inspected. */
export function typeOfBytes(content: Buffer) {
  const start = content.toString('latin1', 0, 12)
  return beginnings.find(([, isBeginning]) => isBeginning(start))?.[0]
}

import { fileProblems } from './rules.ts'

/** First bytes of each type. */
const beginnings: readonly [type: string, (start: string) => boolean][] = [
  ['image/png', (start) => start.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (start) => start.startsWith('\xff\xd8\xff')],
  ['image/gif', (start) => start.startsWith('GIF87a') || start.startsWith('GIF89a')],
  ['image/webp', (start) => start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP'],
  ['application/pdf', (start) => start.startsWith('%PDF-')],
  // Every zip is a candidate here: inspectDocx checks its content and gives the reason of a refusal.
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', (start) => start.startsWith('PK\x03\x04')],
]

/** Known types that are refused, by their first bytes, with a problem that names the type and the remedy. */
const others: readonly [isOne: (start: string) => boolean, problem: () => Error][] = [
  [(start) => /^....ftyp(?:heic|heix|hevc|heim|heis|hevm|mif1|msf1|avif|avis)/s.test(start), fileProblems.isHeic],
  [beginsAs('GIF8', 'II*\0', 'MM\0*', 'BM', '\0\0\x01\0', '8BPS'), fileProblems.isPicture],
  [(start) => /^RIFF....WEBP/s.test(start), fileProblems.isPicture],
  [(start) => /^(?:....ftyp|RIFF....(?:AVI|WAVE))/s.test(start), fileProblems.isFilm],
  [beginsAs('\x1aE\xdf\xa3', 'ID3', 'OggS'), fileProblems.isFilm],
  [beginsAs('\xd0\xcf\x11\xe0', '{\\rtf', '%!PS'), fileProblems.isOldDocument],
  [beginsAs('Rar!', '7z\xbc\xaf', '\x1f\x8b', 'BZh'), fileProblems.isArchive],
]

function beginsAs(...beginnings: string[]) {
  return (start: string) => beginnings.some((beginning) => start.startsWith(beginning))
}

/** Refusal of a file of no permitted type; names the type if its first bytes show it. */
export function refusalOf(content: Buffer) {
  const start = content.toString('latin1', 0, 16)
  return (others.find(([isOne]) => isOne(start))?.[1] ?? fileProblems.wrongType)()
}

/** Type of a file by its first bytes. The whole file is checked later, when it is decoded or inspected. */
export function typeOfBytes(content: Buffer) {
  const start = content.toString('latin1', 0, 12)
  return beginnings.find(([, isBeginning]) => isBeginning(start))?.[0]
}

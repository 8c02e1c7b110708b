import { Problem, problemsOf } from '#src/platform/kit/problems.ts'
import { cleanText } from '#src/platform/kit/text.ts'

const megabyte = 1024 * 1024

/** Limits of a customer's attachments (docs/spec.md#attachments), sizes in bytes. */
export const attachmentLimits = {
  bytes: 10 * megabyte,
  perBooking: 5,
  docxEntries: 200,
  docxUnpackedBytes: 50 * megabyte,
  perDay: { files: 20, bytes: 200 * megabyte },
  unboundHours: 24,
  /** Retention of the files of an unpaid booking, for a late payment. */
  unpaidDays: 7,
  /** Retention of the files of a quote request. */
  requestDays: 90,
  imagePixels: 64_000_000,
  pdfUnpackedBytes: 50 * megabyte,
  /** Legitimate files of 10 MB have far fewer; more would keep a processor busy for many seconds. */
  pdfObjects: 500_000,
  pdfWords: 4_000_000,
  /** Time and memory of the child process that inspects a document. */
  inspectionSeconds: 10,
  inspectionMegabytes: 512,
  nameLength: 120,
} as const

/** Permitted types and their file extensions for the file picker. */
export const attachmentTypes = {
  'image/png': '.png',
  'image/jpeg': '.jpg,.jpeg,.jpe,.jfif,.pjpeg',
  'application/pdf': '.pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '.docx',
} as const
export type AttachmentType = keyof typeof attachmentTypes
export const attachmentAccept = Object.values(attachmentTypes).join(',')

/** Titles of docs/spec.md#attachments, to the letter, each with a sentence about the remedy. */
export const fileTexts = {
  tooLarge: 'Datei zu groß',
  tooLargeHelp: 'Jede Datei darf höchstens 10 MB groß sein.',
  wrongType: 'Ungültiger Dateityp',
  wrongTypeHelp: 'Erlaubt sind PNG, JPEG, PDF und DOCX.',
  uploadFailed: 'Upload-Fehler',
} as const

/** Refuses a picture with too many pixels; attachments and company pictures have different limits. */
export const tooManyPixels = (most: number) =>
  new Problem(
    'files.tooManyPixels',
    413,
    `Datei zu groß: Das Bild hat mehr als ${most / 1_000_000} Megapixel. Bitte verkleinern Sie es, oder nehmen Sie es mit einer kleineren Auflösung auf.`,
  )

export const fileProblems = problemsOf('files', {
  tooLarge: [413, fileTexts.tooLarge],
  isHeic: [
    415,
    'Ungültiger Dateityp: Das ist ein Bild im Format HEIC oder AVIF, auch wenn es anders heißt. Bitte speichern Sie es als JPEG (iPhone: Einstellungen, Kamera, Formate, „Maximale Kompatibilität“).',
  ],
  isPicture: [415, 'Ungültiger Dateityp: Das ist ein Bild in einem anderen Format. Bitte speichern Sie es als JPEG oder PNG.'],
  isFilm: [415, 'Ungültiger Dateityp: Das ist ein Video oder eine Tonaufnahme. Bitte laden Sie Bilder als JPEG oder PNG hoch.'],
  isArchive: [415, 'Ungültiger Dateityp: Das ist ein Archiv. Bitte entpacken Sie es, und laden Sie die Dateien einzeln hoch.'],
  isOldDocument: [415, 'Ungültiger Dateityp: Das ist ein Dokument in einem anderen Format. Bitte speichern Sie es als PDF oder DOCX.'],
  wrongType: [415, fileTexts.wrongType],
  empty: [422, fileTexts.wrongType],
  hasMacros: [415, 'Ungültiger Dateityp: Dokumente mit Makros sind nicht erlaubt.'],
  hasScripts: [415, 'Ungültiger Dateityp: PDF-Dateien mit Skripten sind nicht erlaubt.'],
  hasEmbeddedFiles: [
    415,
    'Ungültiger Dateityp: Dokumente mit eingebetteten Dateien sind nicht erlaubt, außer genau einer E-Rechnung als XML (ZUGFeRD, Factur-X, XRechnung).',
  ],
  badInvoice: [
    415,
    'Ungültiger Dateityp: Die E-Rechnung (XML) in der PDF-Datei ist nicht lesbar. Bitte erzeugen Sie die Rechnung neu oder laden Sie sie als einfache PDF-Datei hoch.',
  ],
  hasExternalContent: [415, 'Ungültiger Dateityp: Dokumente, die Inhalte von außen nachladen, sind nicht erlaubt.'],
  encrypted: [
    415,
    'Ungültiger Dateityp: Die PDF-Datei ist verschlüsselt (mit einem Passwort zum Öffnen oder gesperrten Rechten). Bitte öffnen und drucken Sie sie als neue PDF-Datei, und laden Sie diese hoch.',
  ],
  damaged: [415, 'Ungültiger Dateityp: Die Datei ist beschädigt oder lässt sich nicht prüfen.'],
  unpacksTooLarge: [413, 'Datei zu groß: Das Dokument ist entpackt zu umfangreich.'],
  unknown: [404, 'Datei nicht gefunden'],
  imageGone: [410, 'Dieses Bild gibt es nicht mehr.'],
})

/** Stored upload as shown to its uploader. */
export type UploadedFile = { id: string; name: string; bytes: number; type: string }

/** True if a response, or a tab's stored copy of one, is a stored upload. No schema: most customers send no file. */
export const isUploadedFile = (it: unknown): it is UploadedFile =>
  typeof it === 'object' &&
  it !== null &&
  ['id', 'name', 'type'].every((field) => typeof Object(it)[field] === 'string') &&
  Number.isInteger(Object(it).bytes)

/** Checks size and declared type or extension in the browser before the upload; undefined if the file is accepted. */
export function complainAbout(file: { name: string; size: number; type: string }) {
  if (file.size > attachmentLimits.bytes) return fileTexts.tooLarge
  const endings: readonly string[] = attachmentAccept.split(',')
  // Systems declare unknown types as bytes or as a zip; the server decides by the content.
  const isKnown = file.type in attachmentTypes || endings.some((ending) => file.name.toLowerCase().endsWith(ending))
  return isKnown ? undefined : fileTexts.wrongType
}

/** Name whose extension fits the content: 'Foto.jfif' with a PNG inside becomes 'Foto.jfif.png'. */
export const nameFor = (name: string, type: AttachmentType) =>
  typeOfName(name) === type ? name : `${name.slice(0, attachmentLimits.nameLength - 10)}${attachmentTypes[type].split(',')[0]}`

/** Permitted type of a name's extension; undefined if it is none of the four. */
export function typeOfName(name: string): AttachmentType | undefined {
  const ending = /\.[a-z]+$/.exec(name.toLowerCase())?.[0]
  const types = Object.keys(attachmentTypes).filter(isAttachmentType)
  return types.find((type) => ending !== undefined && attachmentTypes[type].split(',').includes(ending))
}

export const isAttachmentType = (type: string): type is AttachmentType => type in attachmentTypes

/** File name from the header x-file-name, percent-encoded; empty if it is invalid. */
export function fileNameOf(headers: Headers) {
  try {
    return cleanText(decodeURIComponent(headers.get('x-file-name') ?? ''))
  } catch {
    return ''
  }
}

/**
 * File name that is safe to store and show: no folder, no control, direction or invisible character, nothing that a file system refuses, at
 * most 120 characters with its extension kept.
 */
export function cleanFileName(name: string) {
  // Truncated first: a name of thousands of dots would keep the regular expressions below busy for half a second.
  const bare = name
    .slice(-1_000)
    .normalize('NFC')
    .replace(/^.*[/\\]/su, '')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/gu, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  const ending = /\.[A-Za-z0-9]{1,10}$/.exec(bare)?.[0] ?? ''
  const stem = [...bare.slice(0, bare.length - ending.length)]
  return (stem.slice(0, attachmentLimits.nameLength - ending.length).join('') || 'Datei') + ending
}

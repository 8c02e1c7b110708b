import { z } from 'zod'
import { problemsOf } from '#src/platform/kit/problems.ts'

/** Limits of a company's pictures (docs/spec.md#company-images); the limit of pixels bounds the cost of decoding. */
export const imageLimits = {
  bytes: 5 * 1024 * 1024,
  pixels: 30_000_000,
  gallery: 5,
  perHour: 60,
  caption: 200,
} as const

/** Permitted types with the file extensions for the file picker. */
export const imageTypes = { 'image/jpeg': '.jpg,.jpeg', 'image/png': '.png', 'image/webp': '.webp', 'image/gif': '.gif' } as const
export const imageAccept = Object.keys(imageTypes).join(',')

/** Texts of docs/spec.md#company-images, to the letter. */
export const imageTexts = {
  tooLarge: 'Datei zu groß',
  tooLargeHelp: 'Die Datei darf maximal 5MB groß sein.',
  wrongType: 'Ungültiger Dateityp',
  wrongTypeHelp: 'Nur JPEG, PNG, WebP und GIF Dateien sind erlaubt.',
  uploadFailed: 'Upload-Fehler',
  notRemoved: 'Das Bild konnte nicht entfernt werden.',
  logoNotSaved: 'Logo konnte nicht gespeichert werden.',
  caption: 'Der Text darf maximal 200 Zeichen lang sein',
  galleryFull: 'Ihre Galerie hat schon 5 Bilder. Entfernen Sie zuerst eines.',
} as const

export const imageProblems = problemsOf('images', {
  galleryFull: [409, imageTexts.galleryFull],
  unknown: [404, 'Bild nicht gefunden'],
  galleryChanged: [409, 'Die Galerie hat sich inzwischen geändert. Bitte laden Sie die Seite neu.'],
})

export const imageKinds = ['logo', 'gallery'] as const
export type ImageKind = (typeof imageKinds)[number]

/** Square of the uploaded picture that becomes the logo, in the picture's pixels. */
export const logoCrop = z.object({ x: z.number().min(0), y: z.number().min(0), size: z.number().min(1) })
export type LogoCrop = z.infer<typeof logoCrop>

/** URLs of a company's pictures, those of the gallery in display order. */
export const companyImages = z.object({ logo_url: z.string().nullable(), gallery_images: z.array(z.string()) })
export type CompanyImages = z.infer<typeof companyImages>

/** Checks a file in the browser before its upload; undefined if it is accepted. */
export function complainAboutImage(file: { size: number; type: string }) {
  if (!(file.type in imageTypes)) return { title: imageTexts.wrongType, text: imageTexts.wrongTypeHelp }
  if (file.size > imageLimits.bytes) return { title: imageTexts.tooLarge, text: imageTexts.tooLargeHelp }
  return undefined
}

/** Path for uploading, showing and removing pictures: `{companyId}/{logo or gallery}/{timestamp}.{ext}` (docs/spec.md#image-path). */
export const imagesPath = '/storage/v1/object/company-images/'

/** Parses a picture's path; undefined for any other path. */
export function parseImagePath(path: string) {
  const found = /^\/storage\/v1\/object\/company-images\/([0-9a-f-]{36})\/(logo|gallery)\/[\w-]{1,64}\.(?:webp|png|jpe?g|gif)$/.exec(path)
  const kind = imageKinds.find((one) => one === found?.[2])
  return found?.[1] && kind ? { companyId: found[1], kind } : undefined
}

/** Alternative text of a gallery picture; empty for none. */
export const pictureText = z.object({
  url: z.string().max(300),
  caption: z.string({ error: imageTexts.caption }).trim().max(imageLimits.caption, imageTexts.caption),
})

/** Company data for the picture editor. */
export type PicturedCompany = { id: string; company_name: string } & CompanyImages

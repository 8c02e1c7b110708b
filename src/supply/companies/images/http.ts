import { z } from 'zod'
import type { Limit, OwnerCaller } from '#src/platform/server/calls/endpoint.ts'
import { command, endpoint, rawEndpoint } from '#src/platform/server/calls/endpoint.ts'
import { describePicture, orderGallery, readPictureTexts, removeImage, storeImage } from './actions.ts'
import { companyImages, imageLimits, imageProblems, imagesPath, logoCrop, parseImagePath, pictureText } from './rules.ts'

const limits = ({ caller }: { caller: OwnerCaller }): Limit[] => [
  { name: 'image', key: caller.session.userId, max: imageLimits.perHour, windowSeconds: 3_600 },
]
const companyOf = (path: string) => parseImagePath(path)?.companyId

export const imageHttp = [
  rawEndpoint({
    name: 'upload-company-image',
    path: `${imagesPath}*`,
    allows: 'P2',
    boundsItself: true,
    summary:
      'Stores a picture at {companyId}/{logo or gallery}/…: raw bytes; x-image-crop is the square of a logo; the server names the file.',
    answer: companyImages,
    companyOf,
    limits,
    run: (app, { content, caller, headers, path }) => {
      const place = parseImagePath(path)
      if (!place) throw imageProblems.unknown()
      return storeImage(app, { companyId: caller.companyId, kind: place.kind, crop: cropOf(headers), content: content.stream() })
    },
  }),
  rawEndpoint({
    name: 'remove-company-image',
    method: 'DELETE',
    path: `${imagesPath}*`,
    allows: 'P2',
    summary: 'Deletes a picture of the company in all its sizes.',
    answer: companyImages,
    companyOf,
    run: (app, { caller, path }) => removeImage(app, { companyId: caller.companyId, url: path }),
  }),
  endpoint({
    name: 'order-gallery',
    allows: 'P2',
    summary: "Saves the order of the company's gallery.",
    body: z.object({ companyId: z.uuid(), urls: z.array(z.string().max(300)).max(imageLimits.gallery) }),
    answer: companyImages,
    run: (app, { body, caller }) => orderGallery(app, { companyId: caller.companyId, urls: body.urls }),
  }),
  endpoint({
    name: 'list-picture-texts',
    allows: 'P2',
    summary: "Returns the descriptions of the company's gallery pictures.",
    body: z.object({ companyId: z.uuid() }),
    answer: z.object({ texts: z.array(pictureText) }),
    run: (app, { caller }) => readPictureTexts(app, caller.companyId),
  }),
  command({
    name: 'describe-picture',
    allows: 'P2',
    summary: 'Saves the description of a gallery picture; an empty text removes it.',
    body: pictureText.extend({ companyId: z.uuid() }),
    limits,
    run: (app, { body, caller }) => describePicture(app, { ...body, companyId: caller.companyId }),
  }),
] as const

/** Parses the crop header. An invalid crop is ignored; the logo then shows the middle of the picture. */
function cropOf(headers: Headers) {
  try {
    return logoCrop.parse(JSON.parse(headers.get('x-image-crop') ?? 'null'))
  } catch {
    return undefined
  }
}

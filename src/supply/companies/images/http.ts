import { z } from 'zod'
import type { Limit, OwnerCaller } from '#src/platform/server/calls/endpoint.ts'
import { act, endpoint, rawEndpoint } from '#src/platform/server/calls/endpoint.ts'
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
    summary: 'Takes a picture for {companyId}/{logo or gallery}/…: raw bytes; x-image-crop is the square of a logo; the server names it',
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
    summary: 'Removes a picture of the company, every size of it',
    answer: companyImages,
    companyOf,
    run: (app, { caller, path }) => removeImage(app, { companyId: caller.companyId, url: path }),
  }),
  endpoint({
    name: 'order-gallery',
    allows: 'P2',
    summary: "Puts the company's gallery into another order",
    body: z.object({ companyId: z.uuid(), urls: z.array(z.string().max(300)).max(imageLimits.gallery) }),
    answer: companyImages,
    run: (app, { body, caller }) => orderGallery(app, { companyId: caller.companyId, urls: body.urls }),
  }),
  endpoint({
    name: 'list-picture-texts',
    allows: 'P2',
    summary: "What the own company says of its gallery's pictures",
    body: z.object({ companyId: z.uuid() }),
    answer: z.object({ texts: z.array(pictureText) }),
    run: (app, { caller }) => readPictureTexts(app, caller.companyId),
  }),
  act({
    name: 'describe-picture',
    allows: 'P2',
    summary: 'Says what is to be seen in a picture of the gallery; an empty text says nothing any more',
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

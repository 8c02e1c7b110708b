import { z } from 'zod'
import { act, rawEndpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { removeAttachment, storeAttachment } from './actions.ts'
import { openCompanyImage } from './imageActions.ts'
import { attachmentLimits, fileNameOf } from './rules.ts'
import { uploadedFile } from './schemas.ts'

const day = 86_400

export const filesHttp = [
  rawEndpoint({
    name: 'upload-booking-attachment',
    path: '/functions/v1/upload-booking-attachment',
    allows: 'V',
    boundsItself: true,
    summary: 'Takes a file before there is a booking: raw bytes, type in content-type, name in x-file-name (percent-encoded)',
    answer: uploadedFile,
    limits: ({ caller, bytes }) => [
      { name: 'upload:files', key: caller.ip, max: attachmentLimits.perDay.files, windowSeconds: day },
      { name: 'upload:bytes', key: caller.ip, amount: Math.max(1, bytes), max: attachmentLimits.perDay.bytes, windowSeconds: day },
    ],
    run: (app, { content, caller, headers }) =>
      storeAttachment(app, { caller, name: fileNameOf(headers), type: headers.get('content-type') ?? '', content: content.stream() }),
  }),
  act({
    name: 'remove-booking-attachment',
    allows: 'V',
    summary: "Removes the caller's own file that no booking has yet",
    body: z.object({ attachmentId: z.uuid() }),
    run: (app, { body, caller }) => removeAttachment(app, { caller, attachmentId: body.attachmentId }),
  }),
  resource({
    name: 'company-image',
    path: '/storage/v1/object/company-images/*',
    allows: 'V',
    summary: "A company's public picture",
    run: (app, { path, caller }) => openCompanyImage(app, path, caller.ip),
  }),
] as const

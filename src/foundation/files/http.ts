import { z } from 'zod'
import { command, rawEndpoint, resource } from '#src/platform/server/calls/endpoint.ts'
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
    summary: 'Stores a file before its booking exists: raw bytes, type in content-type, percent-encoded name in x-file-name.',
    answer: uploadedFile,
    limits: ({ caller, bytes }) => [
      { name: 'upload:files', key: caller.ip, max: attachmentLimits.perDay.files, windowSeconds: day },
      { name: 'upload:bytes', key: caller.ip, amount: Math.max(1, bytes), max: attachmentLimits.perDay.bytes, windowSeconds: day },
    ],
    run: (app, { content, caller, headers }) =>
      storeAttachment(app, { caller, name: fileNameOf(headers), type: headers.get('content-type') ?? '', content: content.stream() }),
  }),
  command({
    name: 'remove-booking-attachment',
    allows: 'V',
    summary: "Removes a visitor's file that belongs to no booking yet.",
    body: z.object({ attachmentId: z.uuid() }),
    run: (app, { body, caller }) => removeAttachment(app, { caller, attachmentId: body.attachmentId }),
  }),
  resource({
    name: 'company-image',
    path: '/storage/v1/object/company-images/*',
    allows: 'V',
    summary: "Returns a company's public picture.",
    run: (app, { path, caller }) => openCompanyImage(app, path, caller.ip),
  }),
] as const

import { z } from 'zod'
import { fileNameOf } from '#src/foundation/files/rules.ts'
import { command, endpoint, rawEndpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { listBody, pageResponse, readId } from '#src/platform/server/pages.ts'
import { verificationRate } from '../verification/rules.ts'
import { changeDetails, decideDetails, openDetails, readDetailsList, readStanding } from './actions.ts'
import { openBusinessFile, removeBusinessFile, storeBusinessFile } from './fileActions.ts'
import {
  businessFilePath,
  detailsDecision,
  detailsForm,
  detailsList,
  detailsProblems,
  detailsStanding,
  listedDetails,
  openedDetails,
  parseBusinessPath,
} from './rules.ts'

const ofCompany = z.object({ companyId: z.uuid() })

export const detailsHttp = [
  endpoint({
    name: 'get-business-details',
    isReadOnly: true,
    allows: 'P2',
    summary: "Returns the company's business and tax details, the missing ones, and the consequences with their dates.",
    body: ofCompany,
    answer: detailsStanding,
    run: (app, { caller }) => readStanding(app, caller.companyId),
  }),
  endpoint({
    name: 'update-business-details',
    allows: 'P2',
    summary: "Saves all of the company's business details, and submits them once none is missing.",
    body: detailsForm.safeExtend({ companyId: z.uuid() }),
    answer: detailsStanding,
    run: (app, { body, caller }) => {
      const { companyId: _named, ...details } = body
      return changeDetails(app, { details, caller })
    },
  }),
  rawEndpoint({
    name: 'upload-business-file',
    path: `${businessFilePath}*`,
    allows: 'P2',
    boundsItself: true,
    summary:
      'Stores a document copy for the check of {companyId}/{kind}: raw bytes, type in content-type, percent-encoded name in x-file-name.',
    answer: detailsStanding,
    companyOf: (path) => parseBusinessPath(path).companyId,
    limits: ({ caller }) => [{ name: 'businessFiles', key: caller.session.userId, ...verificationRate }],
    run: async (app, { content, caller: { companyId }, headers, path }) => {
      const { kind } = parseBusinessPath(path)
      if (!kind) throw detailsProblems.fileUnknown()
      const type = headers.get('content-type') ?? ''
      await storeBusinessFile(app, { companyId, kind, name: fileNameOf(headers), type, content: content.stream() })
      return readStanding(app, companyId)
    },
  }),
  endpoint({
    name: 'remove-business-file',
    allows: 'P2',
    summary: 'Removes a document copy before the check.',
    body: ofCompany.extend({ fileId: z.uuid() }),
    answer: detailsStanding,
    run: async (app, { body: { fileId }, caller: { companyId } }) => {
      await removeBusinessFile(app, { companyId, fileId })
      return readStanding(app, companyId)
    },
  }),
  endpoint({
    name: 'admin-list-business-details',
    isReadOnly: true,
    allows: 'A2',
    summary: "Returns a page of the companies' business details without encrypted ones, and the number of matches.",
    body: listBody(detailsList),
    answer: pageResponse(listedDetails),
    run: (app, { body }) => readDetailsList(app, body),
  }),
  endpoint({
    name: 'admin-open-business-details',
    allows: 'A2',
    stepUpMinutes: 10,
    summary: "Returns a company's business details in clear text; needs a code of the last ten minutes and writes to the audit log.",
    body: ofCompany,
    answer: openedDetails,
    run: (app, { body: { companyId }, caller }) => openDetails(app, { companyId, caller }),
  }),
  resource({
    name: 'admin-business-file',
    allows: 'A2',
    summary: 'Returns a document copy that awaits the decision (query: `fileId`) and writes to the audit log.',
    run: (app, { query, caller }) => openBusinessFile(app, { fileId: readId(query, 'fileId'), caller }),
  }),
  command({
    name: 'admin-decide-business-details',
    allows: 'A2',
    summary: 'Accepts submitted business details or refuses them with a reason, once; deletes the copies and mails the company.',
    body: detailsDecision,
    run: (app, { body, caller }) => decideDetails(app, { ...body, caller }),
  }),
] as const

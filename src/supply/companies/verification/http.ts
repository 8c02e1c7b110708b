import { z } from 'zod'
import { fileNameOf } from '#src/foundation/files/rules.ts'
import { command, endpoint, rawEndpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { listBody, pageResponse, readId } from '#src/platform/server/pages.ts'
import {
  decideVerification,
  openEvidence,
  readVerification,
  readVerifications,
  removeEvidence,
  storeEvidence,
  submitVerification,
} from './actions.ts'
import {
  evidencePath,
  parseEvidencePath,
  submittedVerification,
  verification,
  verificationDecision,
  verificationList,
  verificationProblems,
  verificationRate,
} from './rules.ts'

const ofCompany = z.object({ companyId: z.uuid() })

export const verificationHttp = [
  endpoint({
    name: 'get-verification',
    isReadOnly: true,
    allows: 'P2',
    summary: "Returns the state of the company's verification, with the evidence of its draft or request.",
    body: ofCompany,
    answer: verification,
    run: (app, { caller }) => readVerification(app, caller.companyId),
  }),
  rawEndpoint({
    name: 'upload-verification-file',
    path: `${evidencePath}*`,
    allows: 'P2',
    boundsItself: true,
    summary: 'Stores a piece of evidence for {companyId}/{kind}: raw bytes, type in content-type, percent-encoded name in x-file-name.',
    answer: verification,
    companyOf: (path) => parseEvidencePath(path).companyId,
    limits: ({ caller }) => [{ name: 'evidence', key: caller.session.userId, ...verificationRate }],
    run: (app, { content, caller: { companyId }, headers, path }) => {
      const { kind } = parseEvidencePath(path)
      if (!kind) throw verificationProblems.fileUnknown()
      const type = headers.get('content-type') ?? ''
      return storeEvidence(app, { companyId, kind, name: fileNameOf(headers), type, content: content.stream() })
    },
  }),
  endpoint({
    name: 'remove-verification-file',
    allows: 'P2',
    summary: "Removes a piece of evidence from the company's draft.",
    body: ofCompany.extend({ fileId: z.uuid() }),
    answer: verification,
    run: (app, { body: { fileId }, caller: { companyId } }) => removeEvidence(app, { companyId, fileId }),
  }),
  endpoint({
    name: 'ask-verification',
    allows: 'P2',
    summary: "Submits the company's draft to the operator.",
    body: ofCompany,
    answer: verification,
    run: (app, { caller }) => submitVerification(app, caller.companyId),
  }),
  endpoint({
    name: 'admin-list-verifications',
    isReadOnly: true,
    allows: 'A2',
    summary: "Returns a page of the requests for the badge 'Verifiziert' and the number of matches.",
    body: listBody(verificationList),
    answer: pageResponse(submittedVerification),
    run: (app, { body }) => readVerifications(app, body),
  }),
  resource({
    name: 'admin-verification-file',
    allows: 'A2',
    summary: 'Returns a piece of evidence that awaits the decision (query: `fileId`) and writes to the audit log.',
    run: (app, { query, caller }) => openEvidence(app, { fileId: readId(query, 'fileId'), caller }),
  }),
  command({
    name: 'admin-decide-verification',
    allows: 'A2',
    summary: "Grants the badge 'Verifiziert' or refuses it with a reason, once; deletes the evidence and mails the company.",
    body: verificationDecision,
    run: (app, { body, caller }) => decideVerification(app, { ...body, caller }),
  }),
] as const

import { z } from 'zod'
import { endpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { listBody, pageAnswer, readQuery } from '#src/platform/server/pages.ts'
import { openDocument } from '../company/actions.ts'
import { documentQuery } from '../company/rules.ts'
import { cancelByOperator, readAllDocuments, readMissing } from './actions.ts'
import { adminDocument, cancelInput, documentList, missingDocument } from './rules.ts'

export const adminDocumentsHttp = [
  endpoint({
    name: 'admin-list-documents',
    isReading: true,
    allows: 'A2',
    summary: 'A page of all invoices and corrections, and how many match; amounts in euros',
    body: listBody(documentList),
    answer: pageAnswer(adminDocument),
    run: (app, { body }) => readAllDocuments(app, body),
  }),
  endpoint({
    name: 'admin-missing-documents',
    isReading: true,
    allows: 'A2',
    summary: 'Papers that could not be issued yet, with the reasons',
    body: z.object({}),
    answer: z.object({ missing: z.array(missingDocument) }),
    run: (app) => readMissing(app),
  }),
  resource({
    name: 'admin-document',
    allows: 'A2',
    summary: 'Any document as a file: ?documentId=…&as=pdf, xml or xrechnung',
    run: (app, { query }) => openDocument(app, readQuery(query, documentQuery)),
  }),
  endpoint({
    name: 'admin-cancel-document',
    allows: 'A2',
    summary: "Takes a document back by another; what it covered is invoiced again, of a company's own when isReissued",
    isCreating: true,
    body: cancelInput,
    answer: z.object({ number: z.string() }),
    run: (app, { body, caller }) => cancelByOperator(app, { ...body, caller }),
  }),
] as const

import { z } from 'zod'
import { endpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { readQuery } from '#src/platform/server/pages.ts'
import { openDocument, openMonth, readDocuments, readMonths } from './actions.ts'
import { documentQuery, documentRate, monthQuery, monthRate, shownDocument } from './rules.ts'

export const documentsHttp = [
  endpoint({
    name: 'list-documents',
    isReading: true,
    allows: 'P2',
    summary: 'A page of the invoices and corrections that the own company got from us, the newest first; amounts in euros',
    body: z.object({ companyId: z.uuid(), page: z.number().int().min(1).max(1_000).default(1) }),
    answer: z.object({ documents: z.array(shownDocument), total: z.number() }),
    run: (app, { body, caller }) => readDocuments(app, { ...body, companyId: caller.companyId }),
  }),
  resource({
    name: 'document',
    allows: 'P2',
    summary: 'A document of the own company as a file: ?companyId=…&documentId=…&as=pdf, xml or xrechnung',
    limits: ({ caller }) => [{ name: 'document', key: caller.session.userId, ...documentRate }],
    run: (app, { query, caller }) => openDocument(app, { ...readQuery(query, documentQuery), companyId: caller.companyId }),
  }),
  endpoint({
    name: 'list-document-months',
    isReading: true,
    allows: 'P2',
    summary: 'The months in which the own company got or issued documents, the newest first',
    body: z.object({ companyId: z.uuid() }),
    answer: z.object({ months: z.array(z.string()) }),
    run: (app, { caller }) => readMonths(app, caller.companyId),
  }),
  resource({
    name: 'documents.zip',
    allows: 'P2',
    summary: 'All documents of the own company of a month, as PDFs in one ZIP: ?companyId=…&month=2026-11',
    limits: ({ caller }) => [{ name: 'documents.zip', key: caller.session.userId, ...monthRate }],
    run: (app, { query, caller }) => openMonth(app, { ...readQuery(query, monthQuery), companyId: caller.companyId }),
  }),
] as const

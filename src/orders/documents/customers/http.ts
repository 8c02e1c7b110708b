import { z } from 'zod'
import { fileNameOf } from '#src/foundation/files/rules.ts'
import { bookingKey, heldBy, keyOfHeaders } from '#src/orders/bookings/links/keyRules.ts'
import { endpoint, rawEndpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { listFilter, readId, readQuery } from '#src/platform/server/pages.ts'
import { documentQuery, monthOfYear } from '../company/rules.ts'
import { cancelByCompany } from './cancelActions.ts'
import { changeDraft, readCustomerInvoices, readDraft } from './draftActions.ts'
import { acceptMandate, readMandate, revokeMandate } from './mandateActions.ts'
import { changeBilling, openOwnFile, openOwnPaper, readOwnPapers } from './ownActions.ts'
import {
  acceptMandate as acceptance,
  billingChange,
  cancelInput,
  cancelRate,
  customerList,
  customerListSpec,
  customerProblems,
  draftInput,
  ownDocumentRates,
  ownDocuments,
  ownInvoicePath,
  ownInvoiceRate,
  parseOwnInvoicePath,
  shownDraft,
  shownMandate,
} from './rules.ts'
import { storeOwnInvoice } from './uploadActions.ts'

const ofCompany = z.object({ companyId: z.uuid() })
const ofBooking = ofCompany.extend({ bookingId: z.uuid() })

export const customerInvoicesHttp = [
  endpoint({
    name: 'get-invoice-mandate',
    isReading: true,
    allows: 'P2',
    summary: "Whether the own company lets us write its customers' invoices, with the text that it accepted, or that it would",
    body: ofCompany,
    answer: shownMandate,
    run: (app, { caller }) => readMandate(app, caller.companyId),
  }),
  endpoint({
    name: 'accept-invoice-mandate',
    allows: 'P2',
    summary: "Lets us write the own company's customer invoices from today on; needs complete business details",
    body: acceptance,
    answer: shownMandate,
    run: (app, { body: { version }, caller }) => acceptMandate(app, { version, caller }),
  }),
  endpoint({
    name: 'revoke-invoice-mandate',
    allows: 'P2',
    summary: 'Takes that back from now on; what is issued stays',
    body: ofCompany,
    answer: shownMandate,
    run: (app, { caller }) => revokeMandate(app, caller),
  }),
  endpoint({
    name: 'list-customer-invoices',
    isReading: true,
    allows: 'P2',
    summary: "The own company's bookings without an invoice, and a page of the invoices in its name, the newest first; amounts in euros",
    body: listFilter(customerListSpec).extend({
      companyId: z.uuid(),
      page: z.number().int().min(1).max(1_000).default(1),
      sort: z.enum(customerListSpec.sorts).default('newest'),
      month: monthOfYear.optional(),
    }),
    answer: customerList,
    run: (app, { body, caller }) => readCustomerInvoices(app, { ...body, companyId: caller.companyId }),
  }),
  endpoint({
    name: 'get-invoice-draft',
    isReading: true,
    allows: 'P2',
    summary: 'The draft of the invoice of a booking of the own company',
    body: ofBooking,
    answer: shownDraft,
    run: (app, { body: { bookingId }, caller }) => readDraft(app, { companyId: caller.companyId, bookingId }),
  }),
  endpoint({
    name: 'update-invoice-draft',
    allows: 'P2',
    summary:
      'Divides what was paid for a booking into other lines, and says to whom the invoice goes, until it is issued; amounts in euros',
    body: draftInput,
    answer: shownDraft,
    run: (app, { body, caller }) => changeDraft(app, { ...body, companyId: caller.companyId }),
  }),
  endpoint({
    name: 'cancel-customer-invoice',
    allows: 'P2',
    summary: "Takes an invoice in the own company's name back, with its corrections; the next one waits for update-invoice-draft",
    isCreating: true,
    body: cancelInput,
    answer: z.object({ bookingId: z.uuid() }),
    limits: ({ caller }) => [{ name: 'cancel-customer-invoice', key: caller.session.userId, ...cancelRate }],
    run: (app, { body, caller }) => cancelByCompany(app, { ...body, companyId: caller.companyId }),
  }),
  rawEndpoint({
    name: 'upload-own-invoice',
    path: `${ownInvoicePath}*`,
    allows: 'P2',
    boundsItself: true,
    summary:
      "Puts the own company's invoice on the page of {companyId}/{bookingId} in place of ours: raw bytes, type in content-type, name in x-file-name (percent-encoded)",
    answer: z.object({ success: z.literal(true) }),
    companyOf: (path) => parseOwnInvoicePath(path).companyId,
    limits: ({ caller }) => [{ name: 'ownInvoices', key: caller.session.userId, ...ownInvoiceRate }],
    run: async (app, { content, caller: { companyId }, headers, path }) => {
      const { bookingId } = parseOwnInvoicePath(path)
      if (!bookingId) throw customerProblems.unknown()
      const type = headers.get('content-type') ?? ''
      await storeOwnInvoice(app, { companyId, bookingId, name: fileNameOf(headers), type, content: content.stream() })
      return { success: true as const }
    },
  }),
  endpoint({
    name: 'list-own-documents',
    isReading: true,
    allows: 'T',
    summary:
      'The invoice of a booking, and its corrections, for the holder of a secret link or of its id and its session; amounts in euros',
    body: z.object({ key: bookingKey }),
    answer: ownDocuments,
    limits: ({ caller }) => [{ name: 'own-documents', key: caller.ip, ...ownDocumentRates.read }],
    run: (app, { body: { key }, caller }) => readOwnPapers(app, heldBy(caller, key)),
  }),
  endpoint({
    name: 'update-billing-address',
    allows: 'T',
    summary: 'Says to whom the invoice of a booking goes, until it is issued, for the holder of the booking',
    body: billingChange,
    answer: ownDocuments,
    limits: ({ caller }) => [{ name: 'billing-address', key: caller.ip, ...ownDocumentRates.change }],
    run: (app, { body: { key, ...address }, caller }) => changeBilling(app, { key: heldBy(caller, key), address }),
  }),
  resource({
    name: 'own-document',
    allows: 'T',
    summary: 'A document of a booking as a file: ?documentId=…&as=pdf or xml; the key stands in headers',
    limits: ({ caller }) => [{ name: 'own-document', key: caller.ip, ...ownDocumentRates.file }],
    run: (app, { headers, query, caller }) =>
      openOwnPaper(app, { key: heldBy(caller, keyOfHeaders(headers)), ...readQuery(query, documentQuery) }),
  }),
  resource({
    name: 'own-invoice-file',
    allows: 'T',
    summary: "The company's own invoice of a booking: ?fileId=…; the key stands in headers",
    limits: ({ caller }) => [{ name: 'own-document', key: caller.ip, ...ownDocumentRates.file }],
    run: (app, { headers, query, caller }) =>
      openOwnFile(app, { key: heldBy(caller, keyOfHeaders(headers)), fileId: readId(query, 'fileId') }),
  }),
] as const

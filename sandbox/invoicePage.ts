import { closedPortalPage, day, invoiceStates, shell } from './billingPortalView.ts'
import { showCents } from './cardFormView.ts'
import { type Decline, declines } from './cards.ts'
import { html } from './html.ts'
import type { IncomingRequest, OutgoingResponse } from './http.ts'
import { chargeInvoice } from './invoicePayment.ts'
import { findInvoice } from './invoiceStore.ts'
import type { Box } from './operations.ts'
import type { WireInvoice } from './tables.ts'

/** Hosted invoice at a secret URL: a page that takes payment and confirmation, or under `/pdf` a file. */
export async function answerInvoicePage(box: Box, incoming: IncomingRequest): Promise<OutgoingResponse> {
  const id = /^\/i\/(in_[A-Za-z0-9]+)\//.exec(incoming.path)?.[1]
  const invoice = id ? box.store.get('invoice', id) : undefined
  if (invoice && incoming.path === pathOf(invoice.hosted_invoice_url)) {
    if (incoming.method !== 'POST') return invoicePage(invoice)
    const intention = new URLSearchParams(incoming.body).get('intention')
    const decline = box.store.transact(() => takePayment(box, invoice, intention === 'confirm'))
    await box.store.durable()
    box.wakeDeliveries()
    return invoicePage(findInvoice(box, invoice.id), decline)
  }
  if (invoice && incoming.path === pathOf(invoice.invoice_pdf)) return invoicePdf(invoice)
  return closedPortalPage(null)
}

const pathOf = (url: string | null | undefined) => (url ? new URL(url).pathname : undefined)

function takePayment(box: Box, invoice: WireInvoice, isConfirmed: boolean): Decline | undefined {
  if (invoice.status !== 'open') return undefined
  return chargeInvoice(box, { invoice, isScheduled: false, ...methodOf(box, invoice), ...(isConfirmed ? { isConfirmed } : {}) }).decline
}

/** An invoice that is sent is paid with a method of the customer's choice, here the customer's default, not the subscription's. */
function methodOf(box: Box, { billing_reason: reason, customer }: WireInvoice) {
  const method = box.store.get('customer', customer)?.invoice_settings.default_payment_method
  return reason === 'manual' && typeof method === 'string' ? { method } : {}
}

/** Form of an open invoice: pay with the saved card, and confirm if the bank requires it. */
function payForm(decline: Decline | undefined) {
  const asks = decline === 'authenticationRequired'
  return html`${decline ? html`<p class="note ${asks ? 'warn' : 'bad'}" role="alert">${declines[decline].german}</p>` : ''}
<form method="post"><button class="btn go" name="intention" value="${asks ? 'confirm' : 'pay'}">${asks ? 'Zahlung bestätigen' : 'Jetzt bezahlen'}</button></form>`
}

function invoicePage(invoice: WireInvoice, decline?: Decline): OutgoingResponse {
  const body = html`<section class="card pad stack narrow"><h1>Rechnung ${invoice.number}</h1>
<p>${invoice.customer_name}<br><span class="mut">${invoice.customer_email}</span></p>
<dl class="kv">
<div><dt>Datum</dt><dd class="num">${day(invoice.created)}</dd></div>
<div><dt>Status</dt><dd>${invoiceStates[invoice.status ?? ''] ?? invoice.status}</dd></div>
${invoice.lines.data.map((line) => html`<div><dt>${line.description}<br><span class="sm mut num">${day(line.period.start)} – ${day(line.period.end)}</span></dt><dd class="num">${showCents(line.amount, line.currency)}</dd></div>`)}
${invoice.starting_balance === 0 ? '' : html`<div><dt>Übertrag</dt><dd class="num">${showCents(invoice.starting_balance, invoice.currency)}</dd></div>`}
</dl>
<div class="tear stack"><span class="sm"><b>Zu zahlen</b></span><span class="price num">${showCents(invoice.amount_due, invoice.currency)}</span></div>
${invoice.status === 'open' ? payForm(decline) : ''}
<p><a href="${invoice.invoice_pdf ?? ''}">Als PDF</a></p></section>`
  return shell({ title: `Rechnung ${invoice.number}`, body })
}

/** Minimal PDF that readers accept: one page, one line of text for each line of the invoice. */
function invoicePdf(invoice: WireInvoice): OutgoingResponse {
  const lines = [
    `Rechnung ${invoice.number} (Testmodus)`,
    day(invoice.created),
    invoice.customer_name ?? '',
    ...invoice.lines.data.map((line) => `${line.description}: ${showCents(line.amount, line.currency)}`),
    `Zu zahlen: ${showCents(invoice.amount_due, invoice.currency)}`,
  ]
  const text = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&').replaceAll('€', 'EUR')}) Tj T*`).join('\n')
  const stream = `BT /F1 12 Tf 16 TL 56 780 Td\n${text}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${Buffer.byteLength(stream, 'latin1')} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  const body = Buffer.from(assemblePdf(objects), 'latin1')
  return { status: 200, headers: { 'content-type': 'application/pdf', 'cache-control': 'no-store' }, body }
}

function assemblePdf(objects: string[]): string {
  const offsets: number[] = []
  let file = '%PDF-1.4\n'
  for (const [index, object] of objects.entries()) {
    offsets.push(Buffer.byteLength(file, 'latin1'))
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`
  return `${file}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${Buffer.byteLength(file, 'latin1')}\n%%EOF\n`
}

import { Link } from 'react-router'
import { euros } from '#src/platform/kit/money.ts'
import { type Column, DataTable } from '#src/platform/web/lists/DataTable.tsx'
import { StatusChip } from '#src/platform/web/parts/StatusChip.tsx'
import type { SubscriptionCard } from '../subscriptionRules.ts'
import { dayOf } from './PlanFacts.tsx'

type Invoice = SubscriptionCard['invoices'][number]

/** Invoices of the subscription, newest first. */
export function InvoiceList({ invoices }: { invoices: readonly Invoice[] }) {
  return (
    <div className="stack snug bills">
      <h3 className="bills-title">Rechnungen</h3>
      {invoices.length === 0 ? (
        <p className="small muted">Noch keine Rechnungen.</p>
      ) : (
        <DataTable label="Rechnungen" columns={columns} rows={invoices} keyOf={({ id }) => id} />
      )}
    </div>
  )
}

const columns: readonly Column<Invoice>[] = [
  { label: 'Zeitraum', format: 'title', cell: ({ period_start, period_end }) => `${dayOf(period_start)}–${dayOf(period_end)}` },
  { label: 'Betrag', format: 'amount', cell: ({ amount }) => euros(amount) },
  { label: 'Stand', cell: (invoice) => <StatusChip {...stateOf(invoice)} /> },
  { label: 'Rechnung', cell: (invoice) => <InvoiceLink invoice={invoice} /> },
]

const states = {
  open: { tone: 'waiting', text: 'Offen' },
  paid: { tone: 'good', text: 'Bezahlt' },
  uncollectible: { tone: 'bad', text: 'Nicht bezahlt' },
  void: { tone: 'off', text: 'Storniert' },
} as const

function stateOf({ status, is_under_way: isUnderWay, is_returned: isReturned }: Invoice) {
  if (isUnderWay) return { tone: 'waiting', children: 'Unterwegs' } as const
  if (isReturned) return { tone: 'bad', children: 'Zurückgebucht' } as const
  return { tone: states[status].tone, children: states[status].text }
}

/** Links an open invoice to its payment page, a paid one to its PDF. */
function InvoiceLink({ invoice: { number, status, url, is_invoiced, period_start } }: { invoice: Invoice }) {
  if (is_invoiced) {
    return (
      <Link className="bill" to="/dashboard/belege">
        Unter Belege<span className="unseen">: Abonnement ab {dayOf(period_start)}</span>
      </Link>
    )
  }
  const name = number ?? 'Ohne Nummer'
  if (!url) return name
  return (
    <a className="bill" href={url} rel="noreferrer" target="_blank">
      {status === 'open' ? 'Bezahlen' : name}
      <span className="unseen">{`${status === 'open' ? `: Rechnung ${name}` : ''} (öffnet neues Fenster)`}</span>
    </a>
  )
}

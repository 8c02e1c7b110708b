import { lazy, Suspense, useState } from 'react'
import { type BillingTexts, billingLine } from '#src/orders/bookings/billing/fields.ts'
import { FieldMessage } from '#src/platform/web/forms/Field.tsx'
import type { DraftView } from './rules.ts'
import { invoiceTexts } from './texts.ts'

const BillingDialog = lazy(() => import('#src/orders/bookings/billing/BillingDialog.tsx'))

export type Billing = BillingTexts & { country: string }
export const billingOf = ({ billing: { vat_id, buyer_reference, ...address } }: DraftView): Billing => ({
  ...address,
  vatId: vat_id ?? '',
  buyerReference: buyer_reference ?? '',
})

/** Recipient of the invoice; saved together with the lines. */
export function Recipient({ billing, onChange }: { billing: Billing; onChange: (billing: Billing) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="row between wrapping">
      <p className="muted">An: {billingLine(billing)}</p>
      <button type="button" className="button neutral small" onClick={() => setIsOpen(true)}>
        Empfänger ändern
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <BillingDialog
            address={billing}
            isBusiness
            onSave={async (changed) => onChange({ ...changed, country: billing.country })}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

type ReverseProps = {
  isReverse: boolean
  isConfirmed: boolean
  error: string | undefined
  onReverse: (isReverse: boolean) => void
  onConfirm: (isConfirmed: boolean) => void
}

/** § 13b UStG between companies: applies only if the company chooses it and confirms its conditions. */
export const ReverseCharge = ({ isReverse, isConfirmed, error, onReverse, onConfirm }: ReverseProps) => (
  <div className="stack tight">
    <label className="check">
      <input type="checkbox" checked={isReverse} onChange={({ target }) => onReverse(target.checked)} />
      {invoiceTexts.reverse}
    </label>
    {isReverse ? (
      <>
        <label className="check">
          <input
            id="draft-reverse-confirmed"
            type="checkbox"
            checked={isConfirmed}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? 'draft-reverse-confirmed-error' : undefined}
            onChange={({ target }) => onConfirm(target.checked)}
          />
          {invoiceTexts.reverseConfirmed}
        </label>
        <FieldMessage id="draft-reverse-confirmed" error={error} />
        <p className="hint">{invoiceTexts.reverseHelp}</p>
      </>
    ) : null}
  </div>
)

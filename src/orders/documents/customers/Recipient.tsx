import { lazy, Suspense, useState } from 'react'
import { type BillingTexts, billingLine } from '#src/orders/bookings/billing/fields.ts'
import type { DraftView } from './rules.ts'

const BillingDialog = lazy(() => import('#src/orders/bookings/billing/BillingDialog.tsx'))

export type Billing = BillingTexts & { country: string }
export const billingOf = ({ vat_id, buyer_reference, ...address }: DraftView['billing']): Billing => ({
  ...address,
  vatId: vat_id ?? '',
  buyerReference: buyer_reference ?? '',
})

type RecipientProps = { billing: Billing; className: string; button: string; onSave: (billing: Billing) => Promise<void> }

/** Recipient of an invoice, with a button to change it. */
export function Recipient({ billing, className, button, onSave }: RecipientProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="row between wrapping">
      <p className={className}>An: {billingLine(billing)}</p>
      <button type="button" className="button neutral small" onClick={() => setIsOpen(true)}>
        {button}
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <BillingDialog
            address={billing}
            isBusiness
            onSave={(changed) => onSave({ ...changed, country: billing.country })}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

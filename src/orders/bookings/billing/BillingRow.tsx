import { lazy, Suspense, useState } from 'react'
import { type BookingDraftState, fieldId } from '#src/orders/ordering/ui/BookingDraft.tsx'
import { SummaryRow } from '#src/orders/ordering/ui/SummaryRow.tsx'
import { readAddress } from '#src/platform/kit/typed.ts'
import { type BillingTexts, billingLine } from './fields.ts'

const BillingDialog = lazy(() => import('./BillingDialog.tsx'))

/** Recipient of the invoice. Loaded only if the amount requires an address or the customer is a business. */
export default function BillingRow({ draft }: { draft: BookingDraftState }) {
  const [isOpen, setIsOpen] = useState(false)
  const { billingAddress, customerName, location, customerKind } = draft.draft
  const address: BillingTexts = {
    ...{ name: customerName, ...readAddress(location), vatId: '', buyerReference: '' },
    ...keptOf(billingAddress),
  }
  const isWhole = address.street !== '' && address.town !== ''
  return (
    <>
      <SummaryRow label="Rechnung an" buttonId={fieldId('billingAddress')} onChange={() => setIsOpen(true)}>
        {billingLine(address)}
        {isWhole ? null : <span className="booking-detail">Für die Rechnung fehlt noch die Anschrift.</span>}
        {draft.errors.billingAddress ? <span className="booking-detail">{draft.errors.billingAddress}</span> : null}
      </SummaryRow>
      {isOpen ? (
        <Suspense fallback={null}>
          <BillingDialog
            address={address}
            isBusiness={customerKind === 'business'}
            onSave={async (changed) => draft.type('billingAddress', JSON.stringify(changed))}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}

const keptOf = (kept: string): Partial<BillingTexts> => (kept === '' ? {} : JSON.parse(kept))

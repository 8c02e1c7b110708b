import './receipt.css'

/** The receipt's shape while it is not there yet. */
export const ReceiptShape = () => <div className="skeleton receipt-skeleton" aria-hidden="true" />

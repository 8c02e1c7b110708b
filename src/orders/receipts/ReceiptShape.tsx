import './receipt.css'

/** Placeholder while the receipt loads. */
export const ReceiptShape = () => <div className="skeleton receipt-skeleton" aria-hidden="true" />

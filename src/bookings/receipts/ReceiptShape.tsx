import './receipt.css'

/** The receipt's shape while it is not there yet. */
export const ReceiptShape = () => <div className="sk rc-sk" aria-hidden="true" />

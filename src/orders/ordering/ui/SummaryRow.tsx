import type { ReactNode } from 'react'
import '#src/platform/web/styles/summary.css'

/** Row of the summary. Without `onChange` the customer cannot change the value. */
export function SummaryRow({ label, onChange, children }: { label: string; onChange?: () => void; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
      {onChange ? (
        <dd className="change">
          <button type="button" onClick={onChange} aria-label={`Ändern: ${label}`}>
            Ändern
          </button>
        </dd>
      ) : null}
    </div>
  )
}

import type { ReactNode } from 'react'
import '#src/platform/web/styles/summary.css'

type RowProps = { label: string; buttonId?: string; onChange?: () => void; children: ReactNode }

/** Row of the summary. Without `onChange` the customer cannot change the value. */
export function SummaryRow({ label, buttonId, onChange, children }: RowProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
      {onChange ? (
        <dd className="change">
          <button type="button" id={buttonId} onClick={onChange} aria-label={`Ändern: ${label}`}>
            Ändern
          </button>
        </dd>
      ) : null}
    </div>
  )
}

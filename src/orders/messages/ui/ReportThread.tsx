import { useState } from 'react'
import { ReasonDialog } from '#src/orders/receipts/ui/ReasonDialog.tsx'
import { Flag } from '#src/platform/web/icons/Icons.tsx'
import { showToast } from '#src/platform/web/shell/toast.ts'
import './messages.css'

type ReportThreadProps = { isReported: boolean; report: (reason: string) => Promise<unknown>; onReported: () => unknown }

/** Reports the thread to the operator. */
export function ReportThread({ isReported, report, onReported }: ReportThreadProps) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  if (isReported) return <p className="small muted">Sie haben dieses Gespräch gemeldet. Wir prüfen es.</p>
  return (
    <>
      <button type="button" className="link-button small report-thread" onClick={() => setIsOpen(true)}>
        <Flag aria-hidden="true" />
        Gespräch melden
      </button>
      {isOpen ? (
        <ReasonDialog
          title="Gespräch melden"
          says="Wir lesen das Gespräch nur, weil Sie es melden, und halten jedes Lesen fest."
          hint="Was ist nicht in Ordnung?"
          button="Meldung senden"
          failed="Die Meldung ist nicht angekommen"
          onClose={close}
          send={async (reason) => {
            await report(reason)
            showToast({ kind: 'success', title: 'Ihre Meldung ist angekommen' })
            close()
            onReported()
          }}
        />
      ) : null}
    </>
  )
}

import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { usePlanChange } from './PlanChange.tsx'

/** Notice of a failed payment on every page of the dashboard. `status`: the company's subscription_status. */
export function PastDueNotice({ companyId, status }: { companyId: string; status: string }) {
  const { busy, failure, openPortal } = usePlanChange({ companyId, onChanged: async () => {} })
  if (status !== 'past_due' && status !== 'unpaid') return null
  const { kind, title, text } = words[status]
  return (
    <Note
      kind={kind}
      role={kind === 'bad' ? 'alert' : 'status'}
      title={title}
      actions={
        <BusyButton className="button secondary small" type="button" isBusy={busy === 'portal'} onClick={() => void openPortal()}>
          Zahlungsmittel prüfen
        </BusyButton>
      }
    >
      {text}
      {failure ? <b> {failure.text}</b> : null}
    </Note>
  )
}

const words = {
  past_due: {
    kind: 'warn',
    title: 'Ihre letzte Zahlung ist fehlgeschlagen',
    text: 'Ihre Firma bleibt vorerst sichtbar. Bitte prüfen Sie Ihr Zahlungsmittel oder begleichen Sie die offene Rechnung.',
  },
  unpaid: {
    kind: 'bad',
    title: 'Ihre Firma ist nicht mehr zu sehen',
    text: 'Die offene Rechnung wurde auch nach mehreren Versuchen nicht bezahlt. Sobald sie beglichen ist, sind Sie wieder buchbar.',
  },
} as const

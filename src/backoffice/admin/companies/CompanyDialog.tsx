import { lazy, Suspense, useState } from 'react'
import { CompanyBankDialog } from '#src/backoffice/admin/companies/CompanyBankDialog.tsx'
import { CompanyDeletion } from '#src/backoffice/closings/ui/CompanyDeletion.tsx'
import { CloseButton, Dialog } from '#src/platform/web/parts/Dialog.tsx'
import { FactsWaiting, QueryRegion } from '#src/platform/web/queries/QueryRegion.tsx'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { CompanyServicesDialog } from '#src/supply/services/operator/CompanyServicesDialog.tsx'
import { CompanyEditDialog } from './CompanyEditDialog.tsx'
import { CompanyFacts } from './CompanyFacts.tsx'
import { CompanySecurity } from './CompanySecurity.tsx'
import { CompanySuspension } from './CompanySuspension.tsx'
import type { CompanyDetail } from './rules.ts'
import { companyAreaTexts } from './texts.ts'

const CompanyCalendar = lazy(() => import('./CompanyCalendar.tsx'))

type CompanyDialogProps = { companyId: string; onClose: () => void; onChanged: () => void }
type Action = 'edit' | 'services' | 'calendar' | 'security' | 'bank' | 'suspend' | 'release' | 'delete'

/** Data of a company with all actions of the operator. */
export function CompanyDialog({ companyId, onClose, onChanged }: CompanyDialogProps) {
  const [action, setAction] = useState<Action>()
  const { queryResult, reload } = useQuery('admin-read-provider', { companyId })
  const company = queryResult.data
  const stop = () => setAction(undefined)

  function finish() {
    stop()
    void reload()
    onChanged()
  }
  function leave() {
    onChanged()
    onClose()
  }
  if (company && action === 'edit') return <CompanyEditDialog company={company} onClose={stop} onSaved={finish} />
  if (company && action === 'services') return <CompanyServicesDialog company={company} onClose={stop} />
  if (company && action === 'security') return <CompanySecurity company={company} onClose={stop} />
  if (company && action === 'calendar')
    return (
      <Suspense fallback={null}>
        <CompanyCalendar company={company} onClose={stop} />
      </Suspense>
    )
  return (
    <Dialog
      title={company?.company_name ?? 'Anbieter'}
      bodyLabel="Einzelheiten des Anbieters"
      onClose={onClose}
      foot={<Foot company={company} onClose={onClose} onAction={setAction} />}
    >
      <QueryRegion
        queryResult={queryResult}
        failed={companyAreaTexts.detailNotLoaded}
        loading={<FactsWaiting text={companyAreaTexts.detailLoading} />}
        onRetry={reload}
      >
        {(data) => (
          <>
            <CompanyFacts company={data} onChanged={finish} />
            {action === 'bank' ? <CompanyBankDialog company={data} onClose={stop} onChanged={finish} /> : null}
            {action === 'suspend' || action === 'release' ? (
              <CompanySuspension action={action} company={data} onClose={stop} onDone={finish} />
            ) : null}
            {action === 'delete' ? <CompanyDeletion company={data} onClose={stop} onDone={leave} /> : null}
          </>
        )}
      </QueryRegion>
    </Dialog>
  )
}

type FootProps = { company: CompanyDetail | undefined; onClose: () => void; onAction: (action: Action) => void }

function Foot({ company, onClose, onAction }: FootProps) {
  const isKept = company !== undefined && company.archived_at === null
  return (
    <>
      <CloseButton onClose={onClose} isWideOnly />
      {company ? (
        <div className="row wrapping dialog-actions">
          {isKept ? <ActionButton label="Löschen" className="button danger" onClick={() => onAction('delete')} /> : null}
          <Suspend company={company} onAction={onAction} />
          <ActionButton label="Sicherheit" onClick={() => onAction('security')} />
          <ActionButton label="Bankdaten" onClick={() => onAction('bank')} />
          {isKept ? <ActionButton label="Kalender" onClick={() => onAction('calendar')} /> : null}
          {isKept ? <ActionButton label="Leistungen" onClick={() => onAction('services')} /> : null}
          {isKept ? <ActionButton label="Bearbeiten" className="button primary" onClick={() => onAction('edit')} /> : null}
        </div>
      ) : null}
    </>
  )
}

function Suspend({ company, onAction }: { company: CompanyDetail; onAction: (action: Action) => void }) {
  if (company.suspended_at) return <ActionButton label="Sperre aufheben" onClick={() => onAction('release')} />
  if (company.archived_at) return null
  return <ActionButton label="Sperren" onClick={() => onAction('suspend')} />
}

const ActionButton = ({ label, className = 'button secondary', onClick }: { label: string; className?: string; onClick: () => void }) => (
  <button type="button" className={className} onClick={onClick}>
    {label}
  </button>
)

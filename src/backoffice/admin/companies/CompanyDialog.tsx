import { lazy, Suspense, useState } from 'react'
import { CompanyBankDialog } from '#src/backoffice/admin/companies/CompanyBankDialog.tsx'
import { CompanyDeletion } from '#src/backoffice/closings/ui/CompanyDeletion.tsx'
import { Dialog } from '#src/platform/web/parts/Dialog.tsx'
import { FactsWaiting, ReadRegion } from '#src/platform/web/reading/ReadRegion.tsx'
import { useReading } from '#src/platform/web/reading/useReading.ts'
import { CompanyServicesDialog } from '#src/supply/services/operator/CompanyServicesDialog.tsx'
import { CompanyEditDialog } from './CompanyEditDialog.tsx'
import { CompanyFacts } from './CompanyFacts.tsx'
import { CompanySecurity } from './CompanySecurity.tsx'
import { CompanySuspension } from './CompanySuspension.tsx'
import type { CompanyDetail } from './rules.ts'
import { companyAreaTexts } from './texts.ts'

const CompanyCalendar = lazy(() => import('./CompanyCalendar.tsx'))

type CompanyDialogProps = { companyId: string; onClose: () => void; onChanged: () => void }
type Act = 'edit' | 'services' | 'calendar' | 'security' | 'bank' | 'suspend' | 'release' | 'delete'

/** Data of a company with all actions of the operator. */
export function CompanyDialog({ companyId, onClose, onChanged }: CompanyDialogProps) {
  const [act, setAct] = useState<Act>()
  const { reading, reload } = useReading('admin-read-provider', { companyId })
  const company = reading.shown
  const stop = () => setAct(undefined)

  function finish() {
    stop()
    void reload()
    onChanged()
  }
  function leave() {
    onChanged()
    onClose()
  }
  if (company && act === 'edit') return <CompanyEditDialog company={company} onClose={stop} onSaved={finish} />
  if (company && act === 'services') return <CompanyServicesDialog company={company} onClose={stop} />
  if (company && act === 'security') return <CompanySecurity company={company} onClose={stop} />
  if (company && act === 'calendar')
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
      foot={<Foot company={company} onClose={onClose} onAct={setAct} />}
    >
      <ReadRegion
        reading={reading}
        failed={companyAreaTexts.detailNotLoaded}
        loading={<FactsWaiting text={companyAreaTexts.detailLoading} />}
        onRetry={reload}
      >
        {(shown) => (
          <>
            <CompanyFacts company={shown} onChanged={finish} />
            {act === 'bank' ? <CompanyBankDialog company={shown} onClose={stop} onChanged={finish} /> : null}
            {act === 'suspend' || act === 'release' ? <CompanySuspension act={act} company={shown} onClose={stop} onDone={finish} /> : null}
            {act === 'delete' ? <CompanyDeletion company={shown} onClose={stop} onDone={leave} /> : null}
          </>
        )}
      </ReadRegion>
    </Dialog>
  )
}

type FootProps = { company: CompanyDetail | undefined; onClose: () => void; onAct: (act: Act) => void }

function Foot({ company, onClose, onAct }: FootProps) {
  const isKept = company !== undefined && company.archived_at === null
  return (
    <>
      <button type="button" className="button neutral wide-only" onClick={onClose}>
        Schließen
      </button>
      {company ? (
        <div className="row wrapping dialog-actions">
          {isKept ? <ActButton label="Löschen" className="button danger" onClick={() => onAct('delete')} /> : null}
          <Suspend company={company} onAct={onAct} />
          <ActButton label="Sicherheit" onClick={() => onAct('security')} />
          <ActButton label="Bankdaten" onClick={() => onAct('bank')} />
          {isKept ? <ActButton label="Kalender" onClick={() => onAct('calendar')} /> : null}
          {isKept ? <ActButton label="Leistungen" onClick={() => onAct('services')} /> : null}
          {isKept ? <ActButton label="Bearbeiten" className="button primary" onClick={() => onAct('edit')} /> : null}
        </div>
      ) : null}
    </>
  )
}

function Suspend({ company, onAct }: { company: CompanyDetail; onAct: (act: Act) => void }) {
  if (company.suspended_at) return <ActButton label="Sperre aufheben" onClick={() => onAct('release')} />
  if (company.archived_at) return null
  return <ActButton label="Sperren" onClick={() => onAct('suspend')} />
}

const ActButton = ({ label, className = 'button secondary', onClick }: { label: string; className?: string; onClick: () => void }) => (
  <button type="button" className={className} onClick={onClick}>
    {label}
  </button>
)

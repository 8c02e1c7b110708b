import { useCallback, useState } from 'react'
import { CompanyDeletion } from '#src/closings/ui/CompanyDeletion.tsx'
import { CompanyBankDialog } from '#src/payouts/operator/CompanyBankDialog.tsx'
import { Dialog } from '#src/web/parts/Dialog.tsx'
import { call } from '#src/web/reading/call.ts'
import { RegionFailure } from '#src/web/reading/RegionFailure.tsx'
import { useAdminReading } from '../shell/AdminReading.tsx'
import { CompanyEditDialog } from './CompanyEditDialog.tsx'
import { CompanyFacts } from './CompanyFacts.tsx'
import { CompanySuspension } from './CompanySuspension.tsx'
import type { CompanyDetail } from './rules.ts'
import { companyAreaTexts } from './texts.ts'

type CompanyDialogProps = { companyId: string; onClose: () => void; onChanged: () => void; onLost: () => Promise<void> }
type Act = 'edit' | 'bank' | 'suspend' | 'release' | 'delete'

/** One company with everything that the operator can do to it. */
export function CompanyDialog({ companyId, onClose, onChanged, onLost }: CompanyDialogProps) {
  const [act, setAct] = useState<Act>()
  const read = useCallback(() => call('admin-read-provider', { companyId }), [companyId])
  const { reading, reload } = useAdminReading(read, onLost)
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
  if (company && act === 'edit') return <CompanyEditDialog company={company} onClose={stop} onSaved={finish} onLost={onLost} />
  return (
    <Dialog
      title={company?.company_name ?? 'Anbieter'}
      bodyLabel="Einzelheiten des Anbieters"
      onClose={onClose}
      foot={<Foot company={company} onClose={onClose} onAct={setAct} />}
    >
      {reading.failure === undefined ? null : (
        <RegionFailure title={companyAreaTexts.detailNotLoaded} text={reading.failure} onRetry={() => void reload()} />
      )}
      {company ? <CompanyFacts company={company} onChanged={finish} onLost={onLost} /> : null}
      {company || reading.failure !== undefined ? null : <Waiting />}
      {company && act === 'bank' ? <CompanyBankDialog company={company} onClose={stop} onChanged={finish} onLost={onLost} /> : null}
      {company && (act === 'suspend' || act === 'release') ? (
        <CompanySuspension act={act} company={company} onClose={stop} onDone={finish} onLost={onLost} />
      ) : null}
      {company && act === 'delete' ? <CompanyDeletion company={company} onClose={stop} onDone={leave} onLost={onLost} /> : null}
    </Dialog>
  )
}

type FootProps = { company: CompanyDetail | undefined; onClose: () => void; onAct: (act: Act) => void }

function Foot({ company, onClose, onAct }: FootProps) {
  const isKept = company !== undefined && company.archived_at === null
  return (
    <>
      <button type="button" className="btn btn-g hide-m" onClick={onClose}>
        Schließen
      </button>
      {company ? (
        <div className="row wrapf pv-acts">
          {isKept ? <ActButton label="Löschen" className="btn btn-d" onClick={() => onAct('delete')} /> : null}
          <Suspend company={company} onAct={onAct} />
          <ActButton label="Bankdaten" onClick={() => onAct('bank')} />
          {isKept ? <ActButton label="Bearbeiten" className="btn btn-p" onClick={() => onAct('edit')} /> : null}
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

const ActButton = ({ label, className = 'btn btn-s', onClick }: { label: string; className?: string; onClick: () => void }) => (
  <button type="button" className={className} onClick={onClick}>
    {label}
  </button>
)

const Waiting = () => (
  <div className="fact-sk">
    <span className="sr" role="status">
      {companyAreaTexts.detailLoading}
    </span>
    <span className="sk" />
    <span className="sk" />
    <span className="sk" />
    <span className="sk" />
  </div>
)

import { useCallback, useState } from 'react'
import { call } from '#src/web/call.ts'
import { Dialog } from '#src/web/Dialog.tsx'
import { RegionFailure } from '#src/web/RegionFailure.tsx'
import type { ProviderDetail } from '../providerRules.ts'
import { providerTexts } from '../providerTextRules.ts'
import { useAdminReading } from './AdminReading.tsx'
import { ProviderBankDialog } from './ProviderBankDialog.tsx'
import { ProviderDeletion } from './ProviderDeletion.tsx'
import { ProviderEditDialog } from './ProviderEditDialog.tsx'
import { ProviderFacts } from './ProviderFacts.tsx'
import { ProviderSuspension } from './ProviderSuspension.tsx'

type ProviderDialogProps = { companyId: string; onClose: () => void; onChanged: () => void; onLost: () => Promise<void> }
type Act = 'edit' | 'bank' | 'suspend' | 'release' | 'delete'

/** One provider with everything that the operator can do to it. */
export function ProviderDialog({ companyId, onClose, onChanged, onLost }: ProviderDialogProps) {
  const [act, setAct] = useState<Act>()
  const read = useCallback(() => call('admin-read-provider', { companyId }), [companyId])
  const { reading, reload } = useAdminReading(read, onLost)
  const provider = reading.shown
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
  if (provider && act === 'edit') return <ProviderEditDialog provider={provider} onClose={stop} onSaved={finish} onLost={onLost} />
  return (
    <Dialog
      title={provider?.company_name ?? 'Anbieter'}
      bodyLabel="Einzelheiten des Anbieters"
      onClose={onClose}
      foot={<Foot provider={provider} onClose={onClose} onAct={setAct} />}
    >
      {reading.failure === undefined ? null : (
        <RegionFailure title={providerTexts.detailNotLoaded} text={reading.failure} onRetry={() => void reload()} />
      )}
      {provider ? <ProviderFacts provider={provider} onChanged={finish} onLost={onLost} /> : null}
      {provider || reading.failure !== undefined ? null : <Waiting />}
      {provider && act === 'bank' ? <ProviderBankDialog provider={provider} onClose={stop} onChanged={finish} onLost={onLost} /> : null}
      {provider && (act === 'suspend' || act === 'release') ? (
        <ProviderSuspension act={act} provider={provider} onClose={stop} onDone={finish} onLost={onLost} />
      ) : null}
      {provider && act === 'delete' ? <ProviderDeletion provider={provider} onClose={stop} onDone={leave} onLost={onLost} /> : null}
    </Dialog>
  )
}

type FootProps = { provider: ProviderDetail | undefined; onClose: () => void; onAct: (act: Act) => void }

function Foot({ provider, onClose, onAct }: FootProps) {
  const isKept = provider !== undefined && provider.archived_at === null
  return (
    <>
      <button type="button" className="btn btn-g hide-m" onClick={onClose}>
        Schließen
      </button>
      {provider ? (
        <div className="row wrapf pv-acts">
          {isKept ? <ActButton label="Löschen" look="btn btn-d" onClick={() => onAct('delete')} /> : null}
          <Suspend provider={provider} onAct={onAct} />
          <ActButton label="Bankdaten" onClick={() => onAct('bank')} />
          {isKept ? <ActButton label="Bearbeiten" look="btn btn-p" onClick={() => onAct('edit')} /> : null}
        </div>
      ) : null}
    </>
  )
}

function Suspend({ provider, onAct }: { provider: ProviderDetail; onAct: (act: Act) => void }) {
  if (provider.suspended_at) return <ActButton label="Sperre aufheben" onClick={() => onAct('release')} />
  if (provider.archived_at) return null
  return <ActButton label="Sperren" onClick={() => onAct('suspend')} />
}

const ActButton = ({ label, look = 'btn btn-s', onClick }: { label: string; look?: string; onClick: () => void }) => (
  <button type="button" className={look} onClick={onClick}>
    {label}
  </button>
)

const Waiting = () => (
  <div className="fact-sk">
    <span className="sr" role="status">
      {providerTexts.detailLoading}
    </span>
    <span className="sk" />
    <span className="sk" />
    <span className="sk" />
    <span className="sk" />
  </div>
)

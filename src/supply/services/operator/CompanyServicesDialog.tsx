import { useState } from 'react'
import { DiscardDialog } from '#src/platform/web/forms/LeaveGuard.tsx'
import { useConfirmation } from '#src/platform/web/parts/ConfirmDialog.tsx'
import { CloseButton, Dialog } from '#src/platform/web/parts/Dialog.tsx'
import { CompanyServices } from '../editing/CompanyServices.tsx'

type CompanyServicesDialogProps = { company: { id: string; company_name: string }; onClose: () => void }

/** Dialog of a company's services for the operator. Asks for a confirmation before typed input is discarded. */
export function CompanyServicesDialog({ company, onClose }: CompanyServicesDialogProps) {
  const [isUnsaved, setIsUnsaved] = useState(false)
  const { isConfirming, ask, stay } = useConfirmation()
  const leave = isUnsaved ? ask : onClose
  return (
    <Dialog
      title={`Leistungen: ${company.company_name}`}
      bodyLabel="Leistungen des Anbieters"
      onClose={leave}
      foot={
        <>
          <span />
          <CloseButton onClose={leave} />
        </>
      }
    >
      <CompanyServices companyId={company.id} by="operator" onUnsaved={setIsUnsaved} />
      {isConfirming ? <DiscardDialog onDiscard={onClose} onStay={stay} /> : null}
    </Dialog>
  )
}

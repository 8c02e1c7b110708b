import { CloseButton, Dialog } from '#src/platform/web/parts/Dialog.tsx'
import { OperatorSecurity } from '../signIn/OperatorSecurity.tsx'

type SecurityProps = { company: { id: string; company_name: string }; onClose: () => void }

/** Sign-ins, codes and changes of the company's account. */
export const CompanySecurity = ({ company, onClose }: SecurityProps) => (
  <Dialog
    title={`Sicherheit: ${company.company_name}`}
    bodyLabel="Anmeldungen und Änderungen des Kontos"
    onClose={onClose}
    foot={<CloseButton label="Zurück" onClose={onClose} />}
  >
    <OperatorSecurity companyId={company.id} />
  </Dialog>
)

import { useState } from 'react'
import { Link } from 'react-router'
import { OwnSecurity } from '#src/foundation/accounts/security/OwnSecurity.tsx'
import { useReturnToOpener } from '#src/platform/web/forms/useReturnToOpener.ts'
import { MailingChoice } from '#src/site/mailings/ui/MailingChoice.tsx'
import { ClaimCompany } from '#src/supply/companies/claims/ClaimCompany.tsx'
import { Verification } from '#src/supply/companies/verification/Verification.tsx'
import { useDashboard } from '../ui/LoadedDashboard.tsx'
import { CompanyCard } from './CompanyCard.tsx'
import { CompanyEditor } from './CompanyEditor.tsx'
import '#src/supply/companies/claims/claim.css'

/** Data of the company: view and form. */
export default function CompanyPage() {
  const { company, live, refresh, choose } = useDashboard()
  const [isEditing, setIsEditing] = useState(false)
  const opener = useReturnToOpener(isEditing)
  const stop = () => setIsEditing(false)

  async function finish() {
    await refresh()
    stop()
  }

  if (isEditing) return <CompanyEditor company={company} onSaved={finish} onCancel={stop} />
  return (
    <>
      <CompanyCard company={company} openerRef={opener} onEdit={() => setIsEditing(true)} />
      <Verification key={`verification:${company.id}`} companyId={company.id} live={live} />
      <MailingChoice key={company.id} companyId={company.id} />
      <AnotherCompany onClaimed={(companyId) => void choose(companyId)} />
      <OwnSecurity>
        <Link to="/konto">Passwort ändern und Geräte abmelden</Link>
      </OwnSecurity>
    </>
  )
}

/** Form to claim a further company with a code; initially closed. */
function AnotherCompany({ onClaimed }: { onClaimed: (companyId: string) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  if (isOpen) return <ClaimCompany onClaimed={onClaimed} />
  return (
    <section className="card padded stack claim" aria-labelledby="another-title">
      <h2 id="another-title">Weitere Firma</h2>
      <p className="muted">Hat der Betreiber noch eine Firma für Sie angelegt? Mit dem Code aus der E-Mail gehört sie zu diesem Konto.</p>
      <button type="button" className="button secondary small" onClick={() => setIsOpen(true)}>
        Firma mit Code übernehmen
      </button>
    </section>
  )
}

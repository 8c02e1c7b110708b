import { useEffect, useRef, useState } from 'react'
import { MailingChoice } from '#src/mailings/ui/MailingChoice.tsx'
import { CompanyCard } from './CompanyCard.tsx'
import { CompanyEditor } from './CompanyEditor.tsx'
import { useDashboard } from './LoadedDashboard.tsx'

/** The company's own fields: to read, and to change. */
export default function CompanyPage() {
  const { company, refresh } = useDashboard()
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
      <MailingChoice key={company.id} companyId={company.id} />
    </>
  )
}

/** The button that opened the form gets the focus back when it stands there again. */
function useReturnToOpener(isEditing: boolean) {
  const opener = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !isEditing) opener.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  return opener
}

import { useRef, useState } from 'react'
import { CompanyCard } from './CompanyCard.tsx'
import { CompanyEditor } from './CompanyEditor.tsx'
import { useDashboard } from './LoadedDashboard.tsx'

/** The company's own fields: to read, and to change. */
export default function CompanyPage() {
  const { company, refresh } = useDashboard()
  const [isEditing, setIsEditing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)

  function stop() {
    setIsEditing(false)
    // The button stands there again after this turn.
    setTimeout(() => opener.current?.focus())
  }

  async function finish() {
    await refresh()
    stop()
  }

  if (isEditing) return <CompanyEditor company={company} onSaved={finish} onCancel={stop} />
  return <CompanyCard company={company} openerRef={opener} onEdit={() => setIsEditing(true)} />
}

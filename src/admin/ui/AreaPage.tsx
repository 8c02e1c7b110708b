import { data, useOutletContext, useParams } from 'react-router'
import { MarkApart } from '#src/web/Mark.tsx'
import { areaOf } from '../gateRules.ts'
import type { Route } from './+types/AreaPage'
import type { AdminOutlet } from './AdminShell.tsx'
import { AuditLog } from './AuditLog.tsx'
import { PayoutsArea } from './PayoutsArea.tsx'

/** An area that does not exist is a real 404. */
export function loader({ params }: Route.LoaderArgs) {
  if (!areaOf(params.area)) throw data(null, { status: 404 })
  return null
}

/** The area named by the address, the overview without a name. The areas follow one by one; the overview already shows the audit log. */
export default function AreaPage() {
  const { onLost } = useOutletContext<AdminOutlet>()
  const area = areaOf(useParams().area)
  if (area === 'payouts') return <PayoutsArea onLost={onLost} />
  return (
    <>
      <section className="card empty">
        <MarkApart />
        <h2>Dieser Bereich folgt</h2>
        <p className="mut">Hier ist noch nichts zu sehen. Der Bereich wird in einer der nächsten Ausbaustufen ergänzt.</p>
      </section>
      {area === 'overview' ? <AuditLog onLost={onLost} /> : null}
    </>
  )
}

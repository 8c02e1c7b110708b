import { Link } from '#src/web/parts/Link.tsx'
import { Note } from '#src/web/parts/Note.tsx'
import { useReading } from '#src/web/reading/useReading.ts'
import { unbookableText } from '../fitTexts.ts'

type UnbookableNoteProps = {
  companyId: string
  live: number
  /** Only of this service; without it of all. */
  serviceId?: string
  /** Where to mend it, if not here. */
  to?: { path: string; label: string }
}

/** Warns a company of services that no customer can book in the coming days, each with the cause. Nothing where all can be booked. */
export function UnbookableNote({ companyId, live, serviceId, to }: UnbookableNoteProps) {
  const { shown } = useReading('list-unbookable-services', { companyId }, { live }).reading
  const services = shown?.services.filter((one) => serviceId === undefined || one.service_id === serviceId) ?? []
  if (services.length === 0) return null
  const more = services.length - mostShown
  const texts = [...services.slice(0, mostShown).map(unbookableText), ...(more > 0 ? [`Und ${more} weitere.`] : [])]
  const actions = to ? (
    <Link className="button neutral small" to={to.path}>
      {to.label}
    </Link>
  ) : undefined
  return (
    <Note kind="warn" role="status" title="Nicht buchbar" {...(actions ? { actions } : {})}>
      {texts.join(' ')}
    </Note>
  )
}
const mostShown = 5

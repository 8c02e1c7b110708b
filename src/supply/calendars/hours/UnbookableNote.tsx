import { Link } from 'react-router'
import { Note } from '#src/platform/web/parts/Note.tsx'
import type { CallAnswer } from '#src/platform/web/queries/call.ts'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { unbookableText } from '../fitTexts.ts'

type UnbookableNoteProps = {
  companyId: string
  live: number
  /** Limits the warning to this service; all services by default. */
  serviceId?: string
  /** Link to the page that solves the problem, if it is another one. */
  to?: { path: string; label: string }
}

/** Warns a company of services that no customer can book in the coming days, with the causes. Renders nothing if all can be booked. */
export function UnbookableNote({ companyId, live, serviceId, to }: UnbookableNoteProps) {
  const { data } = useQuery('list-unbookable-services', { companyId }, { live }).queryResult
  const services = data?.services.filter((one) => serviceId === undefined || one.service_id === serviceId) ?? []
  if (services.length === 0) return null
  const more = services.length - mostShown
  const texts = [...services.slice(0, mostShown).map(textOf), ...(more > 0 ? [`Und ${more} weitere.`] : [])]
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

const textOf = ({ is_spread: isSpread, longest_minutes: longestMinutes, ...one }: Unbookable) =>
  unbookableText({ ...one, isSpread, longestMinutes })
type Unbookable = CallAnswer<'list-unbookable-services'>['services'][number]

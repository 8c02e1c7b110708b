import { Link } from 'react-router'
import { Note } from '#src/platform/web/parts/Note.tsx'
import type { OwnCompany } from '#src/supply/companies/ownCompany.ts'
import type { DashboardData } from '../rules.ts'
import { imprintTexts } from '../texts.ts'

type Notice = DashboardData['notices'][number]

type NoticesProps = { notices: readonly Notice[]; status: OwnCompany['subscription_status'] }

/** Urgent notices to the company. Debts have their own notice with a button to pay. */
export const Notices = ({ notices, status }: NoticesProps) =>
  notices.map(({ kind, reason }) => {
    if (kind === 'pastDue' || (kind === 'notListed' && (status === 'unpaid' || notices.some((one) => one.kind === 'suspended'))))
      return null
    return (
      <Note
        key={kind}
        kind={kind === 'suspended' ? 'bad' : 'warn'}
        title={imprintTexts[kind].title}
        actions={
          kind === 'suspended' ? (
            <Link className="button secondary small" to="/support">
              Support kontaktieren
            </Link>
          ) : null
        }
      >
        {imprintTexts[kind].text}
        {reason ? <span className="words">{imprintTexts.reason(reason)}</span> : null}
      </Note>
    )
  })

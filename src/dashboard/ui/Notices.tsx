import { Link } from 'react-router'
import { Note } from '#src/web/Note.tsx'
import type { DashboardData } from '../rules.ts'
import { noticeTexts } from '../textRules.ts'

type Notice = DashboardData['notices'][number]

/** What the provider has to know before anything else. An overdue payment has a notice of its own, with the way to pay. */
export const Notices = ({ notices }: { notices: readonly Notice[] }) =>
  notices.map(({ kind }) =>
    kind === 'pastDue' ? null : (
      <Note
        key={kind}
        kind={kind === 'suspended' ? 'bad' : 'warn'}
        title={noticeTexts[kind].title}
        actions={
          kind === 'suspended' ? (
            <Link className="btn btn-s btn-sm" to="/support">
              Support kontaktieren
            </Link>
          ) : null
        }
      >
        {noticeTexts[kind].text}
      </Note>
    ),
  )

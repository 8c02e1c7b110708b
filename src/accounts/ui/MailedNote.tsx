import { useState } from 'react'
import { Note } from '#src/web/parts/Note.tsx'
import { showToast } from '#src/web/shell/toast.ts'

type Mailed = { title: string; text: string }

/** That a mail is on its way is told twice: by the specified notification, and by a note that stays until something else is begun. */
export function useMailedNote() {
  const [mailed, setMailed] = useState<Mailed>()
  function tell(next: Mailed) {
    showToast({ kind: 'success', ...next })
    setMailed(next)
  }
  const note = mailed ? (
    // The notification was read out already.
    <Note kind="ok" title={mailed.title}>
      {mailed.text}
    </Note>
  ) : null
  return { note, tell, forget: () => setMailed(undefined) }
}

/** What forms that send a mail get. */
export type MailedProps = { onMailed: (mailed: Mailed) => void }

import { useState } from 'react'
import { Note } from '#src/web/parts/Note.tsx'

type Mailed = { title: string; text: string }

/**
 * That a mail is on its way, with the specified words: a note that stays until something else is begun, because the mail takes longer than a
 * notification. Its live region is there before its text, so that screen readers announce it.
 */
export function useMailedNote() {
  const [mailed, setMailed] = useState<Mailed>()
  const note = (
    <div role="status" className={mailed ? undefined : 'unseen'}>
      {mailed ? (
        <Note kind="ok" title={mailed.title}>
          {mailed.text}
        </Note>
      ) : null}
    </div>
  )
  return { note, tell: setMailed, forget: () => setMailed(undefined) }
}

/** What forms that send a mail get. */
export type MailedProps = { onMailed: (mailed: Mailed) => void }

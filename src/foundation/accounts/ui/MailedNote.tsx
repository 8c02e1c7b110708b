import { useState } from 'react'
import { Note } from '#src/platform/web/parts/Note.tsx'

type Mailed = { title: string; text: string }

/**
 * Note that a mail was sent, in the specified words. Stays until the next action, because the mail takes longer than a notification. Its
 * live region is rendered before its text, so that screen readers announce it.
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

/** Props of forms that send a mail. */
export type MailedProps = { onMailed: (mailed: Mailed) => void }

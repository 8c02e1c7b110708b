import { useState } from 'react'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { renewTexts } from './renewTexts.ts'

type RenewLinkProps = { of: 'renew-series-link' | 'renew-waiting-link'; token: string; hasEnded?: boolean }

/** Button that mails a new link, which replaces the one that opened this page. */
export function RenewLink({ of, token, hasEnded = false }: RenewLinkProps) {
  const [isSent, setIsSent] = useState(false)
  const { isBusy, failure, action } = useAction()
  const renew = () =>
    void action(async () => {
      await call(of, { token })
      setIsSent(true)
    })
  if (isSent)
    return (
      <Note kind="ok" role="status" title={renewTexts.sent}>
        {renewTexts.sentHelp}
      </Note>
    )
  return (
    <div className="stack snug">
      <p className="muted detail">{hasEnded ? renewTexts.endedHelp : renewTexts.help}</p>
      <Failure title={renewTexts.failed} text={failure} />
      <BusyButton type="button" className="button neutral wide" isBusy={isBusy} onClick={renew}>
        {hasEnded ? renewTexts.request : renewTexts.renew}
      </BusyButton>
    </div>
  )
}

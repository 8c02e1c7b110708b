import { formatMoment } from '#src/platform/kit/dates.ts'
import { shortId } from '#src/platform/kit/text.ts'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Dialog } from '#src/platform/web/parts/Dialog.tsx'
import { Fact, TextFact } from '#src/platform/web/parts/Fact.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { contactTopicLabels, type MessageView } from '#src/site/support/contactRules.ts'
import { MessageChip } from './MessageColumns.tsx'
import '#src/platform/web/styles/facts.css'

type MessageDialogProps = { message: MessageView; onClose: () => void; onChanged: () => void }

/** Dialog of a message: read it, answer by mail, mark as done. */
export function MessageDialog({ message, onClose, onChanged }: MessageDialogProps) {
  const { isBusy, action } = useAction()
  const isDone = message.done_at === null
  const file = () =>
    action(async () => {
      await call('admin-file-contact-message', { messageId: message.id, isDone })
      showToast({ kind: 'success', title: isDone ? 'Nachricht erledigt' : 'Nachricht wieder offen' })
      onClose()
      onChanged()
    }, 'Nachricht nicht geändert')
  return (
    <Dialog
      title={contactTopicLabels[message.topic]}
      bodyLabel="Nachricht"
      onClose={onClose}
      foot={
        <>
          <a className="button neutral" href={answerTo(message)}>
            Per E-Mail antworten
          </a>
          <BusyButton type="button" className="button primary" isBusy={isBusy} onClick={() => void file()}>
            {isDone ? 'Als erledigt ablegen' : 'Wieder öffnen'}
          </BusyButton>
        </>
      }
    >
      <div className="row wrapping">
        <span className="unseen">Stand:</span>
        <MessageChip message={message} />
        <span className="small dim">Eingegangen am {formatMoment(new Date(message.created_at))}</span>
      </div>
      <dl className="facts">
        <Fact label="Von">
          {message.name}
          <span className="second">{message.email}</span>
        </Fact>
        <TextFact label="Nachricht">{message.message}</TextFact>
      </dl>
    </Dialog>
  )
}

const answerTo = ({ id, email, topic }: MessageView) =>
  `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Ihre Nachricht: ${contactTopicLabels[topic]} (${shortId(id)})`)}`

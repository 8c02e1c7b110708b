import { Fragment, type ReactNode } from 'react'
import { berlinDay, formatClock, formatLongDate } from '#src/platform/kit/dates.ts'
import { hiddenNotice, hiddenTexts } from '../../bookings/masking/rules.ts'
import type { MessageView, Side } from '../rules.ts'
import { type ShownPart, type Talk, threadParts } from './parts.ts'
import './messages.css'

type ThreadProps = {
  talk: Talk
  /** Side of the reader; undefined for the operator. */
  own: Side | undefined
  names: Record<Side, string>
  /** `by`: sender, as in 'von …'. */
  fileOf: (file: MessageView['files'][number], by: string) => ReactNode
}

/** Messages of both sides, grouped by day, with the events of the booking between them. */
export const Thread = ({ talk, own, names, fileOf }: ThreadProps) => (
  <ol className="thread">
    {threadParts(talk).map((part, at, all) => (
      <Fragment key={part.kind === 'message' ? part.message.id : part.text}>
        <DayLine at={part.at} before={all[at - 1]?.at} />
        {part.kind === 'message' ? <Message {...{ own, names, fileOf }} message={part.message} /> : <Happened part={part} />}
      </Fragment>
    ))}
  </ol>
)

function DayLine({ at, before }: { at: Date; before: Date | undefined }) {
  const day = berlinDay(at)
  if (before && berlinDay(before) === day) return null
  return <li className="thread-day tiny muted">{formatLongDate(day)}</li>
}

const Happened = ({ part }: { part: Extract<ShownPart, { kind: 'happened' }> }) => (
  <li className="thread-event tiny muted">
    <span>
      {formatClock(part.at)} · {part.text}
    </span>
  </li>
)

function Message({ message, own, names, fileOf }: Omit<ThreadProps, 'talk'> & { message: MessageView }) {
  const isOwn = message.side === own
  return (
    <li className={isOwn ? 'thread-message own' : 'thread-message'}>
      <p className="message-by tiny muted">
        <b>{isOwn ? 'Sie' : names[message.side]}</b>, {formatClock(new Date(message.sent_at))}
        <span>{isOwn && message.read_at ? ' · gelesen' : ''}</span>
      </p>
      {message.text === '' ? null : (
        <p className="message-text">
          <MessageText text={message.text} />
        </p>
      )}
      {message.hidden.length > 0 ? <p className="message-by tiny muted">{hiddenNotice}</p> : null}
      {message.files.map((file) => (
        <Fragment key={file.id}>{fileOf(file, isOwn ? 'Ihnen' : names[message.side])}</Fragment>
      ))}
    </li>
  )
}

const marks = Object.values(hiddenTexts)

/** Text of a message; masked contact data are highlighted. */
const MessageText = ({ text }: { text: string }) =>
  text
    .split(/(\[[^\][]{1,40}\])/)
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text that never changes
    .map((part, at) => (marks.includes(part) ? <Hidden key={at} mark={part} /> : <Fragment key={at}>{part}</Fragment>))

const Hidden = ({ mark }: { mark: string }) => <span className="message-hidden">{mark.slice(1, -1)}</span>

import { formatLongDate, formatMoment, formatTime } from '#src/platform/kit/dates.ts'
import type { ProposalView, Side } from './states.ts'

/** Texts of a proposal's buttons, of their confirmation dialogs, and of the results. */
export const proposalTexts = {
  accept: {
    label: 'Vorschlag annehmen',
    question: 'Vorschlag annehmen?',
    consequence: 'Damit gilt der neue Termin, und der alte wird frei. Der Preis bleibt derselbe.',
    done: 'Der Termin ist verschoben',
  },
  decline: {
    label: 'Beim alten Termin bleiben',
    question: 'Beim alten Termin bleiben?',
    consequence: 'Damit lehnen Sie den Vorschlag ab. Der Termin bleibt, wie er ist.',
    done: 'Es bleibt beim alten Termin',
  },
  withdraw: {
    label: 'Vorschlag zurückziehen',
    question: 'Vorschlag zurückziehen?',
    consequence: 'Damit bleibt es beim alten Termin.',
    done: 'Ihr Vorschlag ist zurückgezogen',
  },
  failed: 'Das hat nicht geklappt',
  send: 'Termin vorschlagen',
  sent: 'Ihr Vorschlag ist gesendet',
  notSent: 'Der Vorschlag wurde nicht gesendet',
} as const

/** Sentence that names the proposing side and the deadline of the other. */
export function proposalText({ proposed_by: by, until }: ProposalView, side: Side) {
  const end = formatMoment(new Date(until))
  if (by === side)
    return `Sie haben diesen Termin vorgeschlagen. Bis ${end} kann die andere Seite antworten, so lange gilt der alte Termin.`
  const who = by === 'company' ? 'Ihr Anbieter schlägt' : 'Ihr Kunde schlägt'
  return `${who} diesen Termin vor. Bitte antworten Sie bis ${end}. Ohne Antwort bleibt es beim alten Termin.`
}

/** Formats the proposed time: 'Freitag, 27. November 2026, 10:00 Uhr'. */
export const proposedTime = ({ date, time }: ProposalView) => `${formatLongDate(date)}, ${formatTime(time)}`

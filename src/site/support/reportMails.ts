import { formatMoment } from '#src/platform/kit/dates.ts'
import { legalPages } from '#src/platform/kit/publicPages.ts'
import { shortId } from '#src/platform/kit/text.ts'
import { button, factsBlock, heading, text } from '#src/platform/server/mail/blocks.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'
import { type ReportDecision, type ReportGround, type ReportTarget, reportGroundLabels, reportTargetLabels } from './reportListRules.ts'
import { type ReportReason, reportReasonLabels } from './reportRules.ts'

/** Facts of the reported content, without text typed by the reporter: mails about a report go to unconfirmed addresses. */
export type Reported = { id: string; target: ReportTarget; companyName: string | null; reason: ReportReason; createdAt: Date }

const reportedFacts = ({ id, target, companyName, reason, createdAt }: Reported) =>
  factsBlock([
    ['Meldung Nr.', shortId(id)],
    ['Eingegangen am', formatMoment(createdAt)],
    ['Gemeldet', companyName ? `${reportTargetLabels[target]} von ${companyName}` : reportTargetLabels[target]],
    ['Grund', reportReasonLabels[reason]],
  ])

/** Mail that confirms a report to its sender (Art. 16 Abs. 4 DSA). */
export const reportReceivedMail = ({ to, replyTo, ...reported }: Reported & { to: string; replyTo: string | undefined }): MailMessage => ({
  to,
  ...answerTo(replyTo),
  occasion: `report:received:${reported.id}`,
  subject: `Ihre Meldung ist angekommen (${shortId(reported.id)})`,
  blocks: [
    heading('Ihre Meldung ist angekommen'),
    text('Guten Tag, wir haben Ihre Meldung erhalten und prüfen den Inhalt. Es entscheidet ein Mensch, keine Automatik.'),
    reportedFacts(reported),
    text('Unsere Entscheidung mit ihren Gründen schicken wir an diese Adresse.'),
    text('Haben Sie nichts gemeldet? Dann hat sich jemand vertippt, und Sie brauchen nichts zu tun.'),
  ],
})

/** Mail to the operator: a report awaits the decision. */
export const newReportMail = ({ to, publicUrl, ...reported }: Reported & { to: string; publicUrl: string }): MailMessage => ({
  to,
  occasion: `report:new:${reported.id}`,
  subject: `Neue Meldung eines Inhalts (${shortId(reported.id)})`,
  blocks: [
    heading('Neue Meldung eines Inhalts'),
    text('Bitte entscheiden Sie zeitnah. Die Begründung der Meldung steht in der Verwaltung.'),
    reportedFacts(reported),
    button('Meldungen ansehen', `${publicUrl}/admin/meldungen`),
  ],
})

type Decided = { decision: ReportDecision; ground: ReportGround | null; decisionReason: string }

/** Mail with the decision to the reporter (Art. 16 Abs. 5 DSA). */
export const reportDecidedMail = ({
  to,
  replyTo,
  decision,
  ground,
  decisionReason,
  ...reported
}: Reported & Decided & { to: string; replyTo: string | undefined }): MailMessage => ({
  to,
  ...answerTo(replyTo),
  occasion: `report:decided:${reported.id}`,
  subject: `Unsere Entscheidung zu Ihrer Meldung (${shortId(reported.id)})`,
  blocks: [
    heading('Unsere Entscheidung zu Ihrer Meldung'),
    text(`Guten Tag, ${outcomes[reported.target][decision]}`),
    reportedFacts(reported),
    reasonFacts({ ground, decisionReason }),
    text('Entschieden hat ein Mensch, ohne automatisches Verfahren.'),
    ...waysToObject,
  ],
})

const outcomes: Record<ReportTarget, Record<ReportDecision, string>> = {
  review: {
    kept: 'wir haben die gemeldete Bewertung geprüft. Sie bleibt veröffentlicht.',
    edited: 'die gemeldete Bewertung ist nicht mehr so zu sehen, wie Sie sie gemeldet haben.',
    removed: 'wir haben die gemeldete Bewertung gelöscht.',
  },
  company: {
    kept: 'wir haben das gemeldete Profil geprüft. Es bleibt, wie es ist.',
    edited: 'wir haben den gemeldeten Inhalt aus dem Profil entfernt oder geändert.',
    removed: 'wir haben den gemeldeten Anbieter gesperrt. Sein Profil ist nicht mehr zu sehen.',
  },
  page: {
    kept: 'wir haben den gemeldeten Inhalt geprüft. Er bleibt, wie er ist.',
    edited: 'wir haben den gemeldeten Inhalt entfernt oder geändert.',
    removed: 'wir haben den gemeldeten Inhalt entfernt.',
  },
}

type Affected = Decided & { id: string; to: string; replyTo: string | undefined; companyName: string; publicUrl: string }

/** Statement of reasons to the owner of the content (Art. 17 DSA). The reporter is not named. */
export const reviewRemovedMail = ({ companyName, ...told }: Affected): MailMessage =>
  statement(told, {
    title: 'Ihre Bewertung wurde gelöscht',
    what: `Guten Tag, wir haben Ihre Bewertung von ${companyName} nach einer Meldung geprüft und gelöscht. Sie ist dauerhaft und nirgends mehr zu sehen.`,
    terms: legalPages.customerTerms.path,
  })

export const companySuspendedMail = ({ companyName, ...told }: Affected): MailMessage =>
  statement(told, {
    title: 'Ihr Anbieterprofil wurde gesperrt',
    what: `Guten Tag, wir haben das Profil von ${companyName} nach einer Meldung geprüft und gesperrt. Es ist bis auf Weiteres nirgends zu sehen und kann nicht gebucht werden. Bestehende Buchungen bleiben, Auszahlungen warten, bis die Sperre aufgehoben ist.`,
    terms: legalPages.companyTerms.path,
  })

export const profileEditedMail = ({ companyName, ...told }: Affected): MailMessage =>
  statement(told, {
    title: 'Ihr Anbieterprofil wurde geändert',
    what: `Guten Tag, wir haben das Profil von ${companyName} nach einer Meldung geprüft und einen Inhalt dauerhaft entfernt oder geändert.`,
    terms: legalPages.companyTerms.path,
  })

type Told = Omit<Affected, 'companyName'>

const statement = (
  { id, to, replyTo, publicUrl, ground, decisionReason }: Told,
  { title, what, terms }: { title: string; what: string; terms: string },
): MailMessage => ({
  to,
  ...answerTo(replyTo),
  occasion: `report:affected:${id}`,
  subject: `${title} (${shortId(id)})`,
  blocks: [
    heading(title),
    text(what),
    reasonFacts({ ground, decisionReason }),
    ...(ground === 'terms' ? [text(`Unsere AGB: ${publicUrl}${terms}`)] : []),
    text('Anlass war eine Meldung nach Art. 16 der Verordnung (EU) 2022/2065. Entschieden hat ein Mensch, ohne automatisches Verfahren.'),
    ...waysToObject,
  ],
})

const reasonFacts = ({ ground, decisionReason }: Pick<Decided, 'ground' | 'decisionReason'>) =>
  factsBlock(ground ? [['Grundlage', reportGroundLabels[ground]], reasonRow(decisionReason)] : [reasonRow(decisionReason)])
const reasonRow = (reason: string): [string, string] => ['Begründung', reason]

const waysToObject = [
  text(
    'Sind Sie nicht einverstanden? Antworten Sie innerhalb von sechs Monaten auf diese E-Mail und schreiben Sie, warum. Dann prüfen wir die Entscheidung noch einmal, kostenfrei.',
  ),
  text(
    'Sie können außerdem eine zugelassene Stelle für außergerichtliche Streitbeilegung anrufen (Art. 21 der Verordnung (EU) 2022/2065) oder die Gerichte.',
  ),
]

const answerTo = (replyTo: string | undefined) => (replyTo ? { replyTo } : {})

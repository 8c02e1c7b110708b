import { formatMoment } from '#src/platform/kit/dates.ts'
import { type Cents, formatEuro } from '#src/platform/kit/money.ts'
import { factsBlock, text, titled } from '#src/platform/server/mail/blocks.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'
import { type OutageKind, outages } from './outageRules.ts'
import { invariantTexts, type Violation } from './reconciliation/rules.ts'
import { type DiscrepancyKind, discrepancyKinds } from './rules.ts'

/** Mail to the operator about one discrepancy with the PSP. Nothing was confirmed because of it. */
export const discrepancyMail = (found: { to: string; kind: DiscrepancyKind; reference: string; amountCents: Cents }): MailMessage => ({
  to: found.to,
  occasion: `break:${found.kind}:${found.reference}`,
  ...titled(subjectOf(found.kind), [
    text('Beim Zahlungsdienst steht etwas anderes als hier. Es wurde nichts bestätigt. Bitte prüfen Sie es.'),
    factsBlock([
      ['Was', discrepancyKinds[found.kind]],
      ['Kennung', found.reference],
      [found.kind === 'balanceDiffers' ? 'Differenz' : 'Betrag', formatEuro(found.amountCents)],
    ]),
  ]),
})

/** Alerts the operator, once per outage, that the PSP refuses the platform as a whole. */
export const outageMail = (outage: { to: string; kind: OutageKind; beganAt: Date; refusals: number; reason: string }): MailMessage => ({
  to: outage.to,
  occasion: `pspOutage:${outage.kind}:${outage.beganAt.toISOString()}`,
  ...titled(outages[outage.kind].subject, [
    text(outages[outage.kind].text),
    factsBlock([
      ['Seit', formatMoment(outage.beganAt)],
      ['Ablehnungen in Folge', String(outage.refusals)],
      ['Meldung', outage.reason],
    ]),
  ]),
})

const subscriptionKinds: readonly DiscrepancyKind[] = ['secondSubscription', 'unknownSubscription', 'subscriptionMissing']

function subjectOf(kind: DiscrepancyKind) {
  if (subscriptionKinds.includes(kind)) return 'Abonnement passt nicht zur Firma'
  return kind === 'documentFault' ? 'Ein Beleg stimmt nicht' : 'Zahlung passt nicht zur Buchung'
}

type Found = { kind: DiscrepancyKind; reference: string; amountCents: Cents }

/** Mail to the operator about several discrepancies found since the last mail. */
export const discrepanciesMail = ({ to, breaks, at }: { to: string; breaks: readonly Found[]; at: Date }): MailMessage => ({
  to,
  occasion: `breaks:${at.getTime()}`,
  ...titled(`${breaks.length} Abweichungen beim Zahlungsdienst`, [
    text('Beim Zahlungsdienst steht etwas anderes als hier. Es wurde nichts bestätigt. Alle stehen in der Verwaltung unter Auszahlungen.'),
    factsBlock(
      breaks
        .slice(0, mailedDiscrepancies)
        .map(({ kind, reference, amountCents }): [string, string] => [discrepancyKinds[kind], `${reference}\n${formatEuro(amountCents)}`]),
    ),
    ...(breaks.length > mailedDiscrepancies ? [text(`… und ${breaks.length - mailedDiscrepancies} weitere.`)] : []),
  ]),
})
const mailedDiscrepancies = 20

/** Mail to the operator about an audit of the ledger that found violations. Amounts in cents. */
export const auditMail = (audit: {
  to: string
  id: string
  violations: number
  openBreaks: number
  pspCents: Cents | null
  ledgerCents: Cents
  findings: readonly Violation[]
}): MailMessage => ({
  to: audit.to,
  occasion: `selfAudit:${audit.id}`,
  ...titled('Die Selbstprüfung der Bücher hat etwas gefunden', [
    text('Bitte sehen Sie in der Verwaltung unter Auszahlungen nach. Es wurde nichts verändert.'),
    factsBlock([
      ['Verletzte Regeln', String(audit.violations)],
      ['Offene Abweichungen', String(audit.openBreaks)],
      ['Guthaben beim Zahlungsdienst', audit.pspCents === null ? 'nicht erreichbar' : formatEuro(audit.pspCents)],
      ['Guthaben im Hauptbuch', formatEuro(audit.ledgerCents)],
    ]),
    factsBlock(
      audit.findings.slice(0, mailedFindings).map((one): [string, string] => {
        const amounts = `${formatEuro(one.foundCents)} statt ${formatEuro(one.expectedCents)}`
        return [`${textOf(one.invariant)} (${one.invariant})`, `${one.subject}: ${amounts}`]
      }),
    ),
  ]),
})

const mailedFindings = 10
const textOf = (invariant: string) => new Map<string, string>(Object.entries(invariantTexts)).get(invariant) ?? invariant

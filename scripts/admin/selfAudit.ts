import { auditLedger } from '#src/money/payments/reconciliation/auditActions.ts'
import { listAudits } from '#src/money/payments/reconciliation/auditStore.ts'
import { violation } from '#src/money/payments/reconciliation/rules.ts'
import type { Run } from './commands.ts'
import { commandAct, withApp } from './openApp.ts'

/** Runs the self-audit and prints its violations. */
export const run: Run = () =>
  withApp(async (app) => {
    const id = await auditLedger(app, { trigger: 'manual', ...commandAct('self-audit') })
    const audit = (await listAudits(app.db, 10)).find((one) => one.id === id)
    if (!audit) throw new Error('the audit was not stored')
    const { isClean, pspCents, ledgerCents, violations, openBreaks, findings } = audit
    console.log(`Ledger ${ledgerCents} cents, PSP ${pspCents === null ? 'not reachable' : `${pspCents} cents`}.`)
    const listed = violation.array().parse(findings)
    for (const { invariant, subject, foundCents, expectedCents } of listed)
      console.log(`✗ ${invariant}, ${subject}: found ${foundCents} cents, expected ${expectedCents} cents.`)
    if (violations > listed.length) console.log(`✗ … and ${violations - listed.length} more violations.`)
    if (openBreaks > 0) console.log(`✗ ${openBreaks} open discrepancies: close them in the payouts area of the administration.`)
    if (isClean) console.log('✓ No violation.')
    else if (violations === 0 && openBreaks === 0) console.log('✗ The balance of ledger and PSP differs.')
    return isClean ? 0 : 1
  })

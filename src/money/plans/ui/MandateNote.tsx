import { offeredMethods } from '#src/money/payments/methods.ts'
import { useSite } from '#src/platform/web/shell/site.ts'
import { mandateText } from '../debits/rules.ts'

/** Note about the mandate beside the order button, if SEPA debit is offered. */
export function MandateNote() {
  const { methods, creditor } = useSite()
  if (!offeredMethods(methods).subscription.includes('sepaDebit')) return null
  return <p className="small muted">{mandateText(creditor || 'uns')}</p>
}

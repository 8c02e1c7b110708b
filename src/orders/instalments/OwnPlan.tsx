import type { BookingKey } from '#src/orders/bookings/links/keyRules.ts'
import type { BookingReceipt } from '#src/orders/receipts/schemas.ts'
import { centsOf } from '#src/platform/kit/money.ts'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { PlanSums } from './PlanSums.tsx'
import type { PlanView } from './rules.ts'
import { instalmentTexts } from './texts.ts'
import '#src/orders/supplements/supplements.css'

const texts = instalmentTexts.customer

/** Deposit and instalments of a booking for its customer: the due one to pay first, then all sums. */
export default function OwnPlan({ receipt, plan, bookingKey }: { receipt: BookingReceipt; plan: PlanView; bookingKey: BookingKey }) {
  const due = plan.list.filter(({ status }) => status === 'due')
  return (
    <>
      {due.map((one) => (
        <DuePart key={one.id} part={one} company={receipt.company.company_name} bookingKey={bookingKey} />
      ))}
      <section className="card padded stack" aria-labelledby="own-plan">
        <h2 id="own-plan">{instalmentTexts.title}</h2>
        <PlanSums plan={plan} />
      </section>
    </>
  )
}

function DuePart({ part, company, bookingKey }: { part: PlanView['list'][number]; company: string; bookingKey: BookingKey }) {
  const { isBusy, failure, action } = useAction()
  const pay = () =>
    void action(async () => {
      const { url } = await call('pay-instalment', { key: bookingKey, instalmentId: part.id })
      location.assign(url)
    })
  return (
    <section className="card padded stack supplement-open" aria-labelledby={`instalment-${part.id}`}>
      <h2 id={`instalment-${part.id}`}>{texts.due(part.name)}</h2>
      <p>{texts.says(company, part.name, centsOf(part.total))}</p>
      <Failure title={texts.failed} text={failure} />
      <div className="row wrapping">
        <BusyButton type="button" className="button primary" isBusy={isBusy} onClick={pay}>
          {texts.pay(centsOf(part.total))}
        </BusyButton>
      </div>
    </section>
  )
}

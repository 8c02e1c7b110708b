import { offeredMethods } from '#src/money/payments/methods.ts'
import { Fact } from '#src/platform/web/parts/Fact.tsx'
import { useSite } from '#src/platform/web/shell/site.ts'
import { factsBefore } from './before.ts'

type BeforeProps = Omit<Parameters<typeof factsBefore>[0], 'answerHours' | 'methods'>

/** Place, payment and next step, above the first field of the booking form. */
export function BeforeBooking(booking: BeforeProps) {
  const { answerHours, methods } = useSite()
  const facts = factsBefore({ ...booking, answerHours, methods: offeredMethods(methods) })
  if (facts.length === 0) return null
  return (
    <dl className="booking-before small">
      {facts.map(({ label, value }) => (
        <Fact key={label} label={label}>
          {value}
        </Fact>
      ))}
    </dl>
  )
}

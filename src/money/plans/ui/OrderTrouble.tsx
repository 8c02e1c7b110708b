import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { companyProblems } from '#src/supply/companies/rules.ts'
import { planProblems } from '../subscriptionRules.ts'
import type { OrderFailure } from './RegistrationOrder.tsx'

/** Problems that mean: the company has a subscription, which is managed in the dashboard. */
const ownedCodes = new Set(
  [companyProblems.alreadyRegistered, planProblems.alreadySubscribed, planProblems.granted, planProblems.invoiceOpen].map(
    (problem) => problem().code,
  ),
)

/** Reason why the order failed; scrolled into view. All input is kept, even while the person signs in again. */
export function OrderTrouble({ failure }: { failure: OrderFailure }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={place}>
      <Note kind="bad" role="alert" title={failure.title} actions={wayOn(failure)}>
        {failure.kind === 'signIn' ? 'Ihre Angaben bleiben erhalten.' : (failure.text ?? tryLater)}
      </Note>
    </div>
  )
}

const tryLater = 'Ihre Angaben bleiben erhalten. Bitte versuchen Sie es in einigen Minuten noch einmal.'

function wayOn({ kind, code = '' }: OrderFailure) {
  if (kind !== 'signIn' && !ownedCodes.has(code)) return undefined
  const [word, to] = kind === 'signIn' ? ['Anmelden', '/'] : ['Zum Dashboard', '/dashboard']
  return (
    <Link className="button secondary small" to={to} state={kind === 'signIn' ? { showLogin: true, redirectTo: '/provider-signup' } : null}>
      {word}
    </Link>
  )
}

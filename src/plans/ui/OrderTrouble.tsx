import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Note } from '#src/web/Note.tsx'
import type { OrderFailure } from './RegistrationOrder.tsx'

/** Why the order did not go through, scrolled to wherever it stands. Everything typed is kept, also while somebody signs in again. */
export function OrderTrouble({ failure }: { failure: OrderFailure }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={place}>
      {failure.kind === 'signIn' ? (
        <Note
          kind="bad"
          role="alert"
          title={failure.title}
          actions={
            <Link className="btn btn-s btn-sm" to="/" state={{ showLogin: true, redirectTo: '/provider-signup' }}>
              Anmelden
            </Link>
          }
        >
          Ihre Angaben bleiben erhalten.
        </Note>
      ) : (
        <Note kind="bad" role="alert" title={failure.title}>
          {failure.text ?? 'Ihre Angaben bleiben erhalten. Bitte versuchen Sie es in einigen Minuten noch einmal.'}
        </Note>
      )}
    </div>
  )
}

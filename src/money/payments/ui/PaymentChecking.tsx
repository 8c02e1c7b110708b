import { type ReactNode, useEffect } from 'react'
import { useNavigate } from 'react-router'

/** Placeholder while a payment is being verified. `shape`: skeleton of the result, which prevents layout shifts. */
export function PaymentChecking({ shape }: { shape: ReactNode }) {
  return (
    <div className="stack" role="status">
      <h1>Ihre Zahlung wird geprüft</h1>
      <p className="muted">Das dauert in der Regel nur einen Augenblick.</p>
      <noscript>
        <p>Diese Seite braucht JavaScript. Ihre Zahlung wird auch ohne sie verbucht; die Bestätigung kommt per E-Mail.</p>
      </noscript>
      {shape}
    </div>
  )
}

/** Forwards from one success page to the other if it was opened with the other's parameters (docs/spec.md#success-pages). */
export function PaymentForward({ to, shape }: { to: string; shape: ReactNode }) {
  const navigate = useNavigate()
  useEffect(() => {
    void navigate(to, { replace: true })
  }, [navigate, to])
  return <PaymentChecking shape={shape} />
}

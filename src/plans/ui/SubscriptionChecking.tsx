import './subscription.css'

/** While the payment is being verified: the answer's shape, so that nothing jumps. */
export function SubscriptionChecking() {
  return (
    <div className="stack" role="status">
      <h1>Ihre Zahlung wird geprüft</h1>
      <p className="mut">Das dauert in der Regel nur einen Augenblick.</p>
      <noscript>
        <p>Diese Seite braucht JavaScript. Ihre Zahlung wird auch ohne sie verbucht; die Bestätigung kommt per E-Mail.</p>
      </noscript>
      <div className="sk sr-sk" aria-hidden="true" />
    </div>
  )
}

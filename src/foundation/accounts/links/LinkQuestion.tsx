type LinkQuestionProps = { text: string; label: string; onOpen: () => void }

/** Waits for a click before a mailed link is used: mail scanners open every link, and some run its scripts (docs/spec.md#bank-link). */
export const LinkQuestion = ({ text, label, onOpen }: LinkQuestionProps) => (
  <>
    <p>{text}</p>
    <button type="button" className="button primary wide" onClick={onOpen}>
      {label}
    </button>
    <ScriptsNeeded />
  </>
)

/** Shown without JavaScript: both pages of an account's link need it. */
export const ScriptsNeeded = () => (
  <noscript>
    <p>Diese Seite braucht JavaScript. Schalten Sie es in Ihrem Browser ein und öffnen Sie den Link erneut.</p>
  </noscript>
)

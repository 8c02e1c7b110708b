type SwitchProps = {
  /** Label for screen readers. */
  label: string
  /** State as a word. */
  word: string
  isOn: boolean
  onTurn: (isOn: boolean) => void
}

/** Switch with its state as a word next to it. */
export const Switch = ({ label, word, isOn, onTurn }: SwitchProps) => (
  <label className="switch small">
    <input type="checkbox" role="switch" aria-checked={isOn} checked={isOn} onChange={(event) => onTurn(event.target.checked)} />
    <span className="unseen">{label} </span>
    {word}
  </label>
)

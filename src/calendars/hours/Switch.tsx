type SwitchProps = {
  /** What is switched, for those who do not see where it stands. */
  label: string
  /** The state in a word. */
  word: string
  isOn: boolean
  onTurn: (isOn: boolean) => void
}

/** A switch with its state as a word beside it. */
export const Switch = ({ label, word, isOn, onTurn }: SwitchProps) => (
  <label className="switch small">
    <input type="checkbox" role="switch" aria-checked={isOn} checked={isOn} onChange={(event) => onTurn(event.target.checked)} />
    <span className="unseen">{label} </span>
    {word}
  </label>
)

import { type ClipboardEvent, type KeyboardEvent, type RefObject, useRef } from 'react'
import type { ControlProps } from './Field.tsx'
import './otp.css'

/** Number of digits of a mailed code. */
export const otpLength = 6
const places = Array.from({ length: otpLength }, (_one, place) => place)

type OtpInputProps = {
  /** From the `Field` around it. */
  control: ControlProps
  /** Zero to six digits; anything else that is typed or pasted is dropped. */
  value: string
  onChange: (digits: string) => void
  /** Called on Enter, with any number of digits. */
  onEnter: () => void
  /** For restoring the focus after a failure. */
  inputRef?: RefObject<HTMLInputElement | null>
  isDisabled?: boolean
}

/**
 * Code of six digits: one real input, so that pasting, suggestions from messages and screen readers work, under six drawn boxes. Put it
 * into a `Field`.
 */
export function OtpInput({ control, value, onChange, onEnter, inputRef, isDisabled }: OtpInputProps) {
  const own = useRef<HTMLInputElement>(null)
  const input = inputRef ?? own

  function paste(event: ClipboardEvent) {
    event.preventDefault()
    onChange(digitsOf(event.clipboardData.getData('text')))
  }

  function submitOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    onEnter()
  }

  return (
    <div className="code-field">
      <input
        {...control}
        className="code-input"
        ref={input}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={otpLength}
        spellCheck={false}
        disabled={isDisabled}
        value={value}
        onChange={(event) => onChange(digitsOf(event.target.value))}
        onPaste={paste}
        onKeyDown={submitOnEnter}
        // The boxes show no caret, so it always stays behind the last digit.
        onSelect={() => input.current?.setSelectionRange(value.length, value.length)}
      />
      <span className="code-boxes" aria-hidden="true">
        {places.map((place) => (
          <span key={place} className={place === Math.min(value.length, otpLength - 1) ? 'at' : undefined}>
            {value[place]}
          </span>
        ))}
      </span>
    </div>
  )
}

const digitsOf = (text: string) => text.replace(/\D/g, '').slice(0, otpLength)

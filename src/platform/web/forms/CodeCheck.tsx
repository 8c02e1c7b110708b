import { useEffect, useRef, useState } from 'react'
import { otpLength } from './OtpInput.tsx'

type CodeCheckParts = {
  /** Sends the code to the server and continues; an exception is a refusal. */
  onVerify: (code: string) => Promise<void>
  onRefused?: (refusal: unknown) => Promise<void>
  texts: { incomplete: string; refused: (refusal: unknown) => string }
}

/** The digits of a mailed code and their verification; a refused code leaves the boxes empty and focused. */
export function useCodeCheck({ onVerify, onRefused, texts }: CodeCheckParts) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus()
  }, [])

  function change(digits: string) {
    setCode(digits)
    setError(undefined)
  }

  async function verify() {
    if (isBusy) return
    if (code.length !== otpLength) return setError(texts.incomplete)
    setIsBusy(true)
    try {
      await onVerify(code)
      setIsBusy(false)
    } catch (refusal) {
      // In one update: once the boxes are empty, the user may type again.
      setCode('')
      setError(texts.refused(refusal))
      setIsBusy(false)
      input.current?.focus()
      await onRefused?.(refusal)
    }
  }
  return { code, error, isBusy, isComplete: code.length === otpLength, input, change, verify }
}
export type CodeCheck = ReturnType<typeof useCodeCheck>

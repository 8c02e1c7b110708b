import { useRef } from 'react'

/** A new idempotency key. Not randomUUID, which is missing on addresses without https. */
export const newAttemptKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** The idempotency key of what is sent: the same content keeps its key until the key is reset, so that a repetition counts once. */
export function useAttemptKey() {
  const attempt = useRef({ content: '', key: '' })
  function keyOf(sent: object) {
    const content = JSON.stringify(sent)
    if (attempt.current.content !== content) attempt.current = { content, key: newAttemptKey() }
    return attempt.current.key
  }
  function forget() {
    attempt.current = { content: '', key: '' }
  }
  return { keyOf, forget }
}

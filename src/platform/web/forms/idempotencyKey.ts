import { useRef } from 'react'

/** Creates an idempotency key. Not randomUUID, which is missing on addresses without https. */
export const newIdempotencyKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Idempotency key of the sent content: the same content keeps its key until the key is reset, so that a repetition counts once. */
export function useIdempotencyKey() {
  const attempt = useRef({ content: '', key: '' })
  function keyOf(sent: object) {
    const content = JSON.stringify(sent)
    if (attempt.current.content !== content) attempt.current = { content, key: newIdempotencyKey() }
    return attempt.current.key
  }
  function forget() {
    attempt.current = { content: '', key: '' }
  }
  return { keyOf, forget }
}

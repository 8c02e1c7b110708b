/** A new key for a request that must count once, however often it is repeated. Not randomUUID: that one is missing on addresses without https. */
export const newAttemptKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

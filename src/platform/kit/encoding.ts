/** Encodings of a text file; the names are those of `TextDecoder`. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'macintosh'

/**
 * Decodes a text file of unknown encoding: by its byte-order mark, as UTF-16 without one, as valid UTF-8, else in the one of the two common
 * one-byte encodings (Windows, old Excel for Mac) that yields more German words. The byte-order mark is not part of the text.
 */
export function decodeText(bytes: Uint8Array): { text: string; encoding: Encoding } {
  const encoding = encodingOf(bytes)
  // TextDecoder drops the byte-order mark of its own encoding.
  return { text: new TextDecoder(encoding).decode(bytes).replace(/^\uFEFF+/, ''), encoding }
}

function encodingOf(bytes: Uint8Array): Encoding {
  const [one, two, three] = bytes
  if (one === 0xef && two === 0xbb && three === 0xbf) return 'utf-8'
  if (one === 0xff && two === 0xfe) return 'utf-16le'
  if (one === 0xfe && two === 0xff) return 'utf-16be'
  const wide = wideEncodingOf(bytes.subarray(0, 2_000))
  if (wide) return wide
  if (isUtf8(bytes)) return 'utf-8'
  const [windows, mac] = (['windows-1252', 'macintosh'] as const).map((name) => wordsIn(new TextDecoder(name).decode(bytes))) as [
    number,
    number,
  ]
  return mac > windows ? 'macintosh' : 'windows-1252'
}

/** Detects UTF-16 without a byte-order mark: every second byte of most western text is zero. */
function wideEncodingOf(bytes: Uint8Array): Encoding | undefined {
  const zeros = [0, 0]
  bytes.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = zeros
  const enough = bytes.length / 2 / 2
  if (odd > enough && even < enough / 4) return 'utf-16le'
  if (even > enough && odd < enough / 4) return 'utf-16be'
  return undefined
}

function isUtf8(bytes: Uint8Array) {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Score of a decoded text: letters that are common in German words, less characters that never occur there. */
const wordsIn = (text: string) =>
  [...text.matchAll(/(?<=[a-z])[äöüßéèà]|[äöüÄÖÜ](?=[a-z])|(?<=\d ?)[€²]|(?<= )[–€](?= )/g)].length -
  [...text.matchAll(/(?<=[a-z])[ŠšŸŽ†§‰ˆƒﬂ¸…€]|[ŠšŸ†‰ˆƒ](?=[a-z])|[\u0080-\u009F]/g)].length

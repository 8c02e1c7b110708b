import punycode from 'punycode.js'

/**
 * Decodes an internationalised host: 'xn--mller-kva.de' → 'müller.de'. Decodes Latin letters only: letters of other scripts can imitate
 * them ('аpple.com' with a Cyrillic 'а'), so such a host stays encoded.
 */
export function readableHost(host: string) {
  if (!/(^|\.)xn--/.test(host)) return host
  try {
    const decoded = punycode.toUnicode(host)
    return /^[\p{Script=Latin}\p{Script=Common}]+$/u.test(decoded) ? decoded : host
  } catch {
    // A host may begin with 'xn--' without being an encoded name.
    return host
  }
}

/** Decodes the host of a URL, for reading and editing. */
export function readableAddress(address: string) {
  if (!URL.canParse(address)) return address
  const { host } = new URL(address)
  return address.replace(host, () => readableHost(host))
}

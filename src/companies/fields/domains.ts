import punycode from 'punycode.js'

/**
 * 'xn--mller-kva.de' → 'müller.de'. Only Latin letters are decoded: letters of other scripts can imitate them ('аpple.com' with a Cyrillic
 * 'а'), so such a domain stays as it is stored.
 */
export function readableHost(host: string) {
  if (!/(^|\.)xn--/.test(host)) return host
  try {
    const decoded = punycode.toUnicode(host)
    return /^[\p{Script=Latin}\p{Script=Common}]+$/u.test(decoded) ? decoded : host
  } catch {
    // Not everything that begins with 'xn--' is an encoded name.
    return host
  }
}

/** The same inside a web address, to read and to edit. */
export function readableAddress(address: string) {
  if (!URL.canParse(address)) return address
  const { host } = new URL(address)
  return address.replace(host, () => readableHost(host))
}

/** Pages that lead to a sign-in and are opened after it. */
const returnPages =
  /^\/(?:provider-signup|payment-success-provider|konto|meine-buchungen(?:\/[\w-]+)?|(?:provider-)?dashboard(?:\/[a-z]+)?|service\/[\w-]+)$/

/**
 * Returns the path of a page that asks for a sign-in, to open it afterwards, or '/' for anything else: another page, '//evil', '/\evil',
 * encoded or with control characters, an address with a user part, another origin (docs/spec.md#redirects).
 */
export function safeReturnPath(target: string | null | undefined) {
  if (!target || !/^\/(?![/\\])[\w\-./?&=%#~+,;:@!$'()*]*$/.test(target)) return '/'
  const base = 'https://own.invalid'
  const url = URL.canParse(target, base) ? new URL(target, base) : undefined
  if (!url || url.origin !== base || /%(2f|5c|0[0-9a-f]|1[0-9a-f])/i.test(url.pathname) || /^\/[/\\]/.test(url.pathname)) return '/'
  return returnPages.test(url.pathname) ? `${url.pathname}${url.search}${url.hash}` : '/'
}

import { dictionary } from '@zxcvbn-ts/language-common'

/** German passwords that are guessed first, in lower case. */
const germanPasswords =
  'passwort1 passwort12 passwort123 passw0rt qwertz123 qwertz12 abcdef12 hallo1234 willkommen1 willkommen123 geheim123 schatz123 ' +
  'admin1234 letmein123 sommer2024 sommer2025 sommer2026 winter2024 winter2025 winter2026 deutschland1 berlin123 fussball1 ' +
  'fussball123 schalke04 bayern123 changeme1'

/** Passwords from published breaches and the German ones, in lower case. */
export const commonPasswords: ReadonlySet<string> = new Set([...dictionary['passwords-common'], ...germanPasswords.split(' ')])

/** Shorter parts of an address or a brand occur in good passwords. */
const shortestKnownWord = 4
/** Characters that a password must have in addition to a known word. */
const fewestOthers = 5

/**
 * Words that an attacker tries first for this account: the brand, and the account's address and its parts (docs/spec.md#passwords). Lower
 * case, longest first.
 */
export function knownWords({ brand, email }: { brand: string; email: string }) {
  const [name = '', domain = ''] = email.toLowerCase().split('@')
  const label = domain.slice(0, Math.max(0, domain.lastIndexOf('.')))
  const words = [brand.toLowerCase().replace(/\s+/g, ''), email.toLowerCase(), name, label, ...name.split(/[^\p{L}\d]+/u)]
  return [...new Set(words)].filter((word) => word.length >= shortestKnownWord).sort((one, other) => other.length - one.length)
}

/**
 * True for a password that is guessed first: a common one, or a known word with fewer than five other characters. Punctuation at its end is
 * ignored.
 */
export function isCommonPassword(password: string, words: readonly string[] = []) {
  const plain = password.toLowerCase().replace(/[!?.*#$%&+-]+$/, '')
  return commonPasswords.has(plain) || words.some((word) => plain.includes(word) && plain.replaceAll(word, '').length < fewestOthers)
}

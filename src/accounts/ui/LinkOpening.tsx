import { CallError, call } from '#src/web/call.ts'
import { fallbackTypes, kindOfLink, type LinkType, linkTypes } from '../rules.ts'
import type { LinkParameters } from './LinkParameters.tsx'

/** What a link has led to. `processed`: used, expired or not valid any more; nobody is signed in by it. */
export type LinkOutcome =
  | { kind: 'nothingGiven' }
  | { kind: 'processed' }
  | { kind: 'confirmed'; isSignedIn: boolean }
  | { kind: 'confirmedElsewhere'; email: string; continueToken: string }

/**
 * Tries what the address carries in the order of specification 4, "E-mail confirmation": a session that is there already, tokens of the
 * hash, a code, a token hash, a token with its address. @throws {CallError} when the server could not say.
 */
export async function openLink(given: LinkParameters): Promise<LinkOutcome> {
  const { session } = await call('session', {})
  if (session) return { kind: 'confirmed', isSignedIn: true }
  if (given.accessToken) {
    const tokens = { access_token: given.accessToken, ...(given.refreshToken ? { refresh_token: given.refreshToken } : {}) }
    return (await attempt(() => call('exchange', tokens))) ?? { kind: 'processed' }
  }
  if (given.code) {
    const { code } = given
    return (await attempt(() => call('exchange', { code }))) ?? { kind: 'processed' }
  }
  if (!given.tokenHash && !(given.token && given.email)) return { kind: 'nothingGiven' }
  for (const type of typesToTry(given.type)) {
    const outcome = await attempt(() => call('verify', { ...secretOf(given), type }))
    if (outcome && outcome.kind !== 'processed') return outcome
  }
  return { kind: 'processed' }
}

const secretOf = ({ tokenHash, token = '', email = '' }: LinkParameters) => (tokenHash ? { token_hash: tokenHash } : { token, email })

type Verified = Awaited<ReturnType<typeof call<'verify'>>>

/** A link that is not valid is no failure of this page: undefined, and the next type is tried. */
async function attempt(ask: () => Promise<Verified>): Promise<LinkOutcome | undefined> {
  const answer = await ask().catch((error: unknown) => {
    if (isRefusedLink(error)) return undefined
    throw error
  })
  if (!answer) return undefined
  if (answer.status === 'alreadyProcessed') return { kind: 'processed' }
  const { email, continueToken, signedIn } = answer
  return email && continueToken ? { kind: 'confirmedElsewhere', email, continueToken } : { kind: 'confirmed', isSignedIn: signedIn }
}

/** The server read the link and does not take it; anything else went wrong on the way. */
export const isRefusedLink = (error: unknown) => error instanceof CallError && [401, 410, 422].includes(error.status)

/** The type of the address first ('invite' counts as 'signup', so does what nobody knows), then the fallbacks; each kind of link once. */
function typesToTry(stated: string | undefined): LinkType[] {
  const first = linkTypes.find((type) => type === stated && type !== 'invite') ?? 'signup'
  const all: readonly LinkType[] = [first, ...fallbackTypes]
  return all.filter((type, at) => all.findIndex((other) => kindOfLink(other) === kindOfLink(type)) === at)
}

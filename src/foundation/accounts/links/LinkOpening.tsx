import { CallError, call } from '#src/platform/web/queries/call.ts'
import { readCall } from '#src/platform/web/queries/readCall.ts'
import { fallbackTypes, kindOfLink, type LinkType, linkTypes } from '../rules.ts'
import type { LinkParameters } from './LinkParameters.tsx'

/**
 * Result of opening a link. `dead`: unknown, expired, or of a replaced sign-up. `recovery`: this browser may set a new password.
 * `passwordNeeded`: this browser did not sign up and must give a password. `confirmedElsewhere`: it gave one, but is not signed in yet.
 */
export type LinkOutcome =
  | { kind: 'nothingGiven' | 'dead' | 'recovery' }
  | { kind: 'confirmed'; isSignedIn: boolean; returnTo?: string | undefined }
  | { kind: 'passwordNeeded'; email: string; secret: string }
  | { kind: 'otherAccount'; email: string; signedInAs: string }
  | { kind: 'confirmedElsewhere'; email: string; continueToken: string }

/**
 * Tries the parameters of a link in the order of docs/spec.md#link-order: tokens of the hash, a code, a token hash, a token with its
 * address; without any of them an existing session. @throws {CallError} if the server's answer is missing.
 */
export async function openLink(given: LinkParameters): Promise<LinkOutcome> {
  const { accessToken, refreshToken, code } = given
  const secret = accessToken ?? code ?? given.tokenHash ?? given.token ?? ''
  if (accessToken) {
    const tokens = { access_token: accessToken, ...(refreshToken ? { refresh_token: refreshToken } : {}) }
    return attempt(secret, () => call('exchange', tokens))
  }
  if (code) return attempt(secret, () => call('exchange', { code }))
  if (!given.tokenHash && !(given.token && given.email)) {
    const { session } = await readCall('session', {})
    return session ? { kind: 'confirmed', isSignedIn: true } : { kind: 'nothingGiven' }
  }
  for (const type of typesToTry(given.type)) {
    const outcome = await attempt(secret, () => call('verify', { ...secretOf(given), type }))
    if (outcome.kind !== 'dead') return outcome
  }
  return { kind: 'dead' }
}

/** Confirms another browser's sign-up with the account's password or a new one. @throws {CallError} */
export const answerLink = async (secret: string, answer: { password: string } | { newPassword: string }) =>
  outcomeOf(await call('verify', { token_hash: secret, type: 'signup', ...answer }), secret)

const secretOf = ({ tokenHash, token = '', email = '' }: LinkParameters) => (tokenHash ? { token_hash: tokenHash } : { token, email })

type Verified = Awaited<ReturnType<typeof call<'verify'>>>

/** An invalid link is not an error here: the outcome is `dead`, and the next type is tried. */
async function attempt(secret: string, ask: () => Promise<Verified>): Promise<LinkOutcome> {
  try {
    return await outcomeOf(await ask(), secret)
  } catch (error) {
    if (isRefusedLink(error)) return { kind: 'dead' }
    throw error
  }
}

async function outcomeOf(answer: Verified, secret: string): Promise<LinkOutcome> {
  const { email = '', status, recovery, continue_token: continueToken, signed_in: isSignedIn, return_to: returnTo } = answer
  if (recovery) return { kind: 'recovery' }
  if (status === 'passwordNeeded') return { kind: 'passwordNeeded', email, secret }
  if (status === 'otherAccount') {
    const { session } = await readCall('session', {})
    return { kind: 'otherAccount', email, signedInAs: session?.email ?? '' }
  }
  return continueToken ? { kind: 'confirmedElsewhere', email, continueToken } : { kind: 'confirmed', isSignedIn, returnTo }
}

/** True if the server read and refused the link; every other error concerns the transmission. */
export const isRefusedLink = (error: unknown) => error instanceof CallError && [401, 410, 422].includes(error.status)

/**
 * Link types to try: the type named in the URL first ('invite' and unknown types count as 'signup'), then the fallbacks; each kind of link
 * once.
 */
function typesToTry(stated: string | undefined): LinkType[] {
  const first = linkTypes.find((type) => type === stated && type !== 'invite') ?? 'signup'
  const all: readonly LinkType[] = [first, ...fallbackTypes]
  return all.filter((type, at) => all.findIndex((other) => kindOfLink(other) === kindOfLink(type)) === at)
}

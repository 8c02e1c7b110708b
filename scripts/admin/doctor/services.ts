import { randomUUID } from 'node:crypto'
import { access, constants, statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import Stripe from 'stripe'
import { configuredStorage } from '#src/platform/ports/configuredStorage.ts'
import { checkSmtp } from '#src/platform/ports/smtpMail.ts'
import type { Config } from '#src/platform/server/config.ts'
import { compareWebhooks, openStripe } from '../stripeQuestions.ts'
import { codeOf, type Finding, findingsOf, reasonOf } from './findings.ts'

const psp = findingsOf('PSP')

/** Reads from the PSP: key, mode and webhooks. */
export async function checkPsp(config: Config): Promise<Finding | Finding[]> {
  if (config.STRIPE_SECRET_KEY === undefined) return psp.unchecked('not checked, since STRIPE_SECRET_KEY is missing.')
  const { secretKey, apiUrl } = config.stripe
  const stripe = openStripe({ secretKey, apiUrl }, { timeout: 8_000, maxNetworkRetries: 0 })
  try {
    const { livemode } = await stripe.balance.retrieve()
    const key = livemode && !config.isProduction ? liveOutside() : psp.right(`accepts the key, in ${livemode ? 'live' : 'test'} mode.`)
    return [key, await checkWebhooks(stripe, config)]
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && [401, 403].includes(error.statusCode ?? 0))
      return psp.wrong(`refuses the key (${error.type}): set STRIPE_SECRET_KEY to a valid key of the dashboard.`)
    return psp.wrong(`does not answer (${reasonOf(error)}): open the network to ${apiUrl ?? 'https://api.stripe.com'}.`)
  }
}

const liveOutside = () => psp.wrong('the key is of the live mode, outside production: use one that begins with sk_test_ or rk_test_.')

async function checkWebhooks(stripe: Stripe, { publicUrl, stripe: { apiUrl }, PORT }: Config): Promise<Finding> {
  try {
    // The sandbox of `npm start` calls the server by its address on this machine.
    const origins = [publicUrl, ...(apiUrl ? [`http://127.0.0.1:${PORT}`] : [])]
    return psp.right(`calls ${publicUrl}/webhooks/stripe for all ${await compareWebhooks(stripe, origins)}.`)
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError)
      return psp.unchecked('its webhooks were not read: the key lacks the permission Webhook Endpoints: read.')
    if (error instanceof Stripe.errors.StripeError)
      return psp.wrong(`does not list its webhooks (${reasonOf(error)}): run the command again.`)
    return psp.wrong(`the webhooks are incomplete (${reasonOf(error)}): register address and events at Stripe (docs/operations.md#deploy).`)
  }
}

const mail = findingsOf('Mail')

/** Greets the mail server and signs in; sends nothing. */
export async function checkMail(config: Config): Promise<Finding> {
  const { SMTP_URL: url, smtpNeedsTls: needsTls } = config
  if (url === undefined) return mail.unchecked('not checked, since SMTP_URL is missing.')
  if (!URL.canParse(url)) return mail.wrong('SMTP_URL is no address: write it as smtp://user:password@host:587.')
  const { host } = new URL(url)
  try {
    await checkSmtp({ url, needsTls })
    return mail.right(`${host} answers${new URL(url).username ? ' and accepts the password' : ''}.`)
  } catch (error) {
    const reason = reasonOf(error)
    if (/EAUTH|ENOAUTH/.test(reason)) return mail.wrong(`${host} refuses user or password (${reason}): correct them in SMTP_URL.`)
    if (/ETLS/.test(reason))
      return mail.wrong(`${host} offers no TLS (${reason}): use a server with it, or name the host in PLAINTEXT_HOSTS.`)
    return mail.wrong(`${host} does not answer (${reason}): correct SMTP_URL, or open the network to it.`)
  }
}

const storage = findingsOf('Storage')

/** Writes, reads and deletes a probe. */
export async function checkStorage(config: Config): Promise<Finding> {
  const place = config.S3_BUCKET ? `the bucket ${config.S3_BUCKET}` : `the folder ${resolve(config.DATA_DIR, 'files')}`
  const remedy = config.S3_BUCKET ? 'correct S3_*, or allow this key to read, write and delete' : 'make it writable for this user'
  const [key, content] = [`probes/${randomUUID()}`, randomUUID()]
  try {
    const opened = await configuredStorage(config)
    await opened.put(key, Buffer.from(content), 'text/plain')
    const found = await readText(await opened.read(key))
    await opened.remove(key)
    return found === content
      ? storage.right(`${place} stores files.`)
      : storage.wrong(`${place} returned other bytes than were stored: ${remedy}.`)
  } catch (error) {
    return storage.wrong(`${place} does not store files (${reasonOf(error)}): ${remedy}.`)
  }
}

/** Free bytes below which the folder is reported. */
const leastFreeBytes = 500_000_000

/** Checks the folder of uploads on a disk; a missing one is created by the server. */
export async function checkFolder(config: Config): Promise<Finding> {
  const disk = findingsOf('Folder')
  const path = resolve(config.DATA_DIR)
  if (config.S3_BUCKET) return disk.right('not needed, since uploads lie in the bucket.')
  try {
    const existing = await findExisting(path)
    await access(existing, constants.W_OK | constants.X_OK)
    const { bavail, bsize } = await statfs(existing)
    const free = `${(bavail * bsize) / 1e9 >= 10 ? Math.round((bavail * bsize) / 1e9) : ((bavail * bsize) / 1e9).toFixed(1)} GB`
    if (bavail * bsize < leastFreeBytes) return disk.wrong(`${path} has only ${free} left: free space, or choose another DATA_DIR.`)
    return disk.right(`${path} is writable, ${free} are free.`)
  } catch (error) {
    return disk.wrong(`${path} is not writable (${codeOf(error)}): change its owner, or choose another DATA_DIR.`)
  }
}

async function findExisting(path: string): Promise<string> {
  const isThere = await access(path).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === 'ENOENT') return false
      throw error
    },
  )
  return isThere || dirname(path) === path ? path : findExisting(dirname(path))
}

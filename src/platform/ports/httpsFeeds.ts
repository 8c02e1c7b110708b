import { lookup } from 'node:dns/promises'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { request } from 'node:https'
import { BlockList, isIP } from 'node:net'
import { type FeedAnswer, FeedRefused, type Feeds } from './feeds.ts'

/** Network functions and limits; tests replace them, production uses the defaults. */
type Reach = {
  findAddresses: (host: string) => Promise<readonly string[]>
  mayReach: (address: string) => boolean
  request: (options: RequestOptions, answer: (message: IncomingMessage) => void) => ReturnType<typeof request>
  port: number
  timeoutMs: number
  /** A larger calendar is refused. */
  mostBytes: number
}

const findAddresses = async (host: string) => (await lookup(host, { all: true })).map(({ address }) => address)
const production: Omit<Reach, 'mostBytes'> = { findAddresses, mayReach: isPublic, request, port: 443, timeoutMs: 10_000 }

const mostRedirects = 3

/**
 * Fetches calendars by URLs that strangers type, without access to internal servers (SSRF): https on its standard port only, every redirect
 * checked like the first URL. The socket connects to the checked IP address itself, so that a name cannot be resolved differently
 * afterwards.
 */
export function httpsFeeds(reach: Partial<Reach> & Pick<Reach, 'mostBytes'>): Feeds {
  const with_ = { ...production, ...reach }
  return {
    read: async (url, etag) => {
      const isOver = AbortSignal.timeout(with_.timeoutMs)
      try {
        return await follow(with_, { url, etag, isOver })
      } catch (error) {
        if (error instanceof FeedRefused) throw error
        throw new FeedRefused(isOver.aborted ? 'slow' : 'unreachable')
      }
    },
  }
}

type Params = { url: string; etag: string | undefined; isOver: AbortSignal }

async function follow(reach: Reach, { url, ...asked }: Params): Promise<FeedAnswer> {
  let target = targetOf(url)
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const message = await ask(reach, { ...asked, target })
    const { statusCode = 0, headers } = message
    if (![301, 302, 303, 307, 308].includes(statusCode)) return readAnswer(message, reach.mostBytes)
    message.destroy()
    target = targetOf(headers.location ?? '', target)
  }
  throw new FeedRefused('answer')
}

/** Refuses every URL that is not plain https. URL.parse has normalised numeric hosts to IP addresses already. */
function targetOf(url: string, from?: URL) {
  const target = URL.parse(url, from)
  const isPlain = target?.protocol === 'https:' && target.port === '' && target.username === '' && target.password === ''
  if (!target || !isPlain) throw new FeedRefused('address')
  return target
}

async function ask(reach: Reach, { target, etag, isOver }: Omit<Params, 'url'> & { target: URL }) {
  const host = target.hostname.replace(/^\[|\]$/g, '')
  const isNumber = isIP(host) !== 0
  const addresses = isNumber ? [host] : await before(isOver, reach.findAddresses(host))
  const [address] = addresses
  // One private address among public ones is refused as well: the next attempt might use it.
  if (address === undefined || !addresses.every(reach.mayReach)) throw new FeedRefused('address')
  return new Promise<IncomingMessage>((answer, fail) => {
    const sent = reach.request(
      {
        host: address,
        port: reach.port,
        path: `${target.pathname}${target.search}`,
        // Server name of the certificate; an IP address has none.
        ...(isNumber ? {} : { servername: host }),
        agent: false,
        signal: isOver,
        maxHeaderSize: 16 * 1024,
        headers: {
          host: target.host,
          accept: 'text/calendar',
          'accept-encoding': 'identity',
          'user-agent': 'Handschlag-Kalender',
          ...(etag ? { 'if-none-match': etag } : {}),
        },
      },
      answer,
    )
    // A protocol upgrade is no calendar; a connection closed without a response fails here, too.
    sent.on('upgrade', (_, socket) => {
      socket.destroy()
      fail(new FeedRefused('answer'))
    })
    sent.on('close', () => fail(new FeedRefused('answer')))
    sent.on('error', fail)
    sent.end()
  })
}

const before = <Found>(isOver: AbortSignal, found: Promise<Found>) =>
  Promise.race([found, new Promise<never>((_, fail) => isOver.addEventListener('abort', () => fail(isOver.reason), { once: true }))])

async function readAnswer(message: IncomingMessage, mostBytes: number): Promise<FeedAnswer> {
  const { statusCode, headers } = message
  if (statusCode === 304) {
    message.destroy()
    return undefined
  }
  const isPacked = (headers['content-encoding'] ?? 'identity') !== 'identity'
  if (statusCode !== 200 || isPacked) {
    message.destroy()
    throw new FeedRefused('answer')
  }
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of message) {
    bytes += part.length
    if (bytes > mostBytes) {
      message.destroy()
      throw new FeedRefused('size')
    }
    parts.push(part)
  }
  return { content: Buffer.concat(parts), etag: headers.etag?.slice(0, 200) }
}

/** IPv4 networks without public addresses: private, shared, local, reserved, documentation, multicast. */
const closed = new BlockList()
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]) {
  const [address = '', prefix] = network.split('/')
  closed.addSubnet(address, Number(prefix), 'ipv4')
}
/** IPv6: only allocated global addresses, without those that wrap IPv4 or are for documentation. */
const open = new BlockList()
open.addSubnet('2000::', 3, 'ipv6')
const wrapped = new BlockList()
for (const [address, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  wrapped.addSubnet(address, prefix, 'ipv6')

function isPublic(address: string) {
  if (isIP(address) === 4) return !closed.check(address, 'ipv4')
  const [bare = ''] = address.split('%')
  return isIP(bare) === 6 && open.check(bare, 'ipv6') && !wrapped.check(bare, 'ipv6')
}

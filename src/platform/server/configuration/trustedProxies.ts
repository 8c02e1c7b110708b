import { BlockList, isIP } from 'node:net'
import type { z } from 'zod'

/** Parses '10.0.0.1, 192.168.0.0/16' into a list that can check an address. */
export function readProxies(text: string, context: z.RefinementCtx) {
  const proxies = new BlockList()
  for (const entry of text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)) {
    const network = readNetwork(entry)
    if (!network) context.addIssue({ code: 'custom', message: `must be a list of addresses: ${entry} is not an address` })
    else if (isTooWide(network))
      context.addIssue({ code: 'custom', message: `must not trust strangers: ${entry} contains foreign addresses` })
    else proxies.addSubnet(network.address, network.bits, network.family)
  }
  return proxies
}

type Network = { address: string; bits: number; family: 'ipv4' | 'ipv6' }

/** A single address is its own network. Undefined for other texts. */
function readNetwork(entry: string): Network | undefined {
  const [address = '', bits, ...more] = entry.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return undefined
  const most = version === 6 ? 128 : 32
  const read = bits === undefined ? most : bits === '' ? 0 : Number(bits)
  if (!Number.isInteger(read) || read < 0 || read > most) return undefined
  return { address, bits: read, family: version === 6 ? 'ipv6' : 'ipv4' }
}

/** Networks of one operator: private, of this machine, of one provider's customers. They may be trusted as a whole. */
const ownNetworks = [
  { address: '10.0.0.0', bits: 8, family: 'ipv4' },
  { address: '127.0.0.0', bits: 8, family: 'ipv4' },
  { address: '100.64.0.0', bits: 10, family: 'ipv4' },
  { address: 'fc00::', bits: 7, family: 'ipv6' },
  { address: 'fe80::', bits: 10, family: 'ipv6' },
] as const satisfies Network[]

/** Widest allowed networks elsewhere, wider than those that content delivery networks publish for their proxies. */
const fewestBits = { ipv4: 12, ipv6: 24 } as const

/** Prefixes of 96 bits behind which every IPv4 address has an IPv6 one: mapped, deprecated compatible, translated (RFC 4291, RFC 6052). */
const mappings = ['::ffff:', '::', '64:ff9b::'] as const

/** Every host in a trusted network can fake the client's address. */
function isTooWide({ address, bits, family }: Network): boolean {
  const list = new BlockList()
  list.addSubnet(address, bits, family)
  const isMapping = family === 'ipv6' && bits < 96 + fewestBits.ipv4 && mappings.some((start) => covers(list, start, bits))
  if (isMapping) return !isPrivateMapping(address, bits)
  const own = ownNetworks.find((one) => one.family === family && bits >= one.bits && contains(one, address))
  return own === undefined && bits < fewestBits[family]
}

/**
 * Returns true if a network holds public IPv4 addresses of a mapping: at least one of those far apart, or, if it is small, its own first
 * one.
 */
const covers = (list: BlockList, start: string, bits: number) =>
  bits <= 96
    ? list.check(`${start}8.8.8.8`, 'ipv6')
    : Array.from({ length: 256 }, (_, first) => `${start}${first}.0.0.0`).some((one) => list.check(one, 'ipv6'))

/** '::ffff:10.0.0.0/104' is 10.0.0.0/8. */
function isPrivateMapping(address: string, bits: number) {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  return mapped !== undefined && bits >= 96 && !isTooWide({ address: mapped, bits: bits - 96, family: 'ipv4' })
}

function contains({ address: network, bits, family }: Network, address: string) {
  const list = new BlockList()
  list.addSubnet(network, bits, family)
  return list.check(address, family)
}

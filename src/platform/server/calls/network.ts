import type { App } from '../app.ts'
import { keyedHash } from '../secrets.ts'
import type { Caller } from './endpoint.ts'

/**
 * Keyed hash of the caller's network: the IPv4 address, or the /56 of an IPv6 address, which one customer of a provider has. `caller.ip` is
 * an IPv4 address or a /64.
 */
export const networkHash = (app: App, { ip }: Pick<Caller, 'ip'>) => keyedHash(app, 'network', widerNetwork(ip))

/** '2001:db8:1:2ab::/64' → '2001:db8:1:200::/56'. */
export function widerNetwork(ip: string) {
  const groups = /^([\da-f]+:[\da-f]+:[\da-f]+):([\da-f]+)::\/64$/.exec(ip)
  if (!groups) return ip
  const [, first, fourth = '0'] = groups
  return `${first}:${(Number.parseInt(fourth, 16) & 0xff00).toString(16)}::/56`
}

/**
 * Part of an address that is stored with security events: the /24 of an IPv4 address, the /48 of an IPv6 address. Both are shared by many
 * customers of a provider.
 */
export function truncatedNetwork(ip: string) {
  const [first, second, third, ...rest] = ip.split('.')
  if (rest.length === 1) return `${first}.${second}.${third}.0/24`
  const groups = (ip.split('::')[0] ?? '').split(':').slice(0, 3)
  return `${groups.filter((group) => group !== '').join(':')}::/48`
}

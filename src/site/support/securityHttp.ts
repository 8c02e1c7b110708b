import { addDays, berlinDay } from '#src/platform/kit/dates.ts'
import { resource } from '#src/platform/server/calls/endpoint.ts'
import { readSettings } from '#src/platform/server/settings.ts'

const address = '/.well-known/security.txt'
/** RFC 9116 recommends less than a year. */
const validDays = 180

export const securityHttp = [
  resource({
    name: 'security.txt',
    path: address,
    allows: 'V',
    summary: 'Returns the contact for reports of vulnerabilities (RFC 9116).',
    run: async ({ db, config, now }) => {
      const { operator } = await readSettings(db)
      const fields = [
        `Contact: mailto:${operator.email}`,
        `Expires: ${addDays(berlinDay(now()), validDays)}T00:00:00Z`,
        'Preferred-Languages: de, en',
        `Canonical: ${config.publicUrl}${address}`,
      ]
      return new Response(`${fields.join('\n')}\n`, {
        headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=86400' },
      })
    },
  }),
] as const

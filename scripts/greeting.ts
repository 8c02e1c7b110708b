import type { readConfig } from '#src/platform/server/config.ts'
import { customerAccount, demoPassword, signInEmails } from './demo/demoData.ts'
import { portsOf, type Services } from './services.ts'

type Started = {
  config: ReturnType<typeof readConfig>
  services: Pick<Services, 'environment' | 'hasSandbox' | 'hasInbox'>
  logFile: string
}

/** Frame that `npm start` prints last: addresses, accounts and the place of the log. */
export function greetingOf({ config, services: { environment, hasSandbox, hasInbox }, logFile }: Started) {
  const ports = portsOf(config.PORT)
  const password = config.ADMIN_PASSWORD || config.ADMIN_PASSWORD_HASH ? '' : ', Passwort mit ADMIN_PASSWORD setzen'
  const isLiving = environment.DEMO === '1'
  const lines = [
    `${config.BRAND_NAME} läuft: ${config.publicUrl}`,
    '',
    hasInbox && `Posteingang   http://localhost:${ports.inboxPage} (alle Mails landen hier, keine verlässt den Rechner)`,
    hasSandbox && 'Bezahlen      nur zum Schein: Karte 4242 4242 4242 4242, ein künftiges Datum, eine beliebige Prüfnummer',
    isLiving && `Als Kundin    ${customerAccount.email}`,
    isLiving && `Als Anbieter  ${signInEmails.slice(0, 2).join(' oder ')}`,
    isLiving && `Passwort      ${demoPassword} (Demo, für jedes dieser Konten)`,
    `Verwaltung    ${config.publicUrl}/admin (Code an ${config.adminEmail}${password})`,
    '',
    `Protokoll     ${logFile}`,
    'Beenden       Strg+C',
  ].filter((line) => typeof line === 'string')
  return framed(lines)
}

function framed(lines: readonly string[]) {
  const width = Math.max(...lines.map((line) => line.length))
  const edge = '─'.repeat(width + 2)
  return [`┌${edge}┐`, ...lines.map((line) => `│ ${line.padEnd(width)} │`), `└${edge}┘`].join('\n')
}

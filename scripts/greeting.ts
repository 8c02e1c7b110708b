import type { readConfig } from '#src/platform/server/config.ts'
import { customerAccount, demoPassword, signInEmails } from './demo/demoData.ts'
import { portsOf } from './ports.ts'
import type { Services } from './services.ts'

type Started = {
  config: ReturnType<typeof readConfig>
  services: Pick<Services, 'environment' | 'hasSandbox' | 'hasInbox'>
  logFile: string
}

/** Frame that `npm start` prints last: URLs, accounts and the log file. */
export function greetingOf({ config, services: { environment, hasSandbox, hasInbox }, logFile }: Started) {
  const ports = portsOf(config.PORT)
  const password = config.ADMIN_PASSWORD || config.ADMIN_PASSWORD_HASH ? '' : ', set its password with ADMIN_PASSWORD'
  const isLiving = environment.DEMO === '1'
  const lines = [
    `${config.BRAND_NAME} is running: ${config.publicUrl}`,
    '',
    hasInbox && `Inbox           http://localhost:${ports.inboxPage} (receives all mails; none leaves this computer)`,
    hasSandbox && 'Payment         test mode: card 4242 4242 4242 4242, any future date, any CVC',
    isLiving && `Customer        ${customerAccount.email}`,
    isLiving && `Companies       ${signInEmails.slice(0, 2).join(' or ')}`,
    isLiving && `Password        ${demoPassword} (demo, for each of these accounts)`,
    `Administration  ${config.publicUrl}/admin (code to ${config.adminEmail}${password})`,
    '',
    `Log             ${logFile}`,
    'Stop            Ctrl-C',
  ].filter((line) => typeof line === 'string')
  return framed(lines)
}

function framed(lines: readonly string[]) {
  const width = Math.max(...lines.map((line) => line.length))
  const edge = '─'.repeat(width + 2)
  return [`┌${edge}┐`, ...lines.map((line) => `│ ${line.padEnd(width)} │`), `└${edge}┘`].join('\n')
}

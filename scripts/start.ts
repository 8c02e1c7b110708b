import './leaveWithParent.js'
import { fileURLToPath } from 'node:url'
import { ConfigError, readConfig } from '#src/server/config.ts'
import { LocalDatabaseError } from '#src/server/database/localDatabase.ts'
import { demoPassword, signInEmails } from './demo/demoData.ts'
import { buildWhatIsStale } from './freshBuild.ts'
import { StartError } from './programs.ts'
import { portsOf, type Services, startServer, startServices } from './services.ts'

type Config = ReturnType<typeof readConfig>

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
let isInterrupted = false
const interruption = new Promise<undefined>((done) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      isInterrupted = true
      done(undefined)
    })
  }
})

try {
  process.exitCode = await runProduct()
} catch (error) {
  const isExpected = error instanceof StartError || error instanceof LocalDatabaseError || error instanceof ConfigError
  if (!isInterrupted) console.error(isExpected ? error.message : error)
  process.exitCode = 1
}
process.exit()

/** The exit code: 0 when asked to end, 1 when a part died. */
async function runProduct() {
  const config = readConfig(process.env)
  if (config.isProduction)
    throw new StartError('npm start ist für Entwicklung und Vorführung. Im Betrieb: npm run build, dann npm run serve.')
  await buildWhatIsStale()
  if (isInterrupted) return 0
  const services = await startServices({ config, isThrowaway: process.argv.includes('--throwaway') })
  try {
    if (isInterrupted) return 0
    const server = await startServer({ services, port: config.PORT })
    greet(config, services)
    const death = await Promise.race([server.end, services.death, interruption])
    console.log(death ? `${death} Alles wird angehalten.` : '\nHandschlag wird beendet …')
    await server.stop()
    return death ? 1 : 0
  } finally {
    await services.stop()
  }
}

function greet(config: Config, { environment, hasSandbox, hasInbox }: Services) {
  const ports = portsOf(config.PORT)
  const password = config.ADMIN_PASSWORD || config.ADMIN_PASSWORD_HASH ? '' : ', Passwort mit ADMIN_PASSWORD setzen'
  const lines = [
    `${config.BRAND_NAME} läuft: ${config.publicUrl}`,
    hasInbox && `  Posteingang   http://localhost:${ports.inboxPage} (alle Mails landen hier, keine verlässt den Rechner)`,
    hasSandbox && '  Bezahlen      nur zum Schein: Karte 4242 4242 4242 4242, ein künftiges Datum, eine beliebige Prüfnummer',
    `  Verwaltung    ${config.publicUrl}/admin (Code an ${config.adminEmail}${password})`,
    environment.DEMO === '1' && `  Als Anbieter  ${signInEmails.slice(0, 2).join(' oder ')}, Passwort ${demoPassword} (Demo)`,
    '  Beenden       Strg+C',
  ]
  console.log(`\n${lines.filter((line) => typeof line === 'string').join('\n')}\n`)
}

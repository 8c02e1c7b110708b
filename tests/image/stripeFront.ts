import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'

const host = 'api.stripe.com'
/** A loopback address that nothing else uses: the SDK calls port 443. */
const address = '127.44.3.1'

/**
 * Puts TLS in front of the payment sandbox under Stripe's name, because production refuses another address of the PSP. `hosts` is the line
 * that leads the name here, `certificate` signs it.
 */
export async function openStripeFront({ sandboxUrl, folder }: { sandboxUrl: string; folder: string }) {
  const [keyFile, certificateFile] = [join(folder, 'stripe.key'), join(folder, 'stripe.pem')]
  const names = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const made = spawnSync('/usr/bin/openssl', ['req', '-x509', ...kind, ...names, '-keyout', keyFile, '-out', certificateFile], {
    encoding: 'utf8',
  })
  if (made.status !== 0) throw new Error(`openssl: ${made.error?.message ?? made.stderr}`)
  const certificate = readFileSync(certificateFile, 'utf8')
  let connections = 0
  const front = createServer({ key: readFileSync(keyFile), cert: certificate }, (caller) => {
    connections += 1
    const sandbox = connect(Number(new URL(sandboxUrl).port), '127.0.0.1')
    for (const [one, other] of [
      [caller, sandbox],
      [sandbox, caller],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
    caller.pipe(sandbox).pipe(caller)
  })
  await new Promise<void>((listening, fail) => front.once('error', fail).listen(443, address, listening))
  return { hosts: `${address} ${host}`, certificate, connections: () => connections, close: () => front.close() }
}

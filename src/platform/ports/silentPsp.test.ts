import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { PaymentsUnavailable } from './payments.ts'
import { stripePayments } from './stripePayments.ts'

/** A server that is stopped, and whose queue of connections is full: the system answers no further one, as if the packets were lost. */
async function openSilentServer() {
  const program = `require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, function () { console.log(this.address().port) })`
  const server = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'ignore'] })
  const [line] = (await once(server.stdout, 'data')) as [Buffer]
  const port = Number(String(line))
  server.kill('SIGSTOP')
  const waiting: Socket[] = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => undefined))
  onTestFinished(() => {
    for (const one of waiting) one.destroy()
    server.kill('SIGKILL')
  })
  await new Promise((done) => setTimeout(done, 300))
  return `http://127.0.0.1:${port}`
}

test('a PSP that does not even answer the connection is given up in time', async () => {
  const payments = stripePayments({ secretKey: 'sk_test_silent', webhookSecret: 'whsec_silent', apiUrl: await openSilentServer() })
  const began = performance.now()
  await expect(payments.findCheckout('cs_silent')).rejects.toBeInstanceOf(PaymentsUnavailable)
  // Two tries of five seconds; without a limit a connection takes minutes.
  expect(performance.now() - began).toBeLessThan(40_000)
})

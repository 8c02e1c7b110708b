import { endOnFailure, endWithParent } from './endWithParent.ts'
import { openSandbox } from './server.ts'

const { SANDBOX_PORT, SANDBOX_STATE, SANDBOX_SECRET_KEY, SANDBOX_WEBHOOK_URL, SANDBOX_WEBHOOK_SECRET, SANDBOX_PARENT } = process.env
if (!SANDBOX_PORT || !SANDBOX_SECRET_KEY) {
  console.error('The payment sandbox needs SANDBOX_PORT and SANDBOX_SECRET_KEY.')
  process.exit(1)
}
const webhook = SANDBOX_WEBHOOK_URL && SANDBOX_WEBHOOK_SECRET ? { url: SANDBOX_WEBHOOK_URL, secret: SANDBOX_WEBHOOK_SECRET } : undefined
endOnFailure()
endWithParent(SANDBOX_PARENT === '1')
const sandbox = await openSandbox({ port: Number(SANDBOX_PORT), stateFile: SANDBOX_STATE, secretKey: SANDBOX_SECRET_KEY, webhook })
console.log(`Bezahl-Testumgebung: ${sandbox.url}`)

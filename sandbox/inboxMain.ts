import { endOnFailure, endWithParent } from './endWithParent.ts'
import { openInbox } from './inbox.ts'

const { INBOX_SMTP_PORT, INBOX_PAGE_PORT, INBOX_STATE, SANDBOX_PARENT } = process.env
if (!INBOX_SMTP_PORT || !INBOX_PAGE_PORT) {
  console.error('Der Posteingang braucht INBOX_SMTP_PORT und INBOX_PAGE_PORT.')
  process.exit(1)
}
endOnFailure()
endWithParent(SANDBOX_PARENT === '1')
const inbox = await openInbox({ smtpPort: Number(INBOX_SMTP_PORT), pagePort: Number(INBOX_PAGE_PORT), stateFile: INBOX_STATE })
console.log(`Posteingang: ${inbox.pageUrl}`)

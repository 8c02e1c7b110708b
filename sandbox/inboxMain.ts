import { endOnFailure, endWithParent } from './endWithParent.ts'
import { openInbox } from './inbox.ts'

const { INBOX_SMTP_PORT, INBOX_PAGE_PORT, INBOX_STATE, INBOX_ANSWER_URL, INBOX_ANSWER_SECRET, SANDBOX_PARENT } = process.env
if (!INBOX_SMTP_PORT || !INBOX_PAGE_PORT) {
  console.error('The inbox needs INBOX_SMTP_PORT and INBOX_PAGE_PORT.')
  process.exit(1)
}
endOnFailure()
endWithParent(SANDBOX_PARENT === '1')
const answering = INBOX_ANSWER_URL && INBOX_ANSWER_SECRET ? { url: INBOX_ANSWER_URL, secret: INBOX_ANSWER_SECRET } : undefined
const inbox = await openInbox({
  smtpPort: Number(INBOX_SMTP_PORT),
  pagePort: Number(INBOX_PAGE_PORT),
  stateFile: INBOX_STATE,
  answering,
})
console.log(`Posteingang: ${inbox.pageUrl}`)

import { people } from './companies.ts'
import type { HistoryContext } from './historyContext.ts'
import type { LiveCompany } from './liveCompanies.ts'

/** Simulates visitors who write to the operator: messages, reports of content, withdrawals that match no booking. */
export function openOffice({ demoApp, rng, customers }: HistoryContext, chooseCompany: () => LiveCompany) {
  const sendMessage = () => {
    const [topic, message] = rng.one(people.messages)
    const { name, email } = customers.meet()
    return demoApp.browser().call('send-contact-message', { name, email, topic, message, blank: '', openedAt: openedAt() })
  }

  async function sendNotice() {
    const [reason, explanation] = rng.one(people.notices)
    const { name, email } = customers.meet()
    const review = await demoApp.app.db
      .selectFrom('reviews')
      .select('id')
      .where('publishedAt', 'is not', null)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    // Some companies are no longer visible.
    for (let tries = 0; tries < 20; tries++) {
      const target = tries === 0 && rng.hits(0.5) && review ? { reviewId: review.id } : { companyId: chooseCompany().id }
      const notice = { ...target, page: '', reason, explanation, name, email, isGoodFaith: true }
      if ((await demoApp.browser().tryCall('report-content', notice)).status === 200) return
    }
  }

  const openedAt = () => new Date(demoApp.app.now().getTime() - 60_000).toISOString()

  const declareUnmatched = () => {
    const { name, email } = customers.meet()
    return demoApp.browser().call('declare-withdrawal', { name, email, contract: rng.one(people.withdrawals) })
  }

  return { sendMessage, sendNotice, declareUnmatched }
}

import type { App } from '../app.ts'

/** Longer than anything asks for the same mail again. */
const keptDays = 400

/** Forgets that a mail left, long after its occasion could come up again. */
export const sweepSentMails = (app: App) =>
  app.db
    .deleteFrom('sentMails')
    .where('sentAt', '<', new Date(app.now().getTime() - keptDays * 86_400_000))
    .execute()

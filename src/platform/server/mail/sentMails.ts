import type { App } from '../app.ts'

/** Longer than any code could enqueue the same mail again. */
const retentionDays = 400

/** Deletes the record of a sent mail, long after its occasion could occur again. */
export const sweepSentMails = (app: App) =>
  app.db
    .deleteFrom('sentMails')
    .where('sentAt', '<', new Date(app.now().getTime() - retentionDays * 86_400_000))
    .execute()

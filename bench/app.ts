import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { diskStorage } from '#src/platform/ports/diskStorage.ts'
import { httpsFeeds } from '#src/platform/ports/httpsFeeds.ts'
import { smtpMail } from '#src/platform/ports/smtpMail.ts'
import { stripePayments } from '#src/platform/ports/stripePayments.ts'
import type { App } from '#src/platform/server/app.ts'
import { readConfig } from '#src/platform/server/config.ts'
import { openDatabase, openPool } from '#src/platform/server/db.ts'
import { openLive } from '#src/platform/server/live.ts'
import { openLog } from '#src/platform/server/log.ts'
import { feedLimits } from '#src/supply/calendars/feeds/rules.ts'
import { hooks } from '#src/wiring.ts'

/** The product without its server: nothing here calls payments, mail or storage. */
export function openApp(url: string, folder: string): App {
  const config = readConfig({
    APP_ENV: 'test',
    DATABASE_URL: url,
    LIMITS_FACTOR: '1000000',
    STRIPE_SECRET_KEY: 'sk_test_bench',
    STRIPE_WEBHOOK_SECRET: 'whsec_bench',
  })
  const log = openLog('error')
  const pool = openPool({ url, size: config.DATABASE_POOL, log })
  return {
    config,
    log,
    pool,
    db: openDatabase(pool),
    payments: stripePayments(config.stripe),
    mail: smtpMail({ url: 'smtp://127.0.0.1:1', from: config.mailFrom, name: config.BRAND_NAME }),
    feeds: httpsFeeds({ mostBytes: feedLimits.fileMegabytes * 1024 * 1024 }),
    storage: diskStorage(join(folder, 'files')),
    hooks,
    live: openLive({ url, pool, log }),
    now: () => new Date(),
    random: randomBytes,
  }
}

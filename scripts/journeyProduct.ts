import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { answersOk, startProgram, waitUntilReady } from './programs.ts'
import { claimFolder } from './throwaway.ts'

/** Playwright's global setup: starts the whole product once, like `npm start`, on throwaway data. Returns the function that stops it. */
export default async function startProduct() {
  const data = await claimFolder(resolve('.cache'), 'journeys')
  const product = startProgram({
    name: 'Das Produkt',
    file: 'scripts/start.ts',
    words: ['--throwaway'],
    environment: {
      ...withoutConfiguration(),
      PORT: process.env.JOURNEY_PORT,
      DATA_DIR: data,
      // Journeys create their own data; a year of bookings would only cost time.
      DEMO: 'small',
      TEST_CONTROL: '1',
      ADMIN_PASSWORD: process.env.JOURNEY_ADMIN_PASSWORD,
      LIMITS_FACTOR: '1000',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'error',
    },
  })
  await waitUntilReady(product, () => answersOk(`${process.env.BASE_URL}/readyz`))
  return async () => {
    await product.stop(30_000)
    rmSync(data, { recursive: true, force: true })
  }
}

/** A developer's own configuration must not reach the product under test. */
function withoutConfiguration() {
  const own =
    /^(NODE_ENV|APP_ENV|PUBLIC_URL|BRAND_NAME|DATABASE_|DEMO$|STRIPE_|SMTP_|MAIL_|S3_|SECRET_KEY|DATA_KEYS|ADMIN_|OPERATOR_|TRUSTED_)/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)))
}

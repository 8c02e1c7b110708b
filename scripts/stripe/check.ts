import { askStripe } from './questions.ts'

/**
 * `STRIPE_SECRET_KEY=sk_test_… PUBLIC_URL=https://… npm run stripe-check`: the eight questions of a go-live, and what differs. Refuses live
 * keys, because it makes objects.
 */
const { STRIPE_SECRET_KEY: secretKey = '', STRIPE_API_URL: apiUrl, PUBLIC_URL: publicUrl = 'http://localhost:3000' } = process.env
if (!/^(sk|rk)_test_/.test(secretKey)) {
  console.error('STRIPE_SECRET_KEY muss ein Schlüssel des Testmodus sein (sk_test_… oder rk_test_…).')
  process.exit(1)
}
const findings = await askStripe({ secretKey, apiUrl, publicUrl })
for (const { question, isRight, answer } of findings) console.log(`${isRight ? '✓' : '✗'} ${question} ${answer}`)
process.exit(findings.every(({ isRight }) => isRight) ? 0 : 1)

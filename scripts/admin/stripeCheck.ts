import { CommandError, type Run } from './commands.ts'
import { commandEnvironment } from './openApp.ts'
import { checkStripe } from './stripeQuestions.ts'

/** Runs the eight checks before a launch and prints differences. Refuses live keys, because it creates objects. */
export const run: Run = async () => {
  const {
    STRIPE_SECRET_KEY: secretKey = '',
    STRIPE_API_URL: apiUrl,
    PUBLIC_URL: publicUrl = 'http://localhost:3000',
  } = commandEnvironment()
  if (!/^(sk|rk)_test_/.test(secretKey)) throw new CommandError('STRIPE_SECRET_KEY must be a test-mode key (sk_test_… or rk_test_…).')
  const findings = await checkStripe({ secretKey, apiUrl, publicUrl })
  for (const { question, isRight, answer } of findings) console.log(`${isRight ? '✓' : '✗'} ${question} ${answer}`)
  return findings.every(({ isRight }) => isRight) ? 0 : 1
}

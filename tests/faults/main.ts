/**
 * `npm run faults -- --minutes M --seed N`: the chaos test, which kills processes at random (tests/chaos/). `npm run faults -- --mutants
 * [NAME …]`: the chaos test with known ways to lose money. `npm run faults -- --tests [NAME]`: faults in a copy of this tree that the tests
 * have to detect. `npm run faults -- --upgrade [COMMIT]`: a rolling upgrade under load, and back. `npm run faults -- --fuzz [MINUTES] [SEED]`:
 * every operation as every caller with generated requests (tests/fuzz/). `npm run faults -- --histories [COUNT] [SEED]`: random jobs with
 * deposits, instalments, supplements and refunds, whose documents must agree with the ledger.
 */
const [first, name, second] = process.argv.slice(2)

if (first === '--mutants') {
  const { testMutants } = await import('../chaos/mutationTest.ts')
  process.exitCode = (await testMutants(process.argv.slice(3))) ? 0 : 1
} else if (first === '--tests') {
  const { testFaults } = await import('./mutationTest.ts')
  process.exitCode = testFaults(name) ? 0 : 1
} else if (first === '--upgrade') {
  const { rehearseUpgrade } = await import('./upgrade.ts')
  process.exitCode = (await rehearseUpgrade(name)) ? 0 : 1
} else if (first === '--fuzz') {
  process.exitCode = await runTest('tests/fuzz/fuzz.test.ts', { FUZZ_MINUTES: name ?? '10', FUZZ_SEED: second ?? anySeed() })
} else if (first === '--histories') {
  process.exitCode = await runTest('src/orders/documents/customers/planned.test.ts', {
    HISTORIES: name ?? '10000',
    HISTORY_SEED: second ?? anySeed(),
  })
} else {
  await import('../chaos/chaos.ts')
}

/** Runs one file of tests with these variables. Returns its exit code. */
async function runTest(file: string, variables: Record<string, string>) {
  const { spawnSync } = await import('node:child_process')
  const env = { ...process.env, ...variables }
  return spawnSync('vitest', ['run', '--project', 'server', file], { env, stdio: 'inherit' }).status ?? 1
}

function anySeed() {
  const seed = String(Date.now() % 1_000_000)
  console.log(`seed ${seed}`)
  return seed
}

export {}

/**
 * `npm run faults -- --minutes M --seed N`: the chaos test, which kills processes at random (tests/chaos/). `npm run faults -- --mutants
 * [NAME …]`: the chaos test with known ways to lose money. `npm run faults -- --tests [NAME]`: faults in a copy of this tree that the tests
 * have to detect. `npm run faults -- --upgrade [COMMIT]`: a rolling upgrade under load, and back. `npm run faults -- --fuzz [MINUTES] [SEED]`: every operation as every caller with generated requests (tests/fuzz/).
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
  const { spawnSync } = await import('node:child_process')
  const env = { ...process.env, FUZZ_MINUTES: name ?? '10', FUZZ_SEED: second ?? String(Date.now() % 1_000_000) }
  process.exitCode = spawnSync('vitest', ['run', '--project', 'server', 'tests/fuzz/fuzz.test.ts'], { env, stdio: 'inherit' }).status ?? 1
} else {
  await import('../chaos/chaos.ts')
}

export {}

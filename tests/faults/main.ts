/**
 * `npm run faults -- --minutes M --seed N`: the chaos test, which kills processes at random (tests/storm/).
 * `npm run faults -- --mutants [NAME]`: the chaos test with known ways to lose money.
 * `npm run faults -- --tests [NAME]`: faults in a copy of this tree that the tests have to detect.
 * `npm run faults -- --fuzz [MINUTES] [SEED]`: every operation as every caller with generated requests (tests/fuzz/).
 */
const [first, name, second] = process.argv.slice(2)

if (first === '--mutants') {
  const { tryMutants } = await import('../storm/mutate.ts')
  process.exitCode = (await tryMutants(name)) ? 0 : 1
} else if (first === '--tests') {
  const { tryFaults } = await import('./seed.ts')
  process.exitCode = tryFaults(name) ? 0 : 1
} else if (first === '--fuzz') {
  const { spawnSync } = await import('node:child_process')
  const env = { ...process.env, FUZZ_MINUTES: name ?? '10', FUZZ_SEED: second ?? String(Date.now() % 1_000_000) }
  process.exitCode = spawnSync('vitest', ['run', '--project', 'server', 'tests/fuzz/fuzz.test.ts'], { env, stdio: 'inherit' }).status ?? 1
} else {
  await import('../storm/storm.ts')
}

export {}

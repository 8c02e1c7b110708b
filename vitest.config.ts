import { defineConfig } from 'vitest/config'

/** So long that a busy machine fails no test. */
const timeouts = { testTimeout: 300_000, hookTimeout: 300_000 }

/**
 * Pure tests run in seconds and belong to `npm run check`; the others clone a database and belong to `npm test`. Only pure test files are
 * isolated from each other: fake timers and replaced globals would reach the servers of the other files.
 */
export const pure = [
  'src/platform/kit/*.test.ts',
  'src/platform/web/{,queries/}*.test.ts',
  'src/**/rules.test.ts',
  'scripts/**/*.test.ts',
  'tests/{importRules,serverImportGuard,architecture,pointers,security,texts,config,deploy,histories,contrast,styles}.test.ts',
]
/** Needs a build, and runs by itself. */
const image = ['tests/image/*.test.ts']
const all = ['src/**/*.test.ts', 'tests/**/*.test.ts', 'sandbox/**/*.test.ts', 'scripts/**/*.test.ts']

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: pure, pool: 'threads', ...timeouts } },
      { test: { name: 'image', include: image, ...timeouts } },
      {
        test: {
          name: 'server',
          include: all,
          exclude: [...pure, ...image, 'node_modules/**'],
          globalSetup: ['tests/database.ts'],
          pool: 'threads',
          // More than there are cores: tests mostly wait for jobs, sandbox and database.
          maxWorkers: 3,
          isolate: false,
          ...timeouts,
        },
      },
    ],
  },
})

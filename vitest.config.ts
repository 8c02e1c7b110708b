import { defineConfig } from 'vitest/config'

/** A test fails for what it finds, never for the pace of a busy machine. */
const patience = { testTimeout: 90_000, hookTimeout: 120_000 }

/** Pure tests run in seconds and belong to `npm run check`; the others clone a database and belong to `npm test`. */
const pure = [
  'src/platform/kit/*.test.ts',
  'src/platform/web/*.test.ts',
  'src/**/rules.test.ts',
  'scripts/**/*.test.ts',
  'tests/{borders,borderGuard,architecture,pointers,texts,config,histories,contrast,styles}.test.ts',
]
const all = ['src/**/*.test.ts', 'tests/**/*.test.ts', 'sandbox/**/*.test.ts', 'scripts/**/*.test.ts']

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: pure, pool: 'threads', ...patience } },
      {
        test: {
          name: 'server',
          include: all,
          exclude: [...pure, 'node_modules/**'],
          globalSetup: ['tests/database.ts'],
          pool: 'threads',
          // More than there are cores: jobs, sandbox and database are waited for.
          maxWorkers: 3,
          isolate: false,
          ...patience,
        },
      },
    ],
  },
})

import { execFileSync } from 'node:child_process'
import { expect, inject, test } from 'vitest'

test('the types of the tables are those of the migrations', () => {
  const words = ['--config-file', '.kysely-codegenrc.json', '--url', inject('databaseUrl'), '--verify']
  expect(() => execFileSync('node_modules/.bin/kysely-codegen', words, { stdio: 'pipe' })).not.toThrow()
})

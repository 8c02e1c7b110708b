import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mutants } from './mutants.ts'

// Without this test a mutation could silently stop applying when the code around it changes, because the chaos test with all mutations
// takes ten minutes.
test.each(mutants)('$name can still be put into the product', ({ edits }) => {
  for (const { file, right, wrong } of edits) {
    expect(readFileSync(file, 'utf8').split(right), file).toHaveLength(2)
    expect(wrong).not.toBe(right)
  }
})

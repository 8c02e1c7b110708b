import type { Reporter, TestModule } from 'vitest/node'

/** Reporter of Vitest: prints how many test files have ended, in the form of Playwright's line reporter (`[42/310] src/…`). */
export default class implements Reporter {
  #total = 0
  #ended = 0

  onTestRunStart(files: readonly unknown[]) {
    this.#total = files.length
  }

  onTestModuleEnd({ relativeModuleId }: TestModule) {
    this.#ended += 1
    console.log(`[${this.#ended}/${this.#total}] ${relativeModuleId}`)
  }
}

import { expect, test } from 'vitest'
import { openTestApp } from './testApp.ts'

const { clock, visitor } = await openTestApp()

test('openapi.json describes the calls as they are (npm run openapi writes it)', async () => {
  clock.moveTo(new Date('2031-02-03T12:00:00Z'))
  const document = await (await visitor.request('/openapi.json', {})).json()
  await expect(`${JSON.stringify(document, null, 1)}\n`).toMatchFileSnapshot('../openapi.json')
})

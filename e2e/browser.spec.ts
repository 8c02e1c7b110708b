import { expect, test } from './fixtures.ts'

test('the browser of the tests finds the bundled font, regardless of the fonts of the machine', async ({ page }) => {
  await page.setContent('<p style="font-family: sans-serif">Größe</p>')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('DOM.enable')
  await devtools.send('CSS.enable')
  const { root } = await devtools.send('DOM.getDocument')
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'p' })
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId })
  expect(fonts).toEqual([expect.objectContaining({ isCustomFont: false, glyphCount: 5 })])
})

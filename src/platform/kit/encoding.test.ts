import { expect, test } from 'vitest'
import { decodeText } from './encoding.ts'

const text = 'Tür streichen;Größe 3 m²;Öl äußerst;12,50 €\r\nÄußere Fenster – je Stück;Fußböden;Übergabe'
const bytesOf = (letters: Record<string, number>) => Uint8Array.from([...text].map((letter) => letters[letter] ?? letter.charCodeAt(0)))
const utf16 = (isLittle: boolean, mark: boolean) => {
  const bytes = Buffer.from(mark ? `\uFEFF${text}` : text, 'utf16le')
  return isLittle ? bytes : bytes.swap16()
}

test.each([
  ['UTF-8', Buffer.from(text), 'utf-8'],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`), 'utf-8'],
  ['UTF-16, little', utf16(true, true), 'utf-16le'],
  ['UTF-16, big', utf16(false, true), 'utf-16be'],
  ['UTF-16 without a mark', utf16(true, false), 'utf-16le'],
  ['UTF-16, big, without a mark', utf16(false, false), 'utf-16be'],
  ['Windows-1252', bytesOf({ '€': 0x80, '–': 0x96 }), 'windows-1252'],
  ['Mac Roman', bytesOf({ ü: 0x9f, ö: 0x9a, ä: 0x8a, ß: 0xa7, Ö: 0x85, Ä: 0x80, Ü: 0x86, '²': 0x20, '€': 0xdb, '–': 0xd0 }), 'macintosh'],
])('%s', (name, bytes, encoding) => {
  expect(decodeText(bytes)).toEqual({ text: name === 'Mac Roman' ? text.replace('²', ' ') : text, encoding })
})

test.each([
  ['Tür', [0x54, 0x9f, 0x72]],
  ['Tür', [0x54, 0xfc, 0x72]],
  ['Fuß', [0x46, 0x75, 0xa7]],
  ['Fuß', [0x46, 0x75, 0xdf]],
  ['Öl', [0x85, 0x6c]],
  ['Öl', [0xd6, 0x6c]],
  ['5 €', [0x35, 0x20, 0x80]],
  ['5 €', [0x35, 0x20, 0xdb]],
])('one letter is enough: %s', (word, bytes) => {
  expect(decodeText(Uint8Array.from(bytes)).text).toBe(word)
})

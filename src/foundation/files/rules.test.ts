import { describe, expect, test } from 'vitest'
import { fineLogo, smallPicture } from './pictureRules.ts'
import { attachmentLimits, cleanFileName, complainAbout, fileProblems, fileTexts, typeOfName } from './rules.ts'

describe('what the browser can tell', () => {
  const megabytes = (count: number) => count * 1024 * 1024
  test.each([
    [{ name: 'plan.pdf', size: megabytes(10), type: 'application/pdf' }, undefined],
    [{ name: 'plan.pdf', size: megabytes(10) + 1, type: 'application/pdf' }, 'Datei zu groß'],
    [{ name: 'plan.DOCX', size: 10, type: '' }, undefined],
    [{ name: 'plan.exe', size: 10, type: '' }, 'Ungültiger Dateityp'],
    [{ name: 'plan.gif', size: 10, type: 'image/gif' }, 'Ungültiger Dateityp'],
  ])('%o', (file, complaint) => expect(complainAbout(file)).toBe(complaint))

  test('the titles, to the letter', () => {
    expect(fileTexts).toMatchObject({ tooLarge: 'Datei zu groß', wrongType: 'Ungültiger Dateityp', uploadFailed: 'Upload-Fehler' })
    expect(fileProblems.tooLarge()).toMatchObject({ status: 413, message: 'Datei zu groß', code: 'files.tooLarge' })
    expect(fileProblems.wrongType()).toMatchObject({ status: 415, message: 'Ungültiger Dateityp' })
  })
})

test.each([
  ['Grundriss.pdf', 'application/pdf'],
  ['Foto.JPEG', 'image/jpeg'],
  ['Foto.jpg.exe', undefined],
  ['pdf', undefined],
  ['Brief.docm', undefined],
])('the ending of %s', (name, type) => expect(typeOfName(name)).toBe(type))

describe('a clean name', () => {
  test.each([
    ['Grundriss Küche.pdf', 'Grundriss Küche.pdf'],
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\Users\\me\\Foto.jpg', 'Foto.jpg'],
    ['Rechnung\u202Efdp.exe', 'Rechnungfdp.exe'],
    ['a\u0000b\r\nc\u200B.png', 'abc.png'],
    ['"><b>.png', '___b_.png'],
    ['  .hidden.pdf. ', 'hidden.pdf'],
    ['.pdf', 'pdf'],
    ['', 'Datei'],
    ['a\u0308.pdf', 'ä.pdf'],
  ])('%j becomes %j', (given, cleaned) => expect(cleanFileName(given)).toBe(cleaned))

  test('is made quickly, however long the name is', () => {
    const began = performance.now()
    expect(cleanFileName(`a${' .'.repeat(100_000)}x.pdf`)).toMatch(/x\.pdf$/)
    expect(performance.now() - began).toBeLessThan(3_000)
  })

  test('has at most 120 characters and keeps its ending', () => {
    const cleaned = cleanFileName(`${'🙂x'.repeat(200)}.docx`)
    expect([...cleaned]).toHaveLength(attachmentLimits.nameLength)
    expect(cleaned).toMatch(/x\.docx$|🙂\.docx$/u)
  })
})

test('the small picture lies beside the large one', () => {
  expect(smallPicture('/storage/v1/object/company-images/c/gallery/0.webp')).toBe('/storage/v1/object/company-images/c/gallery/0-480.webp')
})

test('the copy of a logo for fine screens lies beside it', () => {
  expect(fineLogo('/storage/v1/object/company-images/c/logo/0.webp')).toBe('/storage/v1/object/company-images/c/logo/0-384.webp')
})

import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { objectStreamOf, pdfOf, streamOf } from '../../../tests/attachmentFiles.ts'
import { inspectPdf } from './pdfActions.ts'

const xml = (root = 'rsm:CrossIndustryInvoice', before = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>${before}<${root} xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"><a>Größe</a></${root}>`
const file = (text: string) => streamOf('/Type /EmbeddedFile /Subtype /text#2Fxml', Buffer.from(text))
const packed = (text: string) => streamOf('/Type /EmbeddedFile /Filter /FlateDecode', deflateSync(text))
const spec = (name = '(factur-x.xml)', ef = '<< /F 5 0 R /UF 5 0 R >>') =>
  `<< /Type /Filespec /F ${name} /UF ${name} /EF ${ef} /AFRelationship /Alternative >>`
const catalog = '/AF [4 0 R] /Names << /EmbeddedFiles << /Names [(factur-x.xml) 4 0 R] >> >>'
const embedded = { code: 'files.hasEmbeddedFiles' }
const bad = { code: 'files.badInvoice' }

describe('one invoice as XML inside a PDF passes', () => {
  test.each([
    ['Factur-X', pdfOf({ catalog, more: [spec(), file(xml())] })],
    ['packed', pdfOf({ catalog, more: [spec(), packed(xml())] })],
    ['ZUGFeRD 1', pdfOf({ catalog, more: [spec('(ZUGFeRD-invoice.xml)'), packed(xml('rsm:CrossIndustryDocument'))] })],
    ['XRechnung as UBL, with a mark', pdfOf({ catalog, more: [spec('(xrechnung.xml)'), packed(`\uFEFF${xml('Invoice')}`)] })],
    [
      'a name with two bytes a letter',
      pdfOf({ catalog, more: [spec(`<feff${Buffer.from('factur-x.xml').toString('hex').replace(/../g, '00$&')}>`), file(xml())] }),
    ],
    ['files by a reference', pdfOf({ catalog, more: [spec('(factur-x.xml)', '6 0 R'), file(xml()), '<< /F 5 0 R >>'] })],
    ['named in an object stream', pdfOf({ catalog, more: [objectStreamOf(spec()), file(xml())] })],
  ])('%s', async (_what, content) => {
    await expect(inspectPdf(content)).resolves.toBeUndefined()
  })
})

describe('anything else inside is refused', () => {
  const second = streamOf('/Type /EmbeddedFile', Buffer.from('MZ'))
  test.each([
    ['another name', pdfOf({ catalog, more: [spec('(rechnung.exe)'), file(xml())] }), embedded],
    ['a second file', pdfOf({ catalog, more: [spec(), file(xml()), spec('(factur-x.xml)', '<< /F 7 0 R >>'), second] }), embedded],
    [
      'a second file without its kind',
      pdfOf({ catalog, more: [spec('(factur-x.xml)', '<< /F 5 0 R /UF 6 0 R >>'), file(xml()), streamOf('', Buffer.from('MZ'))] }),
      embedded,
    ],
    ['a file that nothing names', pdfOf({ catalog, more: [spec(), file(xml()), second] }), embedded],
    [
      'two files of one number',
      pdfOf({ catalog, more: [spec(), file(xml()), `null\nendobj\n5 0 obj << /Type /EmbeddedFile >>`] }),
      embedded,
    ],
    ['no file', pdfOf({ catalog, more: [spec()] }), embedded],
    ['a link into the embedded file', pdfOf({ catalog, more: [spec(), file(xml()), '<< /S /GoToE /D [0 /Fit] >>'] }), embedded],
    [
      'a DTD',
      pdfOf({ catalog, more: [spec(), file(xml('rsm:CrossIndustryInvoice', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>'))] }),
      bad,
    ],
    ['broken XML', pdfOf({ catalog, more: [spec(), file(xml().slice(0, -3))] }), bad],
    ['no invoice', pdfOf({ catalog, more: [spec(), file('<html/>')] }), bad],
    ['a program', pdfOf({ catalog, more: [spec(), file('MZ')] }), bad],
    [
      'an unusual compression',
      pdfOf({ catalog, more: [spec(), streamOf('/Type /EmbeddedFile /Filter [/ASCIIHexDecode /FlateDecode]', Buffer.from('00'))] }),
      bad,
    ],
  ])('%s', async (_what, content, problem) => {
    await expect(inspectPdf(content)).rejects.toMatchObject(problem)
  })
})

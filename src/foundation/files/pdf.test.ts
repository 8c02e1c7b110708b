import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { objectStreamOf, pdfOf, streamOf } from '../../../tests/attachmentFiles.ts'
import { inspectAttachment } from './inspectActions.ts'
import { inspectPdf } from './pdfActions.ts'
import { attachmentLimits } from './rules.ts'

const inspect = inspectPdf
const scripts = { code: 'files.hasScripts', status: 415 }
const files = { code: 'files.hasEmbeddedFiles', status: 415 }
const outside = { code: 'files.hasExternalContent', status: 415 }
const damaged = { code: 'files.damaged', status: 415 }

const address = '/S /URI /URI (https://www.example.org)'
const link = `<< /Subtype /Link /A << ${address} >> >>`

describe('a harmless PDF passes', () => {
  // Resembles a compressed picture: every byte value occurs, and short names occur by chance.
  const noise = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 7919 + (index >> 3)) & 255))
  test.each([
    ['one page', pdfOf()],
    ['no line break at its end', pdfOf({ end: '%%EOF' })],
    ['a goal to open at', pdfOf({ catalog: '/OpenAction [3 0 R /Fit]' })],
    ['an object stream without anything active', pdfOf({ more: [objectStreamOf('<< /Title (Angebot) /First 4 0 R >>')] })],
    [
      'a picture',
      pdfOf({ more: [streamOf('/Subtype /Image /Filter /DCTDecode', Buffer.concat([noise, Buffer.from(' /JS (x) /EF << >>')]))] }),
    ],
    ['names that only begin alike', pdfOf({ catalog: '/JSomething 1 /Launcher 2 /EFG 3' })],
    ['a link', pdfOf({ more: ['<< /S /URI /URI (https://www.example.org) >>'] })],
    ['a link, and a page to open at', pdfOf({ catalog: '/OpenAction 4 0 R', more: ['<< /S /GoTo /D [3 0 R /Fit] >>', link] })],
    ['a link, and a place to open at', pdfOf({ catalog: '/OpenAction [5 0 R /Fit]', more: ['null', '<< /Annots [6 0 R] >>', link] })],
    [
      'a link, and fields that do something harmless',
      pdfOf({ catalog: '/AA << /WC 4 0 R >>', more: ['<< /S /Named /N /NextPage >>', link] }),
    ],
    ['actions that lead to each other', pdfOf({ catalog: '/OpenAction 4 0 R', more: ['<< /S /GoTo /Next [4 0 R 4 0 R 9 0 R] >>', link] })],
    ['brackets inside strings', pdfOf({ more: ['<< /Title (a \\) ( >> endobj ) b) >>'] })],
  ])('%s', async (_what, content) => {
    await expect(inspect(content)).resolves.toBeUndefined()
  })
})

describe('refused for what it does', () => {
  test.each([
    ['a script when opened', pdfOf({ catalog: '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>' }), scripts],
    ['a named script', pdfOf({ catalog: '/Names << /JavaScript 4 0 R >>' }), scripts],
    ['a script written with escapes', pdfOf({ catalog: '/OpenAction << /S /J#61v#61#53cript /J#53 (x) >>' }), scripts],
    ['a script without its kind', pdfOf({ more: ['<< /J#53 (app.alert(1)) >>'] }), scripts],
    ['a program to start', pdfOf({ catalog: '/OpenAction << /S /Launch /F (cmd.exe) >>' }), scripts],
    ['a form that sends itself', pdfOf({ more: ['<< /S /SubmitForm /F (http://x.example) >>'] }), scripts],
    ['a form in XML', pdfOf({ catalog: '/AcroForm << /XFA 4 0 R >>' }), scripts],
    ['an embedded file', pdfOf({ more: [streamOf('/Type /EmbeddedFile', Buffer.from('MZ'))] }), files],
    ['an embedded file that hides its kind', pdfOf({ more: ['<< /F (a.exe) /EF << /F 5 0 R >> >>'] }), files],
    ['a script in an object stream', pdfOf({ more: [objectStreamOf('<< /S /JavaScript /JS (x) >>')] }), scripts],
    ['an escaped script in an object stream', pdfOf({ more: [objectStreamOf('<< /S /#4aavaScript >>')] }), scripts],
    ['an embedded file in an object stream', pdfOf({ more: [objectStreamOf('<< /EF << /F 5 0 R >> >>')] }), files],
    ['a program to start in an object stream', pdfOf({ more: [objectStreamOf('<< /S /Launch >>')] }), scripts],
  ])('%s', async (_what, content, problem) => {
    await expect(inspect(content)).rejects.toMatchObject(problem)
  })
})

describe('refused because it fetches by itself', () => {
  const opens = (action: string, ...more: (string | Buffer)[]) => pdfOf({ catalog: `/OpenAction ${action}`, more })
  test.each([
    ['another file behind a link', pdfOf({ more: ['<< /S /GoToR /F (\\\\\\\\x.example\\\\a.pdf) /D [0 /Fit] >>'] })],
    ['another file, written with escapes', pdfOf({ more: ['<< /S /#47oToR /F (a.pdf) >>'] })],
    ['another file in an object stream', pdfOf({ more: [objectStreamOf('<< /S /GoTo#52 /F (a.pdf) >>')] })],
    ['an address when opened', opens(`<< ${address} >>`)],
    ['an address when opened, written with escapes', pdfOf({ catalog: '/Open#41ction << /S /U#52I /#55RI (https://x.example) >>' })],
    ['an address by a reference', opens('4 0 R', `<< ${address} >>`)],
    ['an address by a reference with a comment in it', opens('4 % x\n0 R', `<< ${address} >>`)],
    ['an address by a reference to a reference', opens('4 0 R', '5 0 R', `<< ${address} >>`)],
    ['an address in an object stream', opens('9 0 R', objectStreamOf(`<< ${address} >>`))],
    ['an address after a harmless action', opens('<< /S /GoTo /D [3 0 R /Fit] /Next 4 0 R >>', `<< ${address} >>`)],
    ['an address as the second of two that follow', opens('<< /S /GoTo /Next [<< /S /Named >> 4 0 R] >>', `<< ${address} >>`)],
    ['an address in the newer of two objects of one number', opens('4 0 R', `null\nendobj\n4 0 obj << ${address} >>`)],
    ['an address behind a comment in its number', opens('4 0 R', 'null\nendobj\n4 % x\n0 % x\nobj << /S /URI /URI (x) >>')],
    ['an address when a page is shown', pdfOf({ more: [`<< /Type /Page /AA << /O << ${address} >> >> >>`] })],
    ['an address of a field, all by references', pdfOf({ more: ['<< /AA 5 0 R >>', '<< /E 6 0 R >>', `<< ${address} >>`] })],
    ['an address when opened, all in an object stream', pdfOf({ more: [objectStreamOf(`<< /OpenAction << ${address} >> >>`)] })],
  ])('%s', async (_what, content) => {
    await expect(inspect(content)).rejects.toMatchObject(outside)
  })

  test('an object stream with an unclear start of its objects is refused', async () => {
    const data = deflateSync(Buffer.from(`9 0\n  << ${address} >>`))
    const stream = (first: string) => streamOf(`/Type /ObjStm /N 1 ${first} /Filter /FlateDecode`, data)
    for (const first of ['', '/First 8 0 R', '/First 5 /First 6']) {
      await expect(inspect(opens('9 0 R', stream(first)))).rejects.toMatchObject(damaged)
    }
  })
})

describe('refused for how it hides', () => {
  const hidden = deflateSync(Buffer.from('9 0\n  << /S /JavaScript /JS (x) >>'))
  const objectStream = (filter: string, data: Buffer, more = '') => streamOf(`${more} /Type /ObjStm /N 1 /First 5 ${filter}`, data)
  test.each([
    ['an object stream named with escapes', [streamOf('/Type /O#62jStm /N 1 /F#69rst 5 /Fil#74er /Fl#61teDecode', hidden)], scripts],
    ['one that does not say what it is', [streamOf('/N 1 /First 5 /Filter /FlateDecode', hidden)], scripts],
    [
      'one behind a string that looks like an object',
      [objectStream('/Filter /FlateDecode', hidden, '/X (9 0 obj << >> stream\n)')],
      scripts,
    ],
    ['one behind a comment', [objectStream('/Filter /FlateDecode', hidden, '% ( endobj\n')], scripts],
    ['one behind the word in a hex string', [objectStream('/Filter /FlateDecode', hidden, '/X <stream\n>')], scripts],
    ['one behind the word as a value', [objectStream('/Filter /FlateDecode', hidden, '/X stream\n /Y endobj /Z [endobj]')], scripts],
    ['one behind the word as a name', [objectStream('/Filter /FlateDecode', hidden, '/X /stream\n')], scripts],
    ['one with a comment before its packing', [objectStream('/Filter % x\n /FlateDecode', hidden)], damaged],
    [
      'one with a blank behind the word',
      [String(streamOf('/First 5 /Filter /FlateDecode', hidden).toString('latin1')).replace('stream\n', 'stream \r\n')].map((text) =>
        Buffer.from(text, 'latin1'),
      ),
      scripts,
    ],
    ['an object with comments in its head', [`endobj 9%x\n0%y\nobj << /X (endobj) /EF << >> >>`], files],
    ['one packed twice', [objectStream('/Filter [/ASCIIHexDecode /FlateDecode]', Buffer.from(hidden.toString('hex')))], damaged],
    ['one in another packing', [objectStream('/Filter /LZWDecode', hidden)], damaged],
    ['one whose packing stands elsewhere', [objectStream('/Filter 7 0 R', hidden)], damaged],
    ['one mixed with a predictor', [objectStream('/Filter /FlateDecode /DecodeParms << /Predictor 12 >>', hidden)], damaged],
    ['one that is cut off', [objectStream('/Filter /FlateDecode', hidden.subarray(0, 12))], damaged],
    ['one that is not packed', [objectStream('', Buffer.from('9 0\n  << /X (endstream) /EF << >> >>'))], files],
  ])('%s', async (_what, more, problem) => {
    await expect(inspect(pdfOf({ more }))).rejects.toMatchObject(problem)
  })

  test('an object stream beyond 50 MB', async () => {
    const bomb = deflateSync(Buffer.alloc(51 * 1024 * 1024, ' '))
    expect(bomb.length).toBeLessThan(100_000)
    await expect(inspect(pdfOf({ more: [objectStream('/Filter /FlateDecode', bomb)] }))).rejects.toMatchObject({
      code: 'files.unpacksTooLarge',
      status: 413,
    })
    const part = deflateSync(Buffer.alloc(20 * 1024 * 1024, ' '))
    const three = [1, 2, 3].map(() => objectStream('/Filter /FlateDecode', part))
    await expect(inspect(pdfOf({ more: three }))).rejects.toMatchObject({ code: 'files.unpacksTooLarge' })
  })

  test('9 MB of noise in a picture are not taken for a script', async () => {
    const noise = Buffer.concat(
      Array.from({ length: 144 }, (_, index) => createHash('shake256', { outputLength: 65_536 }).update(`${index}`).digest()),
    )
    for (const word of ['obj', ' obj', '\nobj', '0obj']) noise.write(`${word} /JS (`, 1_000_000 + word.length * 1_000, 'latin1')
    await expect(inspect(pdfOf({ more: [streamOf('/Subtype /Image', noise)] }))).resolves.toBeUndefined()
  })

  test.each([
    ['objects nested a hundred thousand times', pdfOf({ more: ['1 0 obj << '.repeat(100_000)] })],
    ['more objects than any honest file has', pdfOf({ more: ['1 0 obj null endobj '.repeat(attachmentLimits.pdfObjects)] })],
    ['more words than any honest file has', pdfOf({ more: [`[${'0 '.repeat(attachmentLimits.pdfWords)}]`] })],
    ['brackets that never close', pdfOf({ more: ['1 0 obj ('.repeat(1_000_000)] })],
  ])('%s, by what was read and not by a bound on time or memory', async (_what, content) => {
    const refusal: unknown = await inspectAttachment(content, 'a.pdf', 60).catch((error: unknown) => error)
    expect(refusal).toMatchObject(damaged)
    expect(refusal).not.toHaveProperty('cause')
  })
})

describe('refused as a file', () => {
  test.each([
    ['encrypted', pdfOf({ trailer: '/Encrypt 4 0 R' }), { code: 'files.encrypted' }],
    ['with an embedded file in its trailer', pdfOf({ trailer: '/X << /EF << /F 5 0 R >> >>' }), files],
    ['without an end', pdfOf({ end: '' }), damaged],
    ['with something behind its end', pdfOf({ end: '%%EOF\n<script>alert(1)</script>' }), damaged],
    ['of an unknown version', Buffer.from(pdfOf().toString('latin1').replace('%PDF-1.7', '%PDF-x.y'), 'latin1'), damaged],
  ])('%s', async (_what, content, problem) => {
    await expect(inspect(content)).rejects.toMatchObject(problem)
  })
})

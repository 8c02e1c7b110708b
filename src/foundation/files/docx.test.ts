import { describe, expect, test } from 'vitest'
import { contentTypesWith, docxOf, relationsOf, zipOf } from '../../../tests/attachmentFiles.ts'
import { inspectDocx } from './docxActions.ts'

const inspect = inspectDocx
const wrongType = { code: 'files.wrongType', status: 415 }
const damaged = { code: 'files.damaged', status: 415 }
const macros = { code: 'files.hasMacros', status: 415 }
const packed = { code: 'files.hasEmbeddedFiles', status: 415 }
const outside = { code: 'files.hasExternalContent', status: 415 }
const tooLarge = { code: 'files.unpacksTooLarge', status: 413 }
const megabyte = 1024 * 1024

const ole = (stream: string) => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504), Buffer.from(stream, 'utf16le')])
const relations = (attributes: string) => [{ name: 'word/_rels/settings.xml.rels', content: relationsOf(attributes) }]
const officeRelation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

describe('a harmless document passes', () => {
  test.each([
    ['text', docxOf()],
    ['a picture', docxOf([{ name: 'word/media/image1.png', content: Buffer.alloc(3 * megabyte, 1) }])],
    ['a link', docxOf(relations(`Type="${officeRelation}/hyperlink" Target="https://www.example.org/?a=1&amp;b=2" TargetMode="External"`))],
    [
      'a workbook behind a chart',
      docxOf([{ name: 'word/embeddings/chart.xlsx', content: zipOf([{ name: 'xl/workbook.xml', content: 'x' }]) }]),
    ],
    ['a formula object', docxOf([{ name: 'word/embeddings/oleObject1.bin', content: ole('Equation Native') }])],
    ['200 entries', docxOf(Array.from({ length: 198 }, (_, index) => ({ name: `word/media/${index}.png`, content: 'x' })))],
    ['49 MB unpacked', docxOf([{ name: 'word/media/a.bmp', content: Buffer.alloc(49 * megabyte) }])],
  ])('%s', async (_what, content) => {
    await expect(inspect(content)).resolves.toBeUndefined()
  })
})

describe('refused as an archive', () => {
  test.each([
    ['201 entries', docxOf(Array.from({ length: 199 }, (_, index) => ({ name: `word/media/${index}.png`, content: 'x' }))), tooLarge],
    ['more than 50 MB unpacked', docxOf([{ name: 'word/media/a.bmp', content: Buffer.alloc(51 * megabyte) }]), tooLarge],
    ['50 MB in parts', docxOf([1, 2, 3].map((index) => ({ name: `word/${index}.bmp`, content: Buffer.alloc(17 * megabyte) }))), tooLarge],
    ['a size that lies', docxOf([{ name: 'word/media/a.bmp', content: Buffer.alloc(60 * megabyte), claimedBytes: 10 }]), damaged],
    ['no content types', zipOf([{ name: 'word/document.xml', content: '<a/>' }]), wrongType],
    ['no text', zipOf([{ name: '[Content_Types].xml', content: contentTypesWith('text/xml') }]), wrongType],
    ['another kind of document', docxOf([{ name: '[Content_Types].xml', content: '<Types/>' }]), wrongType],
    ['a name that climbs', docxOf([{ name: '../../evil.xml', content: 'x' }]), damaged],
    ['an absolute name', docxOf([{ name: '/etc/passwd', content: 'x' }]), damaged],
    ['a name with a backslash', docxOf([{ name: 'word\\evil.xml', content: 'x' }]), damaged],
    ['a name with a control character', docxOf([{ name: 'word/a\u202Eb.xml', content: 'x' }]), damaged],
    [
      'two parts of one name',
      docxOf([
        { name: 'WORD/document.xml', content: '<a/>' },
        { name: 'x.xml', content: '<a/>' },
      ]),
      damaged,
    ],
    ['an encrypted part', docxOf([{ name: 'word/a.xml', content: 'x', flags: 1 }]), { code: 'files.encrypted' }],
    ['the start of a zip alone', Buffer.from('PK\u0003\u0004 and then nothing'), damaged],
    ['a zip cut off', docxOf().subarray(0, 300), damaged],
  ])('%s', async (_what, content, problem) => {
    await expect(inspect(content)).rejects.toMatchObject(problem)
  })
})

describe('refused for what it holds', () => {
  const withTypes = (content: string | Buffer) => docxOf([{ name: '[Content_Types].xml', content }])
  const macroType = 'application/vnd.ms-word.document.macroEnabled.main+xml'
  test.each([
    ['macros', docxOf([{ name: 'word/vbaProject.bin', content: ole('x') }]), macros],
    ['macros in capitals', docxOf([{ name: 'word/VBAPROJECT.BIN', content: 'x' }]), macros],
    ['a control', docxOf([{ name: 'word/activeX/activeX1.xml', content: '<a/>' }]), macros],
    ['the content type of macros', withTypes(contentTypesWith(macroType)), macros],
    ['that type in written-out letters', withTypes(contentTypesWith(macroType.replace('E', '&#x45;').replace('a', '&#97;'))), macros],
    ['that type in UTF-16', withTypes(Buffer.from(`\ufeff${contentTypesWith(macroType).replace('UTF-8', 'UTF-16')}`, 'utf16le')), macros],
    ['a document with macros inside', docxOf([{ name: 'word/embeddings/a.docm', content: 'x' }]), macros],
    [
      'a workbook with macros inside',
      docxOf([{ name: 'word/embeddings/a.xlsx', content: zipOf([{ name: 'xl/vbaProject.bin', content: 'x' }]) }]),
      macros,
    ],
    ['a packed file', docxOf([{ name: 'word/embeddings/oleObject1.bin', content: ole('\u0001Ole10Native') }]), packed],
    ['old macros', docxOf([{ name: 'word/embeddings/oleObject1.bin', content: ole('_VBA_PROJECT') }]), packed],
    ['a program', docxOf([{ name: 'word/media/image1.png', content: 'MZ\u0090' }]), packed],
    ['a script file', docxOf([{ name: 'word/media/start.vbs', content: 'x' }]), packed],
    ['a definition of entities', withTypes(`<!DOCTYPE a [<!ENTITY b "c">]>${contentTypesWith('text/xml')}`), damaged],
    ['another encoding', withTypes(contentTypesWith('text/xml').replace('UTF-8', 'UTF-7')), damaged],
  ])('%s', async (_what, content, problem) => {
    await expect(inspect(content)).rejects.toMatchObject(problem)
  })
})

describe('refused for what it fetches', () => {
  const template = `Type="${officeRelation}/attachedTemplate" Target="http://x.example/a.dotm"`
  const field = (instruction: string) => docxOf([{ name: 'word/footer1.xml', content: `<w:ftr xmlns:w="w">${instruction}</w:ftr>` }])
  test.each([
    ['a template', docxOf(relations(`${template} TargetMode="External"`)), outside],
    [
      'a template, other quotes and order',
      docxOf(relations(`TargetMode='External' Target='a>b' ${template.replaceAll('"', "'").replace(/Target='[^']*'$/, '')}`)),
      outside,
    ],
    ['a template in written-out letters', docxOf(relations(`${template} TargetMode="&#69;xternal"`)), outside],
    ['a linked object', docxOf(relations(`Type="${officeRelation}/oleObject" Target="file:///a" TargetMode="External"`)), outside],
    [
      'a linked picture',
      docxOf(relations(`Type="${officeRelation}/image" Target="http://x.example/pixel.png" TargetMode="External"`)),
      outside,
    ],
    ['a DDE field', field('<w:instrText> DDEAUTO c:\\\\windows\\\\cmd.exe "/k" </w:instrText>'), outside],
    ['a DDE field in pieces', field('<w:r><w:instrText>DD</w:instrText></w:r><w:r><w:instrText>E cmd</w:instrText></w:r>'), outside],
    ['a simple DDE field', field('<w:fldSimple w:instr="DDE cmd"/>'), outside],
  ])('%s', async (_what, content, problem) => {
    await expect(inspect(content)).rejects.toMatchObject(problem)
  })
})

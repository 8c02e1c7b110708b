import { z } from 'zod'
import type { Cents } from '#src/platform/kit/money.ts'

/** Credit transfer of a bank file. The bank returns `endToEndId` in every case. */
const sepaTransfer = z.object({
  endToEndId: z.string(),
  amountCents: z.number(),
  holder: z.string(),
  iban: z.string(),
  bic: z.string().nullable(),
  purpose: z.string(),
})
export type SepaTransfer = z.infer<typeof sepaTransfer>

/** Content of a bank file, as it is stored (encrypted, as JSON) until it is downloaded. */
export const sepaFile = z.object({
  messageId: z.string(),
  createdAt: z.coerce.date(),
  /** The day the bank shall execute it on, 'YYYY-MM-DD'. */
  executionOn: z.string(),
  debtor: z.object({ name: z.string(), address: z.string(), iban: z.string(), bic: z.string().optional() }),
  transfers: z.array(sepaTransfer),
})
export type SepaFile = z.infer<typeof sepaFile>

/** Lengths of the schema that our texts could break. */
const lengths = { name: 70, purpose: 140, street: 70, town: 35 } as const

/** Replacements of German banks for letters outside their character set; all other letters lose their accents. */
const spellings: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'Ae',
  œ: 'oe',
  Œ: 'Oe',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  '&': '+',
  '–': '-',
  '—': '-',
  '’': "'",
  '€': 'EUR',
}

/**
 * Converts a text to the characters that every bank in SEPA accepts: Latin letters, digits and / - ? : ( ) . , ' + and blanks. A character
 * without a counterpart becomes a dot. No slash at either end and none doubled, as the rulebooks require.
 */
export function sepaText(text: string, longest: number) {
  const spelled = [...text.normalize('NFC')].map((one) => spellings[one] ?? one).join('')
  const latin = spelled
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, '.')
  return (
    latin
      .replace(/\/{2,}/g, '/')
      .slice(0, longest)
      .replace(/^[/ ]+|[/ ]+$/g, '') || '.'
  )
}

/** '1234.50': the only number format of the schema. */
const decimal = (cents: Cents) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

const tag = (name: string, content: string) => `<${name}>${content}</${name}>`
const agent = (name: string, bic: string | null | undefined) =>
  tag(name, tag('FinInstnId', bic ? tag('BICFI', bic) : tag('Othr', tag('Id', 'NOTPROVIDED'))))
const account = (name: string, iban: string) => tag(name, tag('Id', tag('IBAN', iban)))
const party = (name: string, holder: string, address = '') => tag(name, tag('Nm', sepaText(holder, lengths.name)) + address)

/**
 * The payer's address, which transfers outside the European Economic Area need: structured, because banks take no other since November
 * 2026. An address that is not 'street, postcode town' is left out.
 */
function postalAddress(address: string) {
  const [, street, postcode, town] = /^(.+?)[,\n]\s*(?:D-)?(\d{5})\s+([^,\n]+?)\s*$/.exec(address) ?? []
  if (!street || !postcode || !town) return ''
  const parts = [tag('StrtNm', sepaText(street, lengths.street)), tag('PstCd', postcode), tag('TwnNm', sepaText(town, lengths.town))]
  return tag('PstlAdr', [...parts, tag('Ctry', 'DE')].join(''))
}

/** A customer credit transfer initiation as the bank takes it: ISO 20022 pain.001.001.09, one batch of SEPA transfers. */
export function writePain001({ messageId, createdAt, executionOn, debtor, transfers }: SepaFile) {
  const count = tag('NbOfTxs', String(transfers.length))
  const sum = tag('CtrlSum', decimal(transfers.reduce((total, { amountCents }) => total + amountCents, 0)))
  const head = [
    tag('MsgId', messageId),
    tag('CreDtTm', createdAt.toISOString().replace(/\.\d+Z$/, 'Z')),
    count,
    sum,
    party('InitgPty', debtor.name),
  ]
  const payment = [
    tag('PmtInfId', `${messageId}-1`),
    tag('PmtMtd', 'TRF'),
    tag('BtchBookg', 'true'),
    count,
    sum,
    tag('PmtTpInf', tag('SvcLvl', tag('Cd', 'SEPA'))),
    tag('ReqdExctnDt', tag('Dt', executionOn)),
    party('Dbtr', debtor.name, postalAddress(debtor.address)),
    account('DbtrAcct', debtor.iban),
    agent('DbtrAgt', debtor.bic),
    tag('ChrgBr', 'SLEV'),
  ]
  const body = [...payment, ...transfers.map(transferXml)].join('\n')
  const content = `${tag('GrpHdr', head.join(''))}\n${tag('PmtInf', body)}`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">',
    tag('CstmrCdtTrfInitn', content),
    '</Document>\n',
  ].join('\n')
}

/** Without a BIC the creditor's bank is omitted: the IBAN identifies it. */
const transferXml = ({ endToEndId, amountCents, holder, iban, bic, purpose }: SepaTransfer) =>
  tag(
    'CdtTrfTxInf',
    [
      tag('PmtId', tag('InstrId', endToEndId) + tag('EndToEndId', endToEndId)),
      tag('Amt', `<InstdAmt Ccy="EUR">${decimal(amountCents)}</InstdAmt>`),
      bic ? agent('CdtrAgt', bic) : '',
      party('Cdtr', holder),
      account('CdtrAcct', iban),
      tag('RmtInf', tag('Ustrd', sepaText(purpose, lengths.purpose))),
    ].join(''),
  )

/** Our id in the form of banks: no dashes, 32 characters. */
export const sepaId = (uuid: string) => uuid.replaceAll('-', '')

/**
 * Independent reader of bank files: shares no code with our writer, only the tables of the schema pain.001.001.09 as SEPA uses it. Strict:
 * checks every element's place, number, length and characters, and recomputes sums and counts. Throws at the first error.
 */
export function readPain001(text: string) {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
  if (!text.startsWith(declaration)) throw new Error('no declaration')
  const root = parseXml(text.slice(declaration.length).trim())
  if (root.name !== 'Document') throw new Error(`root is ${root.name}`)
  const namespace = root.attributes.xmlns
  if (namespace !== 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09') throw new Error(`namespace ${namespace}`)
  check(root, 'Document', 'Document')
  const [initiation] = root.children
  if (!initiation) throw new Error('empty')
  const payments = all(initiation, 'PmtInf').map(readPayment)
  const head = one(initiation, 'GrpHdr')
  const transfers = payments.flatMap(({ transfers: some }) => some)
  expectSums(head, transfers, 'file')
  const ids = transfers.map(({ endToEndId }) => endToEndId)
  if (new Set(ids).size < ids.length) throw new Error('an EndToEndId is there twice')
  return {
    messageId: value(head, 'MsgId'),
    createdAt: value(head, 'CreDtTm'),
    initiator: value(one(head, 'InitgPty'), 'Nm'),
    payments,
    transfers,
    totalCents: transfers.reduce((sum, { cents }) => sum + cents, 0),
  }
}

function readPayment(payment: Element) {
  const transfers = all(payment, 'CdtTrfTxInf').map((transfer) => ({
    endToEndId: value(one(transfer, 'PmtId'), 'EndToEndId'),
    cents: centsOf(value(one(transfer, 'Amt'), 'InstdAmt')),
    name: value(one(transfer, 'Cdtr'), 'Nm'),
    iban: value(one(one(transfer, 'CdtrAcct'), 'Id'), 'IBAN'),
    bic: transfer.children.some(({ name }) => name === 'CdtrAgt') ? value(one(one(transfer, 'CdtrAgt'), 'FinInstnId'), 'BICFI') : null,
    purpose: value(one(transfer, 'RmtInf'), 'Ustrd'),
  }))
  expectSums(payment, transfers, 'payment')
  return {
    executionOn: value(one(payment, 'ReqdExctnDt'), 'Dt'),
    debtor: value(one(payment, 'Dbtr'), 'Nm'),
    address: all(one(payment, 'Dbtr'), 'PstlAdr').map(({ children }) => Object.fromEntries(children.map((part) => [part.name, part.text]))),
    iban: value(one(one(payment, 'DbtrAcct'), 'Id'), 'IBAN'),
    transfers,
  }
}

function expectSums(holder: Element, transfers: { cents: number }[], what: string) {
  const sum = transfers.reduce((total, { cents }) => total + cents, 0)
  if (Number(value(holder, 'NbOfTxs')) !== transfers.length)
    throw new Error(`${what}: NbOfTxs ${value(holder, 'NbOfTxs')} of ${transfers.length}`)
  if (centsOf(value(holder, 'CtrlSum')) !== sum) throw new Error(`${what}: CtrlSum ${value(holder, 'CtrlSum')}, transfers ${sum} cents`)
}

/** Element of the schema: its parts in order with the allowed counts, or the pattern of its text. */
type Complex = { parts: readonly (readonly [name: string, type: string, least: number, most: number])[]; isChoice?: true }
type Simple = { form: RegExp; attributes?: Record<string, RegExp> }

/** EPC: characters that every bank accepts. An identifier neither begins nor ends with a slash, nor contains two in a row. */
const characters = "[A-Za-z0-9/\\-?:().,'+ ]"
const text = (most: number): Simple => ({ form: new RegExp(`^(?! )(?!/)(?!.*//)${characters}{1,${most}}(?<!/)(?<! )$`) })
const many = Number.POSITIVE_INFINITY
const amount = /^(?!0+\.00$)\d{1,9}\.\d{2}$/
const types: Record<string, Complex | Simple> = {
  Document: { parts: [['CstmrCdtTrfInitn', 'CustomerCreditTransferInitiationV09', 1, 1]] },
  CustomerCreditTransferInitiationV09: {
    parts: [
      ['GrpHdr', 'GroupHeader85', 1, 1],
      ['PmtInf', 'PaymentInstruction30', 1, many],
    ],
  },
  GroupHeader85: {
    parts: [
      ['MsgId', 'Max35Text', 1, 1],
      ['CreDtTm', 'ISODateTime', 1, 1],
      ['NbOfTxs', 'Max15NumericText', 1, 1],
      ['CtrlSum', 'DecimalNumber', 0, 1],
      ['InitgPty', 'PartyIdentification135', 1, 1],
    ],
  },
  PaymentInstruction30: {
    parts: [
      ['PmtInfId', 'Max35Text', 1, 1],
      ['PmtMtd', 'PaymentMethod3Code', 1, 1],
      ['BtchBookg', 'BatchBookingIndicator', 0, 1],
      ['NbOfTxs', 'Max15NumericText', 0, 1],
      ['CtrlSum', 'DecimalNumber', 0, 1],
      ['PmtTpInf', 'PaymentTypeInformation26', 0, 1],
      ['ReqdExctnDt', 'DateAndDateTime2Choice', 1, 1],
      ['Dbtr', 'PartyIdentification135', 1, 1],
      ['DbtrAcct', 'CashAccount38', 1, 1],
      ['DbtrAgt', 'BranchAndFinancialInstitutionIdentification6', 1, 1],
      ['UltmtDbtr', 'PartyIdentification135', 0, 1],
      ['ChrgBr', 'ChargeBearerType1Code', 0, 1],
      ['CdtTrfTxInf', 'CreditTransferTransaction34', 1, many],
    ],
  },
  CreditTransferTransaction34: {
    parts: [
      ['PmtId', 'PaymentIdentification6', 1, 1],
      ['Amt', 'AmountType4Choice', 1, 1],
      ['UltmtDbtr', 'PartyIdentification135', 0, 1],
      ['CdtrAgt', 'CreditorAgent', 0, 1],
      ['Cdtr', 'PartyIdentification135', 1, 1],
      ['CdtrAcct', 'CashAccount38', 1, 1],
      ['UltmtCdtr', 'PartyIdentification135', 0, 1],
      ['RmtInf', 'RemittanceInformation16', 0, 1],
    ],
  },
  PaymentTypeInformation26: { parts: [['SvcLvl', 'ServiceLevel8Choice', 1, 1]] },
  ServiceLevel8Choice: { parts: [['Cd', 'SepaCode', 1, 1]] },
  DateAndDateTime2Choice: { parts: [['Dt', 'ISODate', 1, 1]] },
  PartyIdentification135: {
    parts: [
      ['Nm', 'Max70Text', 1, 1],
      ['PstlAdr', 'PostalAddress24', 0, 1],
    ],
  },
  PostalAddress24: {
    parts: [
      ['StrtNm', 'Max70Text', 0, 1],
      ['PstCd', 'Max16Text', 0, 1],
      ['TwnNm', 'Max35Text', 1, 1],
      ['Ctry', 'CountryCode', 1, 1],
    ],
  },
  CashAccount38: { parts: [['Id', 'AccountIdentification4Choice', 1, 1]] },
  AccountIdentification4Choice: { parts: [['IBAN', 'IBAN2007Identifier', 1, 1]] },
  BranchAndFinancialInstitutionIdentification6: { parts: [['FinInstnId', 'FinancialInstitutionIdentification18', 1, 1]] },
  FinancialInstitutionIdentification18: {
    isChoice: true,
    parts: [
      ['BICFI', 'BICFIDec2014Identifier', 0, 1],
      ['Othr', 'GenericFinancialIdentification1', 0, 1],
    ],
  },
  GenericFinancialIdentification1: { parts: [['Id', 'NotProvided', 1, 1]] },
  CreditorAgent: { parts: [['FinInstnId', 'CreditorInstitution', 1, 1]] },
  CreditorInstitution: { parts: [['BICFI', 'BICFIDec2014Identifier', 1, 1]] },
  PaymentIdentification6: {
    parts: [
      ['InstrId', 'Max35Text', 0, 1],
      ['EndToEndId', 'Max35Text', 1, 1],
    ],
  },
  AmountType4Choice: { parts: [['InstdAmt', 'ActiveOrHistoricCurrencyAndAmount', 1, 1]] },
  RemittanceInformation16: { parts: [['Ustrd', 'Max140Text', 1, 1]] },
  CountryCode: { form: /^[A-Z]{2}$/ },
  Max16Text: text(16),
  Max35Text: text(35),
  Max70Text: text(70),
  Max140Text: text(140),
  Max15NumericText: { form: /^\d{1,15}$/ },
  DecimalNumber: { form: /^\d{1,15}\.\d{2}$/ },
  ISODateTime: { form: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/ },
  ISODate: { form: /^\d{4}-\d\d-\d\d$/ },
  PaymentMethod3Code: { form: /^TRF$/ },
  BatchBookingIndicator: { form: /^(true|false)$/ },
  SepaCode: { form: /^SEPA$/ },
  ChargeBearerType1Code: { form: /^SLEV$/ },
  NotProvided: { form: /^NOTPROVIDED$/ },
  IBAN2007Identifier: { form: /^[A-Z]{2}\d{2}[A-Za-z0-9]{1,30}$/ },
  BICFIDec2014Identifier: { form: /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/ },
  ActiveOrHistoricCurrencyAndAmount: { form: amount, attributes: { Ccy: /^EUR$/ } },
}

function check(element: Element, typeName: string, path: string) {
  const type = types[typeName]
  if (!type) throw new Error(`${path}: type ${typeName}`)
  const fault = (what: string) => new Error(`${path}: ${what}`)
  if ('form' in type) {
    if (element.children.length > 0) throw fault('holds elements')
    if (!type.form.test(element.text)) throw fault(`'${element.text}' is no ${typeName}`)
    if (typeName === 'IBAN2007Identifier' && !hasRightCheckDigits(element.text)) throw fault(`'${element.text}' has wrong check digits`)
    const [given, asked] = [Object.keys(element.attributes), Object.keys(type.attributes ?? {})]
    if (given.join() !== asked.join()) throw fault(`attributes ${given.join()}`)
    for (const name of asked)
      if (!type.attributes?.[name]?.test(element.attributes[name] ?? '')) throw fault(`${name}=${element.attributes[name]}`)
    return
  }
  if (element.text.trim() !== '') throw fault(`holds text '${element.text.trim()}'`)
  if (path !== 'Document' && Object.keys(element.attributes).length > 0) throw fault('has attributes')
  if (type.isChoice && element.children.length !== 1) throw fault('is a choice of one')
  let place = 0
  for (const [name, partType, least, most] of type.parts) {
    let count = 0
    for (let child = element.children[place]; child?.name === name; child = element.children[place]) {
      check(child, partType, `${path}/${name}`)
      count += 1
      place += 1
    }
    if (count < least || count > most) throw fault(`${count} × ${name}`)
  }
  const stray = element.children[place]
  if (stray) throw fault(`${stray.name} does not belong there`)
}

/** ISO 7064, mod 97-10, digit by digit. */
function hasRightCheckDigits(iban: string) {
  let rest = 0
  for (const letter of iban.slice(4) + iban.slice(0, 4)) {
    for (const digit of String(Number.parseInt(letter, 36))) rest = (rest * 10 + Number(digit)) % 97
  }
  return rest === 1
}

type Element = { name: string; attributes: Record<string, string>; children: Element[]; text: string }

/**
 * Parses elements, attributes and text; refuses comments, entity definitions, processing instructions and CDATA, which a bank file does
 * not need.
 */
function parseXml(source: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const token = /<\/([A-Za-z]+)>|<([A-Za-z]+)((?: [A-Za-z]+="[^"<&]*")*)>|([^<&]+)/y
  while (token.lastIndex < source.length) {
    const at = token.lastIndex
    const found = token.exec(source)
    const parent = open.at(-1)
    if (!found || !parent) throw new Error(`not well-formed at ${at}: ${source.slice(at, at + 40)}`)
    const [, closed, opened, attributes = '', content] = found
    if (opened) {
      const pairs = [...attributes.matchAll(/ ([A-Za-z]+)="([^"]*)"/g)].map(([, name = '', held = '']) => [name, held] as const)
      const element: Element = { name: opened, attributes: Object.fromEntries(pairs), children: [], text: '' }
      parent.children.push(element)
      open.push(element)
    } else if (closed) {
      if (parent.name !== closed) throw new Error(`</${closed}> closes <${parent.name}>`)
      open.pop()
    } else parent.text += content
  }
  const [document] = root.children
  if (open.length !== 1 || !document || root.children.length !== 1) throw new Error('not one document')
  return document
}

const all = (element: Element, name: string) => element.children.filter((child) => child.name === name)

function one(element: Element, name: string): Element {
  const [found] = all(element, name)
  if (!found) throw new Error(`${element.name} has no ${name}`)
  return found
}
const value = (element: Element, name: string) => one(element, name).text
const centsOf = (euros: string) => Number(euros.replace('.', ''))

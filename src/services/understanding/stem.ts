import { foldText } from '#src/kit/text.ts'

/**
 * One spelling of a word: small letters, umlauts as their vowel however they were written ('Gärtner' and 'gaertner' → 'gartner'). Behind a
 * vowel 'ue' is none ('bauen').
 */
export const plainOf = (text: string) =>
  foldText(text)
    .replace(/([ao])e/g, '$1')
    .replace(/(?<![aeq])ue/g, 'u')

/** The words of a text in their one spelling. A single letter belongs to the word behind its hyphen: 'E-Mail' → 'email'. */
export const wordsIn = (text: string) =>
  plainOf(text.replace(/(?<![\p{L}\p{N}])(\p{L})-(?=\p{L})/gu, '$1'))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** The same for many texts with many words in common: each word is folded once. */
export function openWordReader() {
  const known = new Map<string, readonly string[]>()
  return (text: string) => {
    const words: string[] = []
    for (const written of text.split(' ')) {
      const folded = known.get(written) ?? wordsIn(written)
      known.set(written, folded)
      for (const word of folded) words.push(word)
    }
    return words
  }
}

/** Forms that no ending tells: strong verbs, and nouns made of them. */
const irregular = new Map(
  Object.entries({
    umzieh: 'umzug umzuge umzugs umgezogen umzuziehen',
    anderung: 'andern andert geandert anderung anderungen',
    schneid: 'schnitt schnitts schnitte geschnitten',
    streich: 'strich anstrich gestrichen anstriche',
    anschliess: 'anschluss anschlusse anschlusses',
    abreiss: 'abriss abgerissen',
    brech: 'bruch gebrochen bricht abgebrochen',
    lauf: 'lauft gelaufen lief',
    schliess: 'geschlossen schloss verschlossen',
    zieh: 'gezogen zog',
    wasch: 'wascht gewaschen wasche',
    back: 'backt gebacken',
    trag: 'tragt getragen',
    fahr: 'fahrt gefahren fahrten',
    massag: 'massage massagen massieren masseur masseurin',
    frisor: 'friseur friseurin friseure friseurs frisor frisorin frisur',
    heb: 'hebt gehoben',
    giess: 'giesst gegossen',
    schleif: 'schliff geschliffen abgeschliffen abschliff',
    brenn: 'gebrannt brennt brand',
    schreib: 'geschrieben schrieb',
    rechner: 'rechner rechners rechnern',
    rechnung: 'rechnung rechnungen',
    // Other things, although they begin alike: 'Regner' and 'regnet', 'Trauer' and 'Trauung'.
    eisen: 'eisen eisens',
    gefeuert: 'gefeuert feuern',
    futtern: 'futtern futtert gefuttert',
    gebraucht: 'gebraucht gebrauchte gebrauchten gebrauchter gebrauchtes',
    gedicht: 'gedicht gedichte gedichten gedichts',
    gelander: 'gelander gelandern gelanders',
    laube: 'laube lauben',
    leiter: 'leiter leitern',
    leut: 'leute leuten',
    markt: 'markt markte marktes',
    medien: 'medien',
    messe: 'messe',
    messer: 'messer messern messers',
    modem: 'modem modems',
    mode: 'mode moden',
    passt: 'passt passen passte gepasst',
    planet: 'planet planeten',
    poster: 'poster postern',
    raume: 'raum raume raumes raums',
    regner: 'regner regnern regners',
    schulter: 'schulter schultern',
    sicherung: 'sicherung sicherungen',
    storage: 'storage store stores',
    tanken: 'tanken getankt',
    topfer: 'topfern topferei topferkurs topfer',
    trauer: 'trauer',
    wander: 'wandern wanderung wanderungen wandert',
    zeitung: 'zeitung zeitungen',
    zimmerer: 'zimmerer zimmerei zimmerin zimmern',
    fallt: 'fallt gefallen fiel umgefallen runtergefallen heruntergefallen',
    grund: 'grund grunde',
    grundet: 'grunden grunder grunderin grundung grundungen gegrundet',
    keller: 'keller kellern kellers',
    kellner: 'kellner kellnerin kellnern kellnert kellnerinnen',
    kurzes: 'kurz kurze kurzer kurzes',
    bind: 'gebunden',
    frier: 'gefroren',
    meldet: 'melden meldet gemeldet',
    nehm: 'genommen nimmt',
    reiss: 'gerissen',
    server: 'server servers servern',
    scher: 'geschoren schert',
    spring: 'gesprungen springt',
    stech: 'gestochen sticht',
    wachs: 'gewachsen wachst',
    sicher: 'sicher sichere sicherer sicheres',
    spinnt: 'spinnt rumspinnt',
    sport: 'sport sports',
    storung: 'storung storungen gestort stort',
    buchung: 'buchung buchungen',
    // Not made of 'hoch', 'Tür', 'Bar' or 'Amt', although they seem so.
    abitur: 'abitur abiturs',
    datenbank: 'datenbank datenbanken',
    barbier: 'barbier barbierin barbiere',
    hochzeit: 'hochzeit hochzeiten hochzeits',
    standesamt: 'standesamt',
    turnhalle: 'turnhalle turnhallen turnsaal',
    uniform: 'uniform uniformen',
    zugefallen: 'zugefallen',
    zugewachsen: 'zugewachsen zugewachsener zugewuchert',
  }).flatMap(([stem, forms]) => forms.split(' ').map((form) => [form, plainOf(stem)] as const)),
)

const prefixes =
  'ab|an|auf|aus|durch|ein|fest|frei|her|hin|hoch|los|mit|nach|rein|rauf|raus|tief|um|unter|vor|weg|wieder|zu|zuruck|zusammen'
const innerGe = new RegExp(`^(${prefixes})(?:ge|zu)(\\p{L}{3,})$`, 'u')

/** 'angeschlossen' is of 'anschließen'. */
const strongParticiple = new RegExp(`^(${prefixes})(ge\\p{L}{3,})$`, 'u')

/** A participle with an adjective's ending: 'zerbrochene'. */
const inflected = new RegExp(`^((?:(?:${prefixes})?ge|zer|ver)\\p{L}{3,}en)(?:e|er|es|em)$`, 'u')

/** Whether a word is one by itself, whatever parts it seems to be made of. */
export const isOneWord = (plain: string) => irregular.has(plain)

/** The part of a word that its forms share, whoever does it included: 'Reinigung', 'reinigt', 'Reinigerin' → 'reinig'. */
export function stemOf(plain: string): string {
  const known = irregular.get(plain)
  if (known !== undefined) return known
  const [, before = '', strong = ''] = strongParticiple.exec(plain) ?? []
  const base = irregular.get(strong)
  if (base !== undefined) return before + base
  const whole = plain
    .replace(inflected, '$1')
    .replace(innerGe, '$1$2')
    .replace(/^ge(?=\p{L}{4,}t$)/u, '')
  const male = whole.replace(/(er|eur|graf|ist|log|ent|ant|or|anz|wirt)in(nen)?$/, '$1')
  return shorten(male)
}

/** Endings of foreign words come off whole, so that 'Montage', 'Monteur' and 'montieren' are the same. */
const foreign = /(ieren|ierung|ierungen|ierer|ierern|iert|ierte|ation|ationen|ateur|ateure|atur|aturen|age|agen|eur|eure|euren|ierst|iere)$/
const endings = /(ungen|ung|ern|erei|ereien|en|em|er|es|et|est|te|ten|e|n|t|s)$/

function shorten(word: string) {
  const short = word.replace(foreign, '')
  if (short !== word && short.length >= 4) return short
  const once = cut(word)
  return /(ung|erung|erungen|ern)$/.test(word) || once.endsWith('er') ? cut(once) : once
}

function cut(word: string) {
  const ending = endings.exec(word)?.[0] ?? ''
  const stem = word.slice(0, word.length - ending.length)
  if (stem.length < (/^(er|t|s|te|ten|et|est|ung)$/.test(ending) ? 4 : 3))
    return stem.length === 0 || word.length <= 4 ? cutShort(word) : word
  if (ending === 's' && /[suaiy]$/.test(stem)) return word
  if (ending === 't' && /[taeiouhc]$|(?<!s)s$/.test(stem)) return word
  if (ending === 'n' && !/[lr]$/.test(stem)) return word
  return stem
}

/** 'Tür' and 'Türen', 'Rad' and 'Räder': of three letters only an 'e' comes off. */
const cutShort = (word: string) => (word.length === 4 && word.endsWith('e') ? word.slice(0, 3) : word)

import { foldText } from '#src/platform/kit/text.ts'

/**
 * Folds a text: lower case, umlauts as their base vowel, however they were written ('Gärtner' and 'gaertner' → 'gartner'). After a vowel,
 * 'ue' is no umlaut ('bauen').
 */
export const plainOf = (text: string) =>
  foldText(text)
    .replace(/([ao])e/g, '$1')
    .replace(/(?<![aeq])ue/g, 'u')

/** Folded words of a text. A single letter is joined with the word after its hyphen: 'E-Mail' → 'email'. */
export const wordsIn = (text: string) =>
  plainOf(text.replace(/(?<![\p{L}\p{N}])(\p{L})-(?=\p{L})/gu, '$1'))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** Returns `wordsIn` with a cache of words, for many texts that share most of their words. */
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

/** Stems of irregular forms: strong verbs, and nouns derived from them. */
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
    // Words that would get the stem of an unrelated one: 'Regner' and 'regnet', 'Trauer' and 'Trauung'.
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
    // Words that look like compounds of 'hoch', 'Tür', 'Bar' or 'Amt', and are none.
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

/** Strong participle with a prefix: 'angeschlossen' of 'anschließen'. */
const strongParticiple = new RegExp(`^(${prefixes})(ge\\p{L}{3,})$`, 'u')

/** Participle with an adjective's ending: 'zerbrochene'. */
const inflected = new RegExp(`^((?:(?:${prefixes})?ge|zer|ver)\\p{L}{3,}en)(?:e|er|es|em)$`, 'u')

/** True for a word that must not be split, although it looks like a compound. */
export const isOneWord = (plain: string) => irregular.has(plain)

/** Stem that all forms of a word share, including the person who does it: 'Reinigung', 'reinigt', 'Reinigerin' → 'reinig'. */
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

/** Endings of foreign words, removed as a whole, so that 'Montage', 'Monteur' and 'montieren' have the same stem. */
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

/** Removes a final 'e' from stems of four letters: 'Tür' and 'Türen', 'Rad' and 'Räder'. */
const cutShort = (word: string) => (word.length === 4 && word.endsWith('e') ? word.slice(0, 3) : word)

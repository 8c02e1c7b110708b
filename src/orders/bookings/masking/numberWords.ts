const ones: Record<string, string> = {
  null: '0',
  eins: '1',
  zwei: '2',
  zwo: '2',
  drei: '3',
  vier: '4',
  funf: '5',
  fuenf: '5',
  sechs: '6',
  sieben: '7',
  acht: '8',
  neun: '9',
  zero: '0',
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  doppelnull: '00',
}
const teens = { zehn: '10', elf: '11', zwolf: '12', zwoelf: '12', sechzehn: '16', siebzehn: '17' }
const tens: Record<string, string> = {
  zwanzig: '2',
  dreissig: '3',
  vierzig: '4',
  funfzig: '5',
  fuenfzig: '5',
  sechzig: '6',
  siebzig: '7',
  achtzig: '8',
  neunzig: '9',
}
const beforeTens = { ein: '1', zwei: '2', drei: '3', vier: '4', funf: '5', fuenf: '5', sechs: '6', sieben: '7', acht: '8', neun: '9' }

const values = new Map<string, string>([
  ...Object.entries(ones),
  ...Object.entries(teens),
  ...['drei', 'vier', 'funf', 'fuenf', 'acht', 'neun'].map((one): [string, string] => [`${one}zehn`, `1${ones[one]}`]),
  ...Object.entries(tens).flatMap(([ten, digit]) => [
    [ten, `${digit}0`] as [string, string],
    ...Object.entries(beforeTens).map(([one, last]): [string, string] => [`${one}und${ten}`, `${digit}${last}`]),
  ]),
])
const longestFirst = [...values.keys()].toSorted((one, other) => other.length - one.length).join('|')
const whole = new RegExp(`^(?:${longestFirst})+$`)
const each = new RegExp(longestFirst, 'g')

/** Returns the digits of a number word ('nulleins' → '01'); undefined for any other word. */
export const digitsOfWord = (word: string) =>
  whole.test(word) ? [...word.matchAll(each)].map(([one]) => values.get(one)).join('') : undefined

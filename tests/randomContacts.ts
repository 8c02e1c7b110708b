/** Seeded random German messages with and without contact data, written independently of the code that masks them. */

/** Writes such messages; `random` gives numbers from 0 to 1. */
export function openContacts(random: () => number) {
  const upTo = (most: number) => Math.floor(random() * most)
  const from = (least: number, most: number) => least + upTo(most - least + 1)
  const pick = <One>(list: readonly One[]): One => list[upTo(list.length)] as One
  const digits = (count: number) => Array.from({ length: count }, () => upTo(10)).join('')
  const two = (value: number) => String(value).padStart(2, '0')
  const withProbability = (share: number) => random() < share

  const numberWords = ['null', 'eins', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun']
  const inWords = (text: string) => [...text].map((one) => (/\d/.test(one) ? numberWords[Number(one)] : '')).filter(Boolean)
  const spaced = (text: string, by = ' ') => [...text.replace(/\s/g, '')].join(by)
  const hiddenBetween = (text: string) => [...text].join(pick(['\u200b', '\u200d', '\u2060', '\u00ad', '\ufeff']))
  const looks: Record<string, string> = { a: 'а', e: 'е', o: 'о', p: 'р', c: 'с', i: 'і', x: 'х' }
  const lookAlike = (text: string) => [...text].map((one) => looks[one] ?? one).join('')
  const wide = (text: string) =>
    [...text].map((one) => (/[!-~]/.test(one) ? String.fromCharCode(one.charCodeAt(0) + 0xfee0) : one)).join('')

  const first = ['katrin', 'joerg', 'meike', 'ali', 'svetlana', 'info', 'kontakt', 'h.mueller', 'b_krause', 'anna-lena', 'max1984']
  const names = ['bergmann', 'hansen', 'petersen', 'yilmaz', 'glanzwerk', 'malerei-koch', 'elektro24', 'haus-und-hof', 'nordlicht']
  const hosts = ['gmail', 'gmx', 'web', 't-online', 'posteo', 'freenet', 'outlook', ...names]
  const ends = ['de', 'com', 'net', 'org', 'eu', 'info']

  function email() {
    const [name, host, end] = [pick([...first, `${pick(first)}.${pick(names)}`]), pick(hosts), pick(ends)]
    const plain = `${name}@${host}.${end}`
    const words = name.replaceAll('.', ' punkt ')
    return pick([
      () => plain,
      () => plain,
      () => plain.toUpperCase(),
      () => `${name} @ ${host}.${end}`,
      () => `${name}(at)${host}.${end}`,
      () => `${name} [at] ${host} [dot] ${end}`,
      () => `${name} at ${host} punkt ${end}`,
      () => `${words} ät ${host} Punkt ${end}`,
      () => `${name} AT ${host} DOT ${end}`,
      () => `${name}{at}${host}(punkt)${end}`,
      () => spaced(plain),
      () => hiddenBetween(plain),
      () => lookAlike(plain),
      () => wide(plain),
      () => `${name} klammeraffe ${host}.${end}`,
      () => `mailto:${plain}`,
    ])()
  }

  function phone() {
    const mobile = `${pick(['15', '16', '17'])}${upTo(10)}${digits(from(7, 8))}`
    const area = pick(['30', '40', '89', '221', '711', '341', '4131', '6221', '2151'])
    const line = `${area}${from(1, 9)}${digits(from(5, 7))}`
    const bare = pick([mobile, mobile, line])
    const head = bare === line ? area.length : 3
    const [start, rest] = [bare.slice(0, head), bare.slice(head)]
    const pairs = (text: string) => text.match(/..?/g)?.join(pick([' ', '-', '.'])) ?? text
    return pick([
      () => `0${bare}`,
      () => `0${start} ${rest}`,
      () => `0${start}/${rest}`,
      () => `0${start}-${rest}`,
      () => `(0${start}) ${rest}`,
      () => `+49 ${start} ${rest}`,
      () => `+49${bare}`,
      () => `+49 (0) ${start} ${rest}`,
      () => `0049${bare}`,
      () => `0049 ${start} ${pairs(rest)}`,
      () => `0${start} ${pairs(rest)}`,
      () => spaced(`0${bare}`),
      () => spaced(`0${bare}`, pick(['-', '.', ' . ', '_', '  '])),
      () => inWords(`0${bare}`).join(pick([' ', ', ', '-'])),
      () => inWords(`0${bare}`).join(''),
      () => `${inWords(`0${start}`).join(' ')} ${rest}`,
      () => `0${start} ${inWords(rest).join(' ')}`,
      () => hiddenBetween(`0${bare}`),
      () => wide(`0${bare}`),
      () => `O${bare}`,
      () => [...`0${bare}`].map((one) => `${one}\ufe0f\u20e3`).join(''),
      () => [...`0${bare}`].map((one) => String.fromCharCode(0x660 + Number(one))).join(''),
    ])()
  }

  function iban() {
    const bban = digits(18)
    const check = 98n - (BigInt(`${bban}131400`) % 97n)
    const plain = `DE${two(Number(check))}${bban}`
    return pick([
      () => plain,
      () => plain.match(/.{1,4}/g)?.join(' ') ?? plain,
      () => plain.toLowerCase(),
      () => `IBAN: ${plain.match(/.{1,4}/g)?.join('-')}`,
      () => `IBAN ${plain.match(/.{1,4}/g)?.join('.')}`,
      () => spaced(plain),
      () => hiddenBetween(plain),
      () => wide(plain),
      () => plain.slice(2),
      () => `DE ${inWords(plain).join(' ')}`,
    ])()
  }

  function link() {
    const host = pick(names)
    const end = pick(ends)
    return pick([
      () => `https://www.${host}.${end}/kontakt`,
      () => `http://${host}.${end}`,
      () => `www.${host}.${end}`,
      () => `${host}.${end}`,
      () => `${host}.${end}/angebot?id=${digits(3)}`,
      () => `www punkt ${host} punkt ${end}`,
      () => `${host} punkt ${end}`,
      () => `${host} dot ${end}`,
      () => `${host}(punkt)${end}`,
      () => `${host}[.]${end}`,
      () => spaced(`www.${host.replace(/-/g, '')}.${end}`),
      () => hiddenBetween(`${host}.${end}`),
      () => lookAlike(`www.${host}.${end}`),
      () => wide(`${host}.${end}`),
      () => `hxxps://${host}.${end}`,
      () => `wa.me/49${digits(10)}`,
      () => `t.me/${pick(names).replace(/-/g, '')}`,
      () => `${host} . ${end === 'info' ? 'de' : end}`,
    ])()
  }

  const people = ['Herr Hansen', 'Frau Petersen', 'mein Kollege', 'der Hausmeister', 'Familie Yılmaz', 'die Nachbarin']
  const rooms = ['Küche', 'Bad', 'Flur', 'Keller', 'Treppenhaus', 'Wohnzimmer', 'Balkon', 'Garage']
  const streets = ['Schmale Gasse', 'Hauptstraße', 'Am Alten Markt', 'Lindenallee', 'Straße des 17. Juni', 'Berliner Ring']
  const towns = ['01067 Dresden', '04109 Leipzig', '22767 Hamburg', '50667 Köln', '06108 Halle', '10117 Berlin', '99084 Erfurt']
  const date = () =>
    pick([
      `${two(from(1, 28))}.${two(from(1, 12))}.20${from(24, 29)}`,
      `${from(1, 28)}.${from(1, 12)}.`,
      `20${from(25, 28)}-${two(from(1, 12))}-${two(from(1, 28))}`,
      `${from(1, 28)}. Dezember`,
      `${two(from(1, 28))}.${two(from(1, 12))}.${from(24, 29)}`,
    ])
  const time = () =>
    pick([
      `${two(from(7, 19))}:${pick(['00', '15', '30', '45'])}`,
      `${from(7, 19)}.${pick(['00', '30'])} Uhr`,
      `${from(7, 19)} Uhr`,
      `0${from(7, 9)}:${two(upTo(60))} Uhr`,
    ])
  const price = () =>
    pick([
      `${from(9, 999)},${two(upTo(100))} €`,
      `${from(1, 9)}.${digits(3)},00 Euro`,
      `${from(10, 900)} Euro`,
      `EUR ${from(10, 900)},00`,
      `${from(10, 99)},- €`,
    ])
  const measure = () =>
    pick([
      `${from(1, 9)},${upTo(10)} m²`,
      `0,${digits(2)} m`,
      `${from(20, 400)} x ${from(20, 400)} cm`,
      `${from(1, 40)} kg`,
      `0,5 l`,
      `230 V`,
      `${from(1, 16)} A`,
      `${from(1, 9)} Stück`,
    ])
  const model = () =>
    pick([
      'DIN 18015',
      'DIN EN 60335-1',
      'DIN 18015-2:2021-10',
      'VDE 0100',
      'DIN VDE 0100-600:2017-06',
      'ISO 9001',
      'RAL 9010',
      'Modell WMF 6524',
      'Bosch GSR 18V-55',
      'Typ 22 600x1000',
      'Vaillant VC 20CS/1-5',
      'Junkers ZWB 24-1',
      'iPhone 15',
    ])
  const order = () =>
    pick([
      `Auftragsnummer ${digits(8)}`,
      `Rechnung Nr. ${from(2020, 2026)}-${digits(5)}`,
      `Bestellnummer ${from(100, 999)}-${digits(7)}-${digits(7)}`,
      `Kundennummer 00${digits(7)}`,
      `Buchung ${digits(4)}bc${digits(2)}`,
      `Zählernummer 1EMH00${digits(8)}`,
      `Artikelnummer 0601${digits(6)}`,
      `EAN 40${digits(11)}`,
      `Sendungsnummer 00340434${digits(12)}`,
    ])

  const ordinary = () =>
    pick([
      () => `Guten Tag, der Termin am ${date()} um ${time()} passt mir gut.`,
      () => `Was kostet das für ${from(2, 40)} Fenster? Bisher habe ich ${price()} bezahlt.`,
      () => `Wir haben ${from(1, 9)} Zimmer und ${from(20, 180)} m², davon ${measure()} Parkett.`,
      () => `Die Adresse ist ${pick(streets)} ${from(1, 180)}${pick(['', 'a', 'b'])}, ${pick(towns)}, ${from(1, 5)}. Stock links.`,
      () => `Öffnungszeiten: Mo-Fr ${time()} bis ${time()}, Sa 09:00-13:00 Uhr.`,
      () => `Montag bis Freitag 08.00 - 18.00 Uhr, samstags 9-13 Uhr.`,
      () => `Es geht um ${order()} vom ${date()}.`,
      () => `Bitte nach ${model()} prüfen, danke.`,
      () => `Das Maß ist ${measure()}, die Nische hat ${from(50, 90)} x ${from(50, 90)} x ${from(170, 220)} cm.`,
      () => `Ich brauche ${from(2, 30)} Stück zu je ${price()}, also ${price()} zusammen.`,
      () => `${pick(people)} öffnet Ihnen, klingeln Sie bitte bei Kühn im ${from(1, 5)}. OG.`,
      () => `Wir sind zwei Erwachsene, drei Kinder und ein Hund, das Bad hat acht Fliesenreihen.`,
      () => `Bitte klingeln Sie zwei- bis dreimal, ${pick(['acht', 'neun', 'zehn'])} Uhr passt am besten.`,
      () => `In der ${pick(rooms)} und im ${pick(rooms)} ist Schimmel.Das Fenster klemmt.Es zieht.`,
      () => `Ab ${time()} bin ich da, spätestens um ${time()}. Am ${date()} geht es nicht.`,
      () => `Können Sie am ${date()}, ${date()} oder ${date()} kommen?`,
      () => `Der Punkt ist: Um Punkt ${from(7, 11)} muss alles fertig sein.`,
      () => `Das Angebot über ${price()} inkl. 19 % MwSt. nehme ich an.`,
      () => `Die Anlage hat ${from(3, 25)} kWp, der Zähler steht auf ${from(1, 9)}${digits(4)},${upTo(10)} kWh.`,
      () => `Baujahr ${from(1950, 2024)}, zuletzt gestrichen ${from(2005, 2023)}.`,
      () => `Gruppen: 10.000, 20.000 oder 30.000 Flyer, Preis ab ${price()}.`,
      () => `Wir liefern nach 01067, 04109 und 06108, sonst ab ${price()}.`,
      () => `Das steht z.B. in der Datei Grundriss.pdf, Foto IMG_${digits(4)}.jpg liegt bei.`,
      () => `Ich melde mich telefonisch nicht gern, schreiben Sie bitte hier bis ${date()}.`,
      () => `Sie erreichen mich hier ab ${time()}; rufen Sie am ${date()} nicht an.`,
      () => `Das Verhältnis ist 1:2,5 bei ${from(5, 25)} °C, Trockenzeit ${from(2, 24)} Stunden.`,
      () => `Schlüssel liegt um ${time()} bei ${pick(people)}, Etage ${from(1, 9)}, Wohnung ${from(1, 60)}.`,
      () => `Vielen Dank, ${pick(people)} war pünktlich und sehr freundlich!`,
    ])()

  const lead = () =>
    pick([
      'Meine Nummer: ',
      'Rufen Sie mich an unter ',
      'Schreiben Sie an ',
      'Mehr hier: ',
      'Bitte direkt: ',
      'Am besten so: ',
      'Hier meine Daten ',
      '',
    ])
  const contacts = { email, phone, iban, link }
  /** A message with one contact, at any place. */
  function withContact(kind: keyof typeof contacts) {
    const contact = contacts[kind]()
    const parts = [`${lead()}${contact}`, ...(withProbability(0.7) ? [ordinary()] : []), ...(withProbability(0.3) ? [ordinary()] : [])]
    const text = withProbability(0.5) ? parts.join(pick(['. ', '\n', ' – '])) : parts.toReversed().join(pick([' ', '\n']))
    return { text, contact, rest: text.replace(contact, ' ') }
  }
  return { withContact, ordinary }
}

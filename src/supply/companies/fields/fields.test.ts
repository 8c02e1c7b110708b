import { expect, test } from 'vitest'
import { type CompanyInput, companyForm, imprintNames } from './fields.ts'
import { contactsOf, factsOf, labelOf, textsOf } from './reading.ts'

const right: CompanyInput = {
  company_name: ' Fugenlos Fliesen ',
  category: 'Handwerk',
  description: 'Wir legen Fliesen in Bad und Küche.',
  location: 'Hamburg',
  contact_person: 'Jens Tabor',
  email: ' Kontakt@Fugenlos.example ',
  phone: '+49 (40) 66969-150',
}

test('a company of required fields only is right; the rest is null', () => {
  expect(companyForm.parse(right)).toEqual({
    ...right,
    company_name: 'Fugenlos Fliesen',
    email: 'kontakt@fugenlos.example',
    website: null,
    hourly_rate: null,
    postcode: null,
    town: null,
    service_radius_km: null,
    ...Object.fromEntries(imprintNames.map((name) => [name, null])),
  })
})

test('without a radius the fact is the place, not „Umkreis“', () => {
  const place = { postcode: '22767', town: 'Hamburg' }
  const facts = (radius: number | null) => factsOf({ ...place, service_radius_km: radius }, ['service_radius_km'], 'operator')
  expect(facts(null)).toEqual([{ name: 'service_radius_km', label: 'PLZ und Ort', text: '22767 Hamburg' }])
  expect(facts(20)).toEqual([{ name: 'service_radius_km', label: 'Umkreis', text: '20 km um 22767 Hamburg' }])
})

test.each<[keyof CompanyInput, unknown, string]>([
  ['company_name', '', 'Firmenname ist erforderlich'],
  ['company_name', undefined, 'Firmenname ist erforderlich'],
  ['company_name', 'x', 'Firmenname muss zwischen 2 und 100 Zeichen lang sein'],
  ['company_name', 'x'.repeat(101), 'Firmenname muss zwischen 2 und 100 Zeichen lang sein'],
  ['category', '', 'Kategorie ist erforderlich'],
  ['category', 'Reparaturen', 'Kategorie ist erforderlich'],
  ['description', ' ', 'Beschreibung ist erforderlich'],
  ['description', 'zu kurz', 'Beschreibung muss zwischen 10 und 2.000 Zeichen lang sein'],
  ['description', 'x'.repeat(2_001), 'Beschreibung muss zwischen 10 und 2.000 Zeichen lang sein'],
  ['location', '', 'Standort ist erforderlich'],
  ['location', 'x'.repeat(201), 'Standort muss zwischen 2 und 200 Zeichen lang sein'],
  ['contact_person', '', 'Ansprechpartner ist erforderlich'],
  ['contact_person', 'x', 'Ansprechpartner muss zwischen 2 und 100 Zeichen lang sein'],
  ['email', '', 'E-Mail ist erforderlich'],
  ['email', 'kein-at', 'Ungültige E-Mail-Adresse'],
  ['email', `${'x'.repeat(250)}@a.de`, 'Ungültige E-Mail-Adresse'],
  ['phone', '', 'Telefonnummer ist erforderlich'],
  ['phone', '040 abc', 'Ungültige Telefonnummer'],
  ['phone', '1'.repeat(17), 'Ungültige Telefonnummer'],
  ['website', 'javascript:alert(1)', 'Bitte geben Sie eine Internetadresse ein, zum Beispiel https://www.firma.de'],
  ['website', 'ftp://firma.example', 'Bitte geben Sie eine Internetadresse ein, zum Beispiel https://www.firma.de'],
  ['website', 'https://nutzer:geheim@firma.example', 'Bitte geben Sie eine Internetadresse ein, zum Beispiel https://www.firma.de'],
  ['website', 'nur ein satz', 'Bitte geben Sie eine Internetadresse ein, zum Beispiel https://www.firma.de'],
  ['website', 'localhost', 'Bitte geben Sie eine Internetadresse ein, zum Beispiel https://www.firma.de'],
  ['hourly_rate', '10.000,01', 'Stundensatz muss zwischen 0 und 10.000 Euro liegen'],
  ['hourly_rate', -1, 'Stundensatz muss zwischen 0 und 10.000 Euro liegen'],
  ['hourly_rate', 'viel', 'Stundensatz muss zwischen 0 und 10.000 Euro liegen'],
  ['hourly_rate', 1.005, 'Stundensatz muss zwischen 0 und 10.000 Euro liegen'],
  ['postcode', '2276', 'Eine Postleitzahl hat 5 Ziffern'],
  ['town', 'x'.repeat(101), 'Ort darf maximal 100 Zeichen lang sein'],
  ['service_radius_km', '0', 'Einsatzradius muss eine ganze Zahl zwischen 1 und 1.000 Kilometern sein'],
  ['service_radius_km', 1_001, 'Einsatzradius muss eine ganze Zahl zwischen 1 und 1.000 Kilometern sein'],
])('%s: %s → %s', (field, value, text) => {
  const parsed = companyForm.safeParse({ ...right, [field]: value })
  expect(parsed.error?.issues.map(({ path, message }) => [path.join('.'), message])[0]).toEqual([field, text])
})

test.each([
  ['34,50', 3_450],
  ['34.50', 3_450],
  ['1.234,5', 123_450],
  [34.5, 3_450],
  ['0', 0],
  [10_000, 1_000_000],
  ['', null],
  [null, null],
])('an hourly rate of %s is %s cents', (typed, cents) => {
  expect(companyForm.parse({ ...right, hourly_rate: typed }).hourly_rate).toBe(cents)
})

test.each([
  ['www.firma.de', 'https://www.firma.de/'],
  ['http://firma.de/über uns'.replace(' ', '-'), 'http://firma.de/%C3%BCber-uns'],
  ['firma.de:8080/a', 'https://firma.de:8080/a'],
  [' ', null],
])('the website %s is kept as %s', (typed, kept) => {
  expect(companyForm.parse({ ...right, website: typed }).website).toBe(kept)
})

test('typed values are normalised before they are checked', () => {
  const typed = { ...right, phone: '0941/123', postcode: 'D-93047', hourly_rate: '34,50 EUR', website: 'www.firma.de' }
  expect(companyForm.parse(typed)).toMatchObject({
    phone: '0941 123',
    postcode: '93047',
    hourly_rate: 3_450,
    website: 'https://www.firma.de/',
  })
})

test.each([
  ['https://xn--bckerei-mller-bfb28a.de/', 'bäckerei-müller.de', 'https://bäckerei-müller.de/'],
  ['https://www.xn--mller-kva.de:8080/xn--a?b', 'müller.de:8080', 'https://www.müller.de:8080/xn--a?b'],
  ['https://www.firma.de/', 'firma.de', 'https://www.firma.de/'],
  // 'аpple.com' with a Cyrillic 'а' would look like another domain.
  ['https://xn--pple-43d.com/', 'xn--pple-43d.com', 'https://xn--pple-43d.com/'],
])('the website %s is shown as %s and edited as %s', (website, shown, edited) => {
  const row = { label: labelOf('website'), text: shown, href: website }
  expect(contactsOf({ website })).toEqual([row])
  expect(textsOf({ website }, ['website'])).toEqual({ website: edited })
  expect(factsOf({ website }, ['website'], 'operator')).toMatchObject([{ text: edited }])
  expect(companyForm.parse({ ...right, website: edited }).website).toBe(website)
})

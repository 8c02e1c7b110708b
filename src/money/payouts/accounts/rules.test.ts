import { expect, test } from 'vitest'
import { requirementTexts } from './rules.ts'

test('what the PSP still wants is named in words, each once', () => {
  const wanted = ['external_account', 'individual.verification.document', 'individual.verification.additional_document']
  expect(requirementTexts(wanted)).toEqual(['Bankkonto', 'Nachweis (zum Beispiel Ausweis)'])
  const others = ['person_1.address.city', 'individual.first_name', 'company.tax_id', 'company.structure', 'something.new']
  expect(requirementTexts(others)).toEqual(['Anschrift', 'Name', 'Steuer- oder Registernummer', 'Angaben zur Firma', 'Weitere Angaben'])
})

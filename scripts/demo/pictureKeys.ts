/** Number of pictures in a company's gallery. */
export const galleryNumbers = [0, 1, 2, 3, 4]

const prefix = '/storage/v1/object/'
const keyOf = (id: string, kind: 'logo' | 'gallery', name: string | number) => `company-images/${id}/${kind}/demo-${name}.webp`

/** Pictures of a demo company: they are not uploaded but rendered at the first request. */
export const demoPictures = (id: string, numbers: readonly number[] = galleryNumbers) => ({
  logoUrl: `${prefix}${keyOf(id, 'logo', 0)}`,
  galleryImages: numbers.map((number) => `${prefix}${keyOf(id, 'gallery', number)}`),
})

const shape = /^company-images\/([0-9a-f-]{36})\/(logo|gallery)\/demo-([0-4])(-384|-480)?\.webp$/

/** Company and picture that a storage key names; undefined for uploaded pictures. */
export function readPictureKey(key: string) {
  const [, id = '', kind = '', number = '', size] = shape.exec(key) ?? []
  if (id === '') return undefined
  const url = `${prefix}${key.replace(size ?? '', '')}`
  return { id, kind: kind === 'logo' ? ('logo' as const) : ('gallery' as const), number: Number(number), isSmall: size !== undefined, url }
}

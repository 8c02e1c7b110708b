/** URL of the small copy (480 pixels wide at most) that every gallery picture has: '…/0.webp' → '…/0-480.webp'. */
export const smallPicture = (url: string) => url.replace(/\.webp$/, '-480.webp')

/** URL of its copy for phones (640 pixels wide at most), created on the first request: '…/0.webp' → '…/0-640.webp'. */
export const mediumPicture = (url: string) => url.replace(/\.webp$/, '-640.webp')

/** URL of a logo's copy for high-density screens (384 × 384): '…/0.webp' → '…/0-384.webp'. */
export const fineLogo = (url: string) => url.replace(/\.webp$/, '-384.webp')

/** Caching of a picture, which may be removed: caches must revalidate after an hour (docs/spec.md#browser-defaults). */
export const pictureCaching = 'public, max-age=3600, must-revalidate'

/** Sizes in pixels: a gallery picture fits into `large`, its copies into `medium` and `small`; a logo is a square in two sizes. */
export const pictureSizes = {
  large: { width: 1200, height: 1200 },
  medium: { width: 640, height: 640 },
  small: { width: 480, height: 480 },
  logo: 192,
  fineLogo: 384,
} as const

/** Copies created per client address: some pages of pictures that no visitor has opened before. */
export const copyRate = { max: 300, windowSeconds: 3_600 } as const

/** Part of an upload that a logo shows: a square, in pixels of the upright picture. */
export type PictureCrop = { x: number; y: number; size: number }

/** Size of a picture's preview next to its file name. */
export const previewSize = { width: 192, height: 144 } as const

/**
 * Views of an attached picture: `small` next to its name, cropped to previewSize; `large` alone, uncropped, within the size of largeView.
 */
export const pictureViews = ['small', 'large'] as const
export type PictureView = (typeof pictureViews)[number]
export const largeView = { width: 1600, height: 1600 } as const

/** The address of the small copy (480 pixels wide at most) that lies beside every gallery picture: '…/0.webp' → '…/0-480.webp'. */
export const smallPicture = (url: string) => url.replace(/\.webp$/, '-480.webp')

/** The address of its copy for phones (640 pixels wide at most), drawn when it is asked for first: '…/0.webp' → '…/0-640.webp'. */
export const mediumPicture = (url: string) => url.replace(/\.webp$/, '-640.webp')

/** The address of a logo's copy for fine screens (384 × 384): '…/0.webp' → '…/0-384.webp'. */
export const fineLogo = (url: string) => url.replace(/\.webp$/, '-384.webp')

/** How long caches keep a picture that may be removed before they ask again (docs/spec.md#browser-defaults). */
export const pictureCaching = 'public, max-age=3600, must-revalidate'

/** Pixels of what is kept: a gallery picture fits into `large`, its copies into `medium` and `small`; a logo is a square in two sizes. */
export const pictureSizes = {
  large: { width: 1200, height: 1200 },
  medium: { width: 640, height: 640 },
  small: { width: 480, height: 480 },
  logo: 192,
  fineLogo: 384,
} as const

/** Copies drawn for a client address: some pages of pictures that no visitor has seen before. */
export const copyRate = { max: 300, windowSeconds: 3_600 } as const

/** The part of an upload that a logo shows: a square, in pixels of the picture as it is seen (turned upright). */
export type PictureCrop = { x: number; y: number; size: number }

/** A picture beside the name of its file. */
export const previewSize = { width: 192, height: 144 } as const

/** How an attached picture is shown: `small` beside its name, cut to previewSize; `large` alone, whole, at most so wide and high. */
export const pictureViews = ['small', 'large'] as const
export type PictureView = (typeof pictureViews)[number]
export const largeView = { width: 1600, height: 1600 } as const

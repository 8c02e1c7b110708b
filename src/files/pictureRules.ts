/** The address of the small copy (480 × 360) that lies beside every gallery picture: '…/0.webp' → '…/0-480.webp'. */
export const smallPicture = (url: string) => url.replace(/\.webp$/, '-480.webp')

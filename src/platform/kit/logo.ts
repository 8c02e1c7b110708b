/** One half of the logo on 24 units; the other half is the same, rotated by 180 degrees. */
export const logoHalf =
  'M2.6 2H7.4Q8 2 8 2.6V8.5H13Q13.6 8.5 13.6 9.1V10.27L9.2 13.07V15.5H8V21.4Q8 22 7.4 22H2.6Q2 22 2 21.4V2.6Q2 2 2.6 2Z'

/** Half of the logo with a narrower gap, for sizes from 200 pixels. */
export const logoHalfLarge =
  'M2.6 2H7.4Q8 2 8 2.6V8.5H13.4Q14 8.5 14 9.1V10.49L9.6 13.29V15.5H8V21.4Q8 22 7.4 22H2.6Q2 22 2 21.4V2.6Q2 2 2.6 2Z'

/** Five stars in a row, on 92 × 18 units; a rating shows a part of the width. */
export const fiveStars = [0, 18.5, 37, 55.5, 74]
  .map((x) => `M${x + 9} 1.6l2.3 4.7 5.2.7-3.8 3.6.9 5.1L${x + 9} 13.3l-4.6 2.4.9-5.1L${x + 1.5} 7l5.2-.7z`)
  .join('')
export const fiveStarsWidth = 92

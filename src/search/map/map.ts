import type { Point } from '../query/rules.ts'

/** A box, the country's outline in it, and its largest towns. */
export type GermanMap = {
  width: number
  height: number
  outline: string
  towns: readonly { name: string; x: number; y: number; population: number }[]
}

/** The corners of the box, in degrees. */
const box = { west: 5.6, east: 15.3, south: 47.15, north: 55.15 }

/** Where a point of the earth lies on the map. */
export const projectPoint = ({ latitude, longitude }: Point) => ({
  x: ((longitude - box.west) / (box.east - box.west)) * germany.width,
  y: ((box.north - latitude) / (box.north - box.south)) * germany.height,
})

/** Half axes of a circle around a point: the map stretches as one goes north. */
export const projectCircle = ({ latitude }: Point, km: number) => ({
  rx: (km / (kmPerDegree * Math.cos((latitude * Math.PI) / 180)) / (box.east - box.west)) * germany.width,
  ry: (km / kmPerDegree / (box.north - box.south)) * germany.height,
})
const kmPerDegree = 111.2

/** The outline is what lies around all towns that GeoNames lists, without the islands; no border for a court. */
export const germany: GermanMap = {
  width: 300,
  height: 395,
  outline:
    'M61.2 374.1L63.9 376.8L75.2 376.6L78.3 374.8L87.8 375.8L92.2 372.7L104.6 370.3L110.7 371.4L116.1 371L126.4 377L131.6 375.3L133.4 375.9L138.2 380.6L145.3 383.8L153.9 375L157.4 375.8L167.2 380.4L175.4 382.1L177 378.3L181.1 374L198.2 370.7L203.9 373.7L212.8 370.5L222.3 370.2L224.8 373.3L228.9 374.3L231.8 367.9L228 355.4L225 352.7L225.2 345L230.3 341.4L239.7 336.8L243 331.4L254.6 324.2L254.4 311.6L250.8 308.8L247.2 307.5L244.4 308L239.4 303.1L236.4 297L227.1 287.5L224.8 287L221.2 284L218.3 277.8L215.5 274.1L212.9 263.7L215.8 258.7L213.1 254.6L209.3 243.4L210.6 239.5L220.2 234.5L228.4 235.1L233.1 229.9L236.3 224.1L244 225.3L246.4 219.1L254.7 217.8L256.4 212.8L265.4 210.4L268.4 207.7L277.8 209.6L280.6 213L283.3 214.2L288.5 208.5L292 197.4L291.2 187.8L285.3 184.2L283.4 180L281.2 168.6L283.5 158L281.4 150.8L281.9 146.1L279 142.5L277.8 134.6L279.3 131.3L279.8 126.6L272.1 122.6L265.8 112.2L268.6 104.6L269.9 104L274.7 93.7L271.6 85L268.9 81.4L267.1 73.2L269.6 69.5L266.3 60.3L266.6 58.7L260.8 53L256.1 50.7L253.2 39.4L251.8 37.6L248.6 26.6L239.8 23.8L235.3 24.2L230.7 28L227.9 36.1L215.3 33.3L209.9 36.8L207.8 41.3L197.7 47.6L190.3 47.8L187.4 49.5L183.9 54.6L174.1 56L170.4 46.7L171.2 46.2L171.1 38.4L174.2 36.6L172.1 33.8L168.9 36.4L165.6 37.1L164.6 38.8L156.9 39.3L155.4 38L147.1 35L142.4 34.3L138.1 27.3L135.9 18.1L129.8 17.4L126.4 15L122 13.9L117.1 15.7L111.2 13.3L107.6 13.2L99.5 10.7L96.6 11.7L88.1 4.9L83.5 8.7L82.1 11.5L81.6 19.6L83.8 25.5L92.7 31.9L93.6 37.9L92.7 42.6L99.3 48.7L101.1 55.4L94.6 62.3L84.7 77.5L71.6 65.6L47.9 69.6L41.6 72.7L46.9 76.7L48.1 82.7L47.4 85.6L50 97.3L50.5 110.2L49.4 115.6L44.4 122.7L34 123.8L33.1 129L38 133.9L43.9 134.9L42.5 144.5L30.3 162.3L19.7 161.9L16.1 164.5L11.3 166.4L15.9 172.1L16.3 176.4L19.1 183.5L19.6 188.9L8.6 203.9L11 206.2L13.7 211.8L13.4 216.4L17.1 222.8L18.3 227.6L23.9 236.9L17.7 242.8L14.9 251.7L16.1 256.7L18.4 260.3L22 262.2L24.2 270.8L22.1 275.4L23.2 281.7L31.2 283.1L32.8 287.8L32.5 292.3L34.7 296L38.2 295.2L44.1 297.4L59 298.7L66.2 303.6L73.7 303.3L77.1 305.2L77.1 312.3L73.2 314.9L70.9 319.3L67 324.1L64.5 339.4L60.8 345.7L59.7 351.5L61.3 356.2L59.1 361.8L58.9 366.3L59.3 370.8Z',
  towns: [
    { name: 'Berlin', x: 241.6, y: 129.6, population: 3_426_354 },
    { name: 'Hamburg', x: 135.9, y: 79, population: 1_845_229 },
    { name: 'München', x: 184.8, y: 346.2, population: 1_260_391 },
    { name: 'Köln', x: 41.8, y: 208.2, population: 963_395 },
    { name: 'Frankfurt am Main', x: 95.4, y: 248.6, population: 650_000 },
    { name: 'Stuttgart', x: 110.6, y: 314.4, population: 630_305 },
    { name: 'Düsseldorf', x: 36.4, y: 194, population: 620_523 },
    { name: 'Essen', x: 43.7, y: 182.4, population: 593_085 },
    { name: 'Dortmund', x: 57.7, y: 179.5, population: 588_462 },
    { name: 'Dresden', x: 251.7, y: 202.4, population: 556_227 },
    { name: 'Bremen', x: 99.2, y: 102.4, population: 546_501 },
    { name: 'Nürnberg', x: 169.4, y: 281.2, population: 515_543 },
    { name: 'Hannover', x: 127.8, y: 137.2, population: 515_140 },
    { name: 'Leipzig', x: 209.4, y: 188.1, population: 504_971 },
    { name: 'Duisburg', x: 36, y: 183.6, population: 504_358 },
    { name: 'Bochum', x: 50, y: 181.1, population: 385_729 },
    { name: 'Wuppertal', x: 47.9, y: 192.3, population: 360_797 },
    { name: 'Bielefeld', x: 90.7, y: 153.9, population: 331_906 },
    { name: 'Bonn', x: 46.3, y: 218, population: 330_579 },
    { name: 'Mannheim', x: 88.7, y: 279.5, population: 307_960 },
    { name: 'Karlsruhe', x: 86.7, y: 303.2, population: 283_799 },
    { name: 'Wiesbaden', x: 81.9, y: 250.2, population: 278_609 },
    { name: 'Münster', x: 62.7, y: 157.4, population: 270_184 },
    { name: 'Gelsenkirchen', x: 46.3, y: 180, population: 270_028 },
    { name: 'Aachen', x: 15, y: 215.9, population: 265_208 },
    { name: 'Mönchengladbach', x: 26, y: 195.8, population: 261_742 },
    { name: 'Augsburg', x: 163.9, y: 334.7, population: 259_196 },
    { name: 'Chemnitz', x: 226.7, y: 213, population: 247_220 },
    { name: 'Kiel', x: 140.3, y: 40.9, population: 246_601 },
    { name: 'Braunschweig', x: 152.4, y: 142.4, population: 244_715 },
    { name: 'Krefeld', x: 29.5, y: 188.3, population: 237_984 },
    { name: 'Halle (Saale)', x: 197.3, y: 181.1, population: 237_865 },
    { name: 'Magdeburg', x: 186.5, y: 149.2, population: 235_775 },
    { name: 'Oberhausen', x: 39, y: 181.3, population: 219_176 },
    { name: 'Mainz', x: 82.9, y: 255.1, population: 217_123 },
    { name: 'Freiburg', x: 69.7, y: 353.2, population: 215_966 },
    { name: 'Erfurt', x: 168, y: 206, population: 213_692 },
    { name: 'Lübeck', x: 157.3, y: 63.3, population: 212_207 },
    { name: 'Hagen', x: 57.9, y: 187.1, population: 198_972 },
    { name: 'Rostock', x: 202.3, y: 52.4, population: 198_293 },
    { name: 'Kassel', x: 120.6, y: 189.3, population: 194_501 },
    { name: 'Potsdam', x: 230.9, y: 135.8, population: 182_112 },
    { name: 'Saarbrücken', x: 43.6, y: 292.2, population: 179_349 },
    { name: 'Hamm', x: 68.7, y: 171.3, population: 178_967 },
    { name: 'Herne', x: 50.3, y: 178.3, population: 172_108 },
    { name: 'Mülheim', x: 39.6, y: 183.6, population: 170_921 },
    { name: 'Osnabrück', x: 75.8, y: 142.1, population: 166_462 },
    { name: 'Solingen', x: 45.9, y: 196.3, population: 164_359 },
    { name: 'Ludwigshafen am Rhein', x: 88, y: 279.9, population: 163_196 },
    { name: 'Leverkusen', x: 42.8, y: 203.4, population: 162_738 },
    { name: 'Oldenburg', x: 80.9, y: 99.2, population: 159_218 },
    { name: 'Neuss', x: 33.6, y: 195.1, population: 152_457 },
    { name: 'Heidelberg', x: 95.6, y: 283.5, population: 143_345 },
    { name: 'Paderborn', x: 97.6, y: 169.4, population: 142_161 },
    { name: 'Darmstadt', x: 94.3, y: 260.6, population: 140_385 },
    { name: 'Würzburg', x: 134.6, y: 264.5, population: 133_731 },
    { name: 'Regensburg', x: 201.1, y: 302.9, population: 129_151 },
    { name: 'Wolfsburg', x: 160.3, y: 134.6, population: 123_064 },
    { name: 'Recklinghausen', x: 49.4, y: 174.6, population: 122_438 },
    { name: 'Göttingen', x: 134, y: 178.5, population: 122_149 },
    { name: 'Heilbronn', x: 112, y: 296.7, population: 120_733 },
    { name: 'Ingolstadt', x: 180.1, y: 315.3, population: 120_658 },
    { name: 'Ulm', x: 135.8, y: 333.4, population: 120_451 },
    { name: 'Bottrop', x: 41.1, y: 179, population: 119_909 },
    { name: 'Pforzheim', x: 95.8, y: 309.4, population: 119_313 },
    { name: 'Offenbach', x: 97.9, y: 249.3, population: 119_192 },
    { name: 'Remscheid', x: 49.3, y: 196, population: 117_118 },
    { name: 'Bremerhaven', x: 92.6, y: 79.7, population: 113_557 },
    { name: 'Reutlingen', x: 111.5, y: 328.8, population: 112_627 },
    { name: 'Fürth', x: 166.7, y: 280.2, population: 112_025 },
    { name: 'Koblenz', x: 61.2, y: 236.8, population: 107_319 },
    { name: 'Siegen', x: 75, y: 211.1, population: 107_242 },
    { name: 'Bergisch Gladbach', x: 47.4, y: 205.6, population: 106_184 },
    { name: 'Jena', x: 185.3, y: 208.4, population: 104_712 },
    { name: 'Gera', x: 200.5, y: 210.8, population: 104_659 },
    { name: 'Salzgitter', x: 148.9, y: 147.8, population: 103_866 },
    { name: 'Moers', x: 31.9, y: 182.5, population: 103_487 },
    { name: 'Hildesheim', x: 134.6, y: 148.1, population: 103_052 },
    { name: 'Erlangen', x: 167.3, y: 274.5, population: 102_675 },
    { name: 'Witten', x: 54.2, y: 183, population: 101_247 },
  ],
}

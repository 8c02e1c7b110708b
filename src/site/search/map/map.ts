import type { Point } from '#src/platform/kit/distance.ts'

/** A bounding box, and the largest towns in it; the country itself is drawn in `drawing.ts`. */
export type GermanMap = {
  width: number
  height: number
  towns: readonly { name: string; x: number; y: number; population: number }[]
}

/** The corners of the box, in degrees. */
const box = { west: 5.6, east: 15.3, south: 47.15, north: 55.15 }

/** Projects a point of the earth onto the map. */
export const projectPoint = ({ latitude, longitude }: Point) => ({
  x: ((longitude - box.west) / (box.east - box.west)) * germany.width,
  y: ((box.north - latitude) / (box.north - box.south)) * germany.height,
})

/** Half axes of a circle around a point: the map stretches towards the north. */
export const projectCircle = ({ latitude }: Point, km: number) => ({
  rx: (km / (kmPerDegree * Math.cos((latitude * Math.PI) / 180)) / (box.east - box.west)) * germany.width,
  ry: (km / kmPerDegree / (box.north - box.south)) * germany.height,
})
const kmPerDegree = 111.2

/** Half of the smaller side of a part of the map, in km. */
export const kmAcross = ({ height, width }: { height: number; width: number }) =>
  (Math.min(height, width) / 2 / germany.height) * (box.north - box.south) * kmPerDegree

export const germany: GermanMap = {
  width: 300,
  height: 395,
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

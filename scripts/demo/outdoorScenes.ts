import type { Palette, Scene } from './palette.ts'
import { circle, grid, group, line, path, rect, repeat, tenth } from './shapes.ts'

const { floor, cos, sin, max } = Math

/** Boxes, a road, a van. */
export const drawTransport: Scene = (random, palette) => {
  const dashes = repeat(8, (index) => rect([index * 60 - 10, 260, 34, 5], palette.yellow))
  const x = 26 + random() * 16
  const boxes = [
    drawBox(palette, { x, y: 150, width: 86, height: 78, colour: palette.middle }),
    drawBox(palette, { x: x + 92, y: 166, width: 70, height: 62, colour: palette.core }),
    drawBox(palette, { x: x + 18, y: 92, width: 76, height: 58, colour: palette.middle }),
  ]
  const sky = [
    rect([0, 0, 400, 300], palette.ground),
    rect([0, 226, 400, 74], palette.deep),
    ...dashes,
    circle([330, 60, 34], palette.white),
  ]
  return [...sky, ...boxes, ...drawVan(228 + random() * 14, palette)]
}

type Crate = { x: number; y: number; width: number; height: number; colour: string }

const drawBox = (palette: Palette, { x, y, width, height, colour }: Crate) =>
  [
    rect([x, y, width, height], colour),
    path(`M${x} ${y}l14 -14h${width}l-14 14z`, palette.light),
    path(`M${x + width} ${y}l14 -14v${height}l-14 14z`, palette.core),
    rect([x + width * 0.4, y, width * 0.18, height * 0.42], palette.white, 'opacity=".75"'),
  ].join('')

const drawVan = (x: number, palette: Palette) => [
  rect([x, 108, 104, 104], palette.night, 'rx="4"'),
  path(`M${x + 106} 138h34l26 36v38h-60z`, palette.deep),
  path(`M${x + 116} 148h20l16 24h-36z`, palette.light),
  ...[x + 30, x + 132].flatMap((wheel) => [circle([wheel, 218, 20], palette.night), circle([wheel, 218, 9], palette.ground)]),
  rect([x + 12, 128, 80, 8], palette.yellow),
  rect([x + 12, 144, 52, 8], palette.middle),
]

/** A striped cloth, plates from above. */
export const drawCatering: Scene = (random, palette) => {
  const stripes = repeat(9, (index) => rect([index * 48 - 6, 0, 24, 300], palette.light, 'opacity=".75"'))
  const x = 128 + random() * 20
  const plates = [
    ...drawPlate(random, palette, { x, y: 138, radius: 92, dish: floor(random() * 3) }),
    ...drawPlate(random, palette, { x: 296, y: 84, radius: 62, dish: 1 }),
    ...drawPlate(random, palette, { x: 300, y: 226, radius: 56, dish: 2 }),
    ...drawPlate(random, palette, { x: 26, y: 270, radius: 50, dish: 0 }),
  ]
  const cutlery = [
    rect([232, 40, 7, 170], palette.night, 'rx="3" transform="rotate(8 235 120)"'),
    rect([14, 40, 7, 140], palette.night, 'rx="3"'),
    rect([8, 30, 19, 40], palette.night, 'rx="6"'),
  ]
  return [rect([0, 0, 400, 300], palette.ground), ...stripes, ...plates, ...cutlery]
}

type Plate = { x: number; y: number; radius: number; dish: number }

function drawPlate(random: () => number, palette: Palette, plate: Plate) {
  const { x, y, radius } = plate
  const rim = [
    circle([x + 4, y + 6, radius], palette.deep, 'opacity=".22"'),
    circle([x, y, radius], palette.white),
    circle([x, y, radius * 0.74], palette.light),
  ]
  return [...rim, ...drawDish(random, palette, plate)]
}

function drawDish(random: () => number, palette: Palette, { x, y, radius, dish }: Plate) {
  if (dish === 0)
    return repeat(7, (index) => {
      const angle = (index / 7) * 6.28 + random()
      const place: [number, number, number] = [x + cos(angle) * radius * 0.4, y + sin(angle) * radius * 0.4, radius * 0.17]
      return circle(place, index % 3 ? palette.core : palette.yellow)
    })
  if (dish === 1) {
    const [left, right] = [x - radius * 0.5, x + radius * 0.5]
    return [
      path(`M${left} ${y + radius * 0.1}A${radius * 0.5} ${radius * 0.5} 0 0 1 ${right} ${y + radius * 0.1}Z`, palette.core),
      path(`M${left} ${y + radius * 0.16}A${radius * 0.5} ${radius * 0.4} 0 0 0 ${right} ${y + radius * 0.16}Z`, '#6f8f3a'),
    ]
  }
  const garnish = repeat(5, () => {
    const [right, down] = [(random() - 0.5) * radius * 0.5, (random() - 0.5) * radius * 0.5]
    return circle([x + right, y + down, radius * 0.07], palette.white)
  })
  return [circle([x, y, radius * 0.52], palette.core), circle([x, y, radius * 0.4], palette.middle), ...garnish]
}

/** Halftone, a megaphone. */
export const drawMarketing: Scene = (random, palette) => {
  const slope = path(`M0 300L${200 + random() * 60} 0H400V300Z`, palette.core)
  const dots = grid(11, 13, (column, row) => {
    const strength = (column / 13) * 0.7 + (1 - row / 11) * 0.6
    return circle([column * 32 + (row % 2) * 16, row * 29, max(0, 11 * strength - 2.2)], palette.deep, 'opacity=".5"')
  })
  const y = 140 + random() * 20
  const waves = repeat(3, (index) => {
    const x = 286 + index * 26
    const wave = `M${x} ${y - 30 - index * 20}Q${306 + index * 30} ${y} ${x} ${y + 30 + index * 20}`
    return line(wave, { colour: palette.night, width: 9, extra: 'stroke-linecap="round"' })
  })
  const megaphone = group(`rotate(${-14 + random() * 8} 190 150)`, [
    path(`M96 ${y - 26}L246 ${y - 92}V${y + 92}L96 ${y + 26}Z`, palette.white),
    path(`M246 ${y - 92}V${y + 92}L96 ${y + 26}V${y}Z`, palette.light),
    rect([64, y - 26, 36, 52], palette.night, 'rx="3"'),
    rect([112, y + 28, 30, 70], palette.night, 'rx="3"'),
    rect([246, y - 98, 14, 196], palette.yellow),
    ...waves,
  ])
  return [rect([0, 0, 400, 300], palette.middle), slope, ...dots, megaphone]
}

/** Sun, hills, beds, a plant. */
export const drawGarden: Scene = (random, palette) => {
  const hills = [
    circle([300 + random() * 40, 72, 40], palette.yellow),
    path(`M0 170Q100 ${110 + random() * 40} 210 160T400 140V300H0Z`, palette.ground),
    path(`M0 205Q120 ${150 + random() * 30} 240 200T400 180V300H0Z`, palette.middle),
  ]
  const beds = repeat(5, (index) => {
    const y = 212 + index * 20
    const colour = index % 2 ? palette.core : palette.deep
    return line(`M0 ${y}Q140 ${y - 34 + index * 5} 260 ${y - 6}T400 ${y - 20}`, { colour, width: 7, extra: 'opacity=".65"' })
  })
  const x = 84 + random() * 50
  const leaves = repeat(4, (index) => {
    const size = 0.95 - index * 0.1
    const left = drawLeaf({ x, y: 270 - index * 42, size, turn: -58 + index * 6 }, palette.core, palette.deep)
    return left + drawLeaf({ x, y: 258 - index * 42, size, turn: 58 - index * 6 }, palette.deep, palette.night)
  })
  const plant = [
    rect([x - 3, 120, 6, 190], palette.night),
    ...leaves,
    drawLeaf({ x, y: 130, size: 0.9, turn: 0 }, palette.core, palette.deep),
  ]
  return [rect([0, 0, 400, 300], palette.light), ...hills, ...beds, ...plant]
}

const drawLeaf = ({ x, y, size, turn }: { x: number; y: number; size: number; turn: number }, front: string, back: string) =>
  group(`translate(${tenth(x)} ${tenth(y)}) rotate(${tenth(turn)}) scale(${tenth(size)})`, [
    path('M0 0C22 -18 30 -52 0 -86C-30 -52 -22 -18 0 0Z', front),
    path('M0 0C22 -18 30 -52 0 -86Z', back),
  ])

/** A mosaic of quarter circles, triangles and dots. */
export const drawMosaic: Scene = (random, palette) => {
  const colours = [palette.ground, palette.middle, palette.core, palette.deep, palette.yellow, palette.white]
  const tiles = grid(6, 8, (column, row) => {
    const [x, y] = [column * 50, row * 50]
    const kind = floor(random() * 5)
    const ground = rect([x, y, 50, 50], colours[floor(random() * 4)] ?? palette.ground)
    const colour = colours[floor(random() * 6)] ?? palette.white
    if (kind < 2) {
      const quarter = path(`M${x} ${y}H${x + 50}A50 50 0 0 1 ${x} ${y + 50}Z`, colour)
      return ground + group(`rotate(${floor(random() * 4) * 90} ${x + 25} ${y + 25})`, [quarter])
    }
    if (kind === 2) return ground + path(`M${x} ${y}L${x + 50} ${y + 50}H${x}Z`, colour)
    return kind === 3 ? ground + circle([x + 25, y + 25, 16], colour) : ground
  })
  return [rect([0, 0, 400, 300], palette.light), ...tiles]
}

import type { Palette, Scene } from './palette.ts'
import { circle, grid, group, line, path, rect, repeat, tenth } from './shapes.ts'

const { floor } = Math

/** Window panes, a wiped arc, a squeegee. */
export const drawCleaning: Scene = (random, palette) => {
  const columns = 3 + floor(random() * 2)
  const width = 360 / columns - 8
  const panes = grid(2, columns, (column, row) => {
    const [x, y] = [20 + column * (width + 8), 18 + row * 138]
    const pane = [palette.ground, palette.middle, palette.ground, palette.light][floor(random() * 4)] ?? palette.ground
    const shine = `M${x} ${y + 128}L${x} ${y + 70}L${x + width * 0.7} ${y}L${x + width} ${y}L${x + width} ${y + 20}Z`
    return rect([x, y, width, 128], pane) + path(shine, palette.white, 'opacity=".38"')
  })
  const x = 120 + random() * 90
  const y = 110 + random() * 40
  const wiped = `M${x - 95} ${y + 30}A120 120 0 0 1 ${x + 110} ${y - 30}L${x + 70} ${y + 8}A70 70 0 0 0 ${x - 55} ${y + 58}Z`
  const squeegee = group(`rotate(${-24 + random() * 12} ${x + 60} ${y})`, [
    rect([x + 10, y - 22, 150, 16], palette.night, 'rx="3"'),
    rect([x + 16, y - 8, 138, 7], palette.yellow),
    rect([x + 76, y - 6, 16, 180], palette.deep, 'rx="5"'),
  ])
  return [rect([0, 0, 400, 300], palette.core), ...panes, path(wiped, palette.white, 'opacity=".86"'), squeegee]
}

/** Two boards with their grain, dovetails, a folding rule. */
export const drawCraft: Scene = (random, palette) => {
  const seam = 150 + random() * 70
  const grain = repeat(16, (index) => {
    const y = index * 20 + random() * 8
    const bend = (random() - 0.5) * 16
    const left = `M0 ${tenth(y)}Q${seam / 2} ${tenth(y + bend)} ${seam} ${tenth(y)}`
    const right = `M${seam} ${tenth(y + 5)}Q${(seam + 400) / 2} ${tenth(y - bend)} 400 ${tenth(y + 5)}`
    const leftLine = line(left, { colour: palette.core, width: 1.4, extra: 'opacity=".45"' })
    return leftLine + line(right, { colour: palette.deep, width: 1.4, extra: 'opacity=".28"' })
  })
  const dovetails = repeat(4, (index) => {
    const y = index * 75
    const tail = `M${seam} ${y + 21}L${seam + 46} ${y + 10.5}L${seam + 46} ${y + 64.5}L${seam} ${y + 54}Z`
    return path(tail, palette.ground, `stroke="${palette.deep}" stroke-width="2.2"`)
  })
  const knot = [circle([90, 110, 30], palette.core), circle([90, 110, 18], palette.deep)]
  const boards = [rect([0, 0, 400, 300], palette.middle), rect([0, 0, seam, 300], palette.ground), ...grain, ...dovetails]
  const edge = line(`M${seam} 0V300`, { colour: palette.ground, width: 3 })
  return [...boards, edge, ...(random() > 0.2 ? [drawRule(random, palette)] : knot)]
}

function drawRule(random: () => number, palette: Palette) {
  const [x, y, turn] = [40 + random() * 60, 205 + random() * 30, -9 - random() * 8]
  const ticks = repeat(30, (index) => rect([index * 10 + 5, 0, 1.6, index % 5 ? 8 : 14], palette.night))
  const body = rect([0, 0, 300, 26], palette.yellow)
  return group(`translate(${x} ${y}) rotate(${turn})`, [body, ...ticks, circle([286, 17, 4.5], palette.night)])
}

/** Traces of a circuit board, a chip. */
export const drawComputing: Scene = (random, palette) => {
  const colourOf = (index: number, colours: string[]) => colours[index % 3] ?? palette.core
  const traces = repeat(13, (index) => {
    const y = 14 + index * 23
    const left = 60 + random() * 60
    const step = (random() > 0.5 ? 1 : -1) * 23
    const leftTrace = `M0 ${y}H${tenth(left)}L${tenth(left + 23)} ${y + step}H${tenth(left + 70 + random() * 40)}`
    const right = 350 - random() * 80
    const rightTrace = `M400 ${y}H${tenth(right)}L${tenth(right - 23)} ${y - step}H${tenth(right - 80)}`
    return [
      line(leftTrace, {
        colour: colourOf(index, [palette.core, palette.middle, palette.deep]),
        width: 3,
        extra: 'stroke-linejoin="round"',
      }),
      line(rightTrace, { colour: colourOf(index, [palette.deep, palette.core, palette.middle]), width: 3 }),
      circle([right - 80, y - step, 5], index % 4 ? palette.middle : palette.yellow),
    ].join('')
  })
  const chip = [
    rect([125, 70, 150, 150], palette.night),
    rect([135, 80, 130, 130], palette.deep, 'rx="6"'),
    rect([151, 96, 98, 98], palette.core, 'rx="4"'),
  ]
  const cells = grid(4, 4, (column, row) => {
    const chance = random()
    const colour = chance > 0.8 ? palette.yellow : chance > 0.45 ? palette.ground : palette.middle
    return rect([159 + column * 21.5, 104 + row * 21.5, 18, 18], colour, 'rx="2"')
  })
  return [rect([0, 0, 400, 300], palette.night), ...traces, ...chip, ...cells]
}

/** Sheets with bars, a cup, a pencil. */
export const drawConsulting: Scene = (random, palette) => {
  const turn = -7 + random() * 5
  const tops: string[] = []
  const bars = repeat(6, (index) => {
    const height = 34 + index * 14 + random() * 34
    tops.push(`${115 + index * 31} ${tenth(238 - height)}`)
    const colour = index === 5 ? palette.yellow : index % 2 ? palette.middle : palette.core
    return rect([104 + index * 31, 250 - height, 23, height], colour)
  })
  const sheet = group(`rotate(${turn} 200 160)`, [
    rect([80, 36, 230, 290], palette.white),
    rect([104, 62, 110, 11], palette.deep),
    rect([104, 82, 170, 5], palette.ground),
    rect([104, 94, 150, 5], palette.ground),
    ...bars,
    line(`M${tops.join('L')}`, { colour: palette.night, width: 3, extra: 'stroke-linejoin="round"' }),
    rect([100, 250, 196, 2.5], palette.night),
  ])
  const cup = [
    circle([338, 70, 44], palette.core),
    circle([338, 70, 34], palette.white),
    circle([338, 70, 27], palette.night),
    circle([330, 62, 10], palette.core, 'opacity=".5"'),
  ]
  const pencil = group(`rotate(${28 + random() * 14} 330 220)`, [
    rect([322, 140, 13, 150], palette.yellow, 'rx="2"'),
    path('M322 290l6.5 18 6.5-18z', palette.night),
    rect([322, 132, 13, 14], palette.core),
  ])
  const sheetBehind = group(`rotate(${turn + 9} 200 160)`, [rect([120, 30, 220, 290], palette.middle)])
  return [rect([0, 0, 400, 300], palette.deep), sheetBehind, sheet, ...cup, pencil]
}

/** Rings, a shield, a keyhole. */
export const drawSecurity: Scene = (random, palette) => {
  const x = 150 + random() * 100
  const y = 128
  const rings = [7, 6, 5, 4, 3, 2, 1].map((ring) =>
    circle([x, y, ring * 38], ring % 2 ? palette.night : palette.deep, `opacity="${0.35 + 0.09 * (7 - ring)}"`),
  )
  const right = `L${x + 74} ${y - 86}V${y + 16}Q${x + 70} ${y + 82} ${x} ${y + 120}`
  const shield = `M${x - 74} ${y - 86}L${x} ${y - 112}${right}Q${x - 70} ${y + 82} ${x - 74} ${y + 16}Z`
  const keyhole = `M${x - 12} ${y - 6}L${x - 19} ${y + 56}H${x + 19}L${x + 12} ${y - 6}Z`
  const sparks = repeat(9, (index) => rect([random() * 390, random() * 280, 5, 5], index % 3 ? palette.core : palette.yellow))
  return [
    rect([0, 0, 400, 300], palette.night),
    ...rings,
    path(shield, palette.middle),
    path(`M${x} ${y - 112}${right}Z`, palette.core),
    circle([x, y - 18, 26], palette.night),
    path(keyhole, palette.night),
    ...sparks,
  ]
}

/** Tiles, pipes, a gauge. */
export const drawMaintenance: Scene = (random, palette) => {
  const tiles = grid(6, 9, (column, row) => {
    const box: [number, number, number, number] = [column * 48 + (row % 2) * 24 - 24, row * 52, 46, 50]
    return rect(box, (row + column) % 3 ? palette.light : palette.ground, 'opacity=".8"')
  })
  const y = 62 + random() * 30
  const pipes = [
    drawPipe(palette, { d: `M-10 ${y}H150V250H420`, colour: palette.core, width: 26 }),
    drawPipe(palette, { d: `M-10 ${y + 120}H92V320`, colour: palette.middle, width: 20 }),
    drawPipe(palette, { d: `M300 -10V${y + 166}`, colour: palette.middle, width: 20 }),
  ]
  const sleeves = [rect([60, y - 20, 18, 40], palette.deep), rect([130, 160, 40, 18], palette.deep), rect([230, 230, 18, 40], palette.deep)]
  return [rect([0, 0, 400, 300], palette.ground), ...tiles, ...pipes, ...sleeves, ...drawGauge(random, palette)]
}

const drawPipe = (palette: Palette, { d, colour, width }: { d: string; colour: string; width: number }) =>
  line(d, { colour: palette.deep, width: width + 6, extra: 'stroke-linejoin="round"' }) +
  line(d, { colour, width, extra: 'stroke-linejoin="round"' }) +
  line(d, { colour: palette.white, width: 3, extra: 'opacity=".4" transform="translate(-5 -5)" stroke-linejoin="round"' })

function drawGauge(random: () => number, palette: Palette) {
  const ticks = repeat(11, (index) => {
    const colour = index > 7 ? '#c43a2c' : palette.night
    return group(`rotate(${-120 + index * 24} 300 118)`, [rect([298.5, 67, 3, index % 5 ? 9 : 15], colour)])
  })
  const needle = group(`rotate(${-50 + random() * 90} 300 118)`, [path('M296 118L300 76L304 118Z', palette.night)])
  const hub = circle([300, 118, 8], palette.yellow, `stroke="${palette.night}" stroke-width="3"`)
  return [circle([300, 118, 66], palette.deep), circle([300, 118, 56], palette.white), ...ticks, needle, hub]
}

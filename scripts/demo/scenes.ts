import type { Category } from '#src/supply/companies/rules.ts'
import { drawCleaning, drawComputing, drawConsulting, drawCraft, drawMaintenance, drawSecurity } from './indoorScenes.ts'
import { drawCatering, drawGarden, drawMarketing, drawMosaic, drawTransport } from './outdoorScenes.ts'
import type { Palette, Scene } from './palette.ts'
import { circle, grid, group, path, rect, tenth } from './shapes.ts'

const { floor } = Math

/** A street of houses: the place rather than the trade. */
export const drawHouses: Scene = (random, palette) => {
  const shapes = [rect([0, 0, 400, 300], palette.ground), circle([70 + random() * 250, 62, 30], palette.yellow)]
  for (let x = -10; x < 400; ) {
    const house = { x, width: 70 + random() * 60, height: 120 + random() * 110 }
    shapes.push(...drawHouse(random, palette, house))
    x += house.width + 3
  }
  return [...shapes, rect([0, 262, 400, 38], palette.night), rect([0, 262, 400, 4], palette.core)]
}

function drawHouse(random: () => number, palette: Palette, { x, width, height }: { x: number; width: number; height: number }) {
  const y = 262 - height
  const wall = [palette.middle, palette.core, palette.deep, palette.light][floor(random() * 4)] ?? palette.middle
  const pane = wall === palette.light ? palette.core : wall === palette.deep ? palette.middle : palette.white
  const gable = `M${tenth(x)} ${tenth(y)}L${tenth(x + width / 2)} ${tenth(y - 34)}L${tenth(x + width)} ${tenth(y)}Z`
  const roof = random() > 0.45 ? [path(gable, wall === palette.deep ? palette.night : palette.deep)] : []
  const columns = Math.max(2, floor(width / 30))
  const step = width / columns
  const windows = grid(floor(height / 36), columns, (column, row) => {
    const box: [number, number, number, number] = [x + column * step + step * 0.24, y + 14 + row * 36, step * 0.52, 20]
    return rect(box, random() > 0.84 ? palette.yellow : pane, 'opacity=".92"')
  })
  return [rect([x, y, width, height], wall), ...roof, ...windows, rect([x + width * 0.42, 238, 16, 24], palette.night)]
}

/** A pattern of tiles. */
export const drawTiles: Scene = (random, palette) => {
  const kind = floor(random() * 3)
  const quarters = floor(random() * 4)
  const tiles = grid(6, 8, (column, row) => {
    const [x, y] = [column * 50, row * 50]
    const colour = (column + row) % 5 === 0 ? palette.yellow : (column + row) % 2 ? palette.middle : palette.core
    const shapes = [
      `M${x + 2} ${y + 2}H${x + 48}A46 46 0 0 1 ${x + 2} ${y + 48}Z`,
      `M${x + 2} ${y + 2}L${x + 48} ${y + 48}H${x + 2}Z`,
      `M${x + 2} ${y + 48}V${y + 25}A23 23 0 0 1 ${x + 48} ${y + 25}V${y + 48}Z`,
    ]
    const turn = ((column % 2) + (row % 2) * 2 + quarters) * 90
    return group(`rotate(${turn} ${x + 25} ${y + 25})`, [path(shapes[kind] ?? '', colour)])
  })
  return [rect([0, 0, 400, 300], palette.deep), ...tiles]
}

export const sceneOf: Record<Category, Scene> = {
  Reinigung: drawCleaning,
  Handwerk: drawCraft,
  'IT-Services': drawComputing,
  Beratung: drawConsulting,
  Transport: drawTransport,
  Catering: drawCatering,
  Sicherheit: drawSecurity,
  Wartung: drawMaintenance,
  Marketing: drawMarketing,
  Garten: drawGarden,
  Sonstiges: drawMosaic,
}

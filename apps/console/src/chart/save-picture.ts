import { saveBlob } from '../stored-file/save-table.ts'
import type { ChartTone } from './chart-data.ts'
import type { Palette } from './palette.ts'

type Picture = {
  title: string
  legend: readonly { name: string; tone: ChartTone }[]
  /** Address of the drawing, an SVG. */
  svg: string
  colours: Palette
}

const SCALE = 2
const HEAD = 52
const PAD = 16
const FONT = 'system-ui, sans-serif'

/** Saves a chart as PNG, with the title and the legend that the page draws beside it. */
export async function savePicture({ title, legend, svg, colours }: Picture): Promise<void> {
  const drawing = new Image()
  drawing.src = svg
  await drawing.decode()
  const canvas = document.createElement('canvas')
  canvas.width = (drawing.width + PAD * 2) * SCALE
  canvas.height = (drawing.height + HEAD + PAD) * SCALE
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  pen.scale(SCALE, SCALE)
  pen.fillStyle = colours.surface
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.textBaseline = 'middle'
  let x = PAD
  const write = (text: string, font: string, color: string) => {
    pen.font = font
    pen.fillStyle = color
    pen.fillText(text, x, HEAD / 2)
    x += pen.measureText(text).width + PAD
  }
  write(title, `600 15px ${FONT}`, colours.text)
  for (const { name, tone } of legend) {
    pen.fillStyle = colours.tone(tone)
    pen.fillRect(x, HEAD / 2 - 1.5, 12, 3)
    x += 18
    write(name, `12px ${FONT}`, colours.text2)
  }
  pen.drawImage(drawing, PAD, HEAD)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('no picture')
  saveBlob(blob, `${title}.png`)
}

/** Rotation, zoom and offset of an image. */
type View = { zoom: number; turns: number; x: number; y: number }

export const FIRST_VIEW: View = { zoom: 1, turns: 0, x: 0, y: 0 }

const ZOOM_STEP = 1.25
const ZOOM_MIN = 0.25
const ZOOM_MAX = 8

export const zoomIn = (view: View) => zoomBy(view, ZOOM_STEP)
export const zoomOut = (view: View) => zoomBy(view, 1 / ZOOM_STEP)

/** Always clockwise and never reset, so that the animation continues. */
export const turn = (view: View): View => ({ ...view, turns: view.turns + 1 })

export const move = (view: View, x: number, y: number): View => ({ ...view, x: view.x + x, y: view.y + y })

export const percentOf = ({ zoom }: View) => `${Math.round(zoom * 100)}%`

function zoomBy(view: View, factor: number): View {
  const zoom = Math.min(ZOOM_MAX, Math.max(ZOOM_MIN, view.zoom * factor))
  // An image no larger than the screen is centred.
  return zoom <= 1 ? { ...view, zoom, x: 0, y: 0 } : { ...view, zoom }
}

/** The neighbour, clamped to the ends. */
export const stepTo = (index: number, step: -1 | 1, count: number) => Math.min(count - 1, Math.max(0, index + step))

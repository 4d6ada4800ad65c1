export type Size = { width: number; height: number }

/** Maximum size in the thread; stickers are smaller. */
const PICTURE: Size = { width: 176, height: 220 }
const STICKER: Size = { width: 96, height: 96 }
/** Until the image's own size is known. */
const UNKNOWN: Size = { width: 176, height: 132 }
/** Minimum click target. */
const LEAST = 40

/** Displayed size: whole image, aspect ratio kept, never enlarged. */
export function fitPicture(own: Size | undefined, isEmoticon: boolean): Size {
  if (!own) return isEmoticon ? STICKER : UNKNOWN
  const most = isEmoticon ? STICKER : PICTURE
  const scale = Math.min(1, most.width / own.width, most.height / own.height)
  return {
    width: Math.max(LEAST, Math.round(own.width * scale)),
    height: Math.max(LEAST, Math.round(own.height * scale)),
  }
}

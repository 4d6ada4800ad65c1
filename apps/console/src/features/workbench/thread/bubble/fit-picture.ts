export type Size = { width: number; height: number }

/** The largest a picture is in the thread; a sticker is smaller. */
const PICTURE: Size = { width: 176, height: 220 }
const STICKER: Size = { width: 96, height: 96 }
/** Until its own size is known. */
const UNKNOWN: Size = { width: 176, height: 132 }
/** A picture has to be big enough to be hit. */
const LEAST = 40

/** How large a picture is drawn: whole, in its own proportions, never larger than it is. */
export function fitPicture(own: Size | undefined, isEmoticon: boolean): Size {
  if (!own) return isEmoticon ? STICKER : UNKNOWN
  const most = isEmoticon ? STICKER : PICTURE
  const scale = Math.min(1, most.width / own.width, most.height / own.height)
  return {
    width: Math.max(LEAST, Math.round(own.width * scale)),
    height: Math.max(LEAST, Math.round(own.height * scale)),
  }
}

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const SYMBOL = /<symbol id="([^"]+)" viewBox="([^"]+)">(.*?)<\/symbol>/gs

const standalone = (viewBox: string, drawing: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${drawing}</svg>`

/** One picture per name out of the sprite the console uses, since only a picture of its own can be copied as its code. */
function readArt(): Map<string, string> {
  const sprite = readFileSync(fileURLToPath(import.meta.resolve('@ruwu/ui/emoji.svg')), 'utf8')
  return new Map(
    [...sprite.matchAll(SYMBOL)].map(([, name = '', viewBox = '', drawing = '']) => [
      name,
      standalone(viewBox, drawing),
    ]),
  )
}

let art: Map<string, string> | undefined

/** The drawing of an emoji by the name in its table. */
export function findEmojiArt(name: string): string | undefined {
  art ??= readArt()
  return art.get(name)
}

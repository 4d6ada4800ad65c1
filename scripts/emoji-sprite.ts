import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { emojiTable } from '@ruwu/domain/emoji'
import { fromRoot } from './lib/paths.mjs'

// Draws packages/ui/emoji/sprite.svg: one symbol for every picture that the emoji tables name. Run `npm run emoji` after
// a change of a table or a drawing; the result is committed, so nothing else needs the icon set.

type IconSet = {
  icons: Record<string, { body: string }>
  aliases: Record<string, { parent: string; hFlip?: boolean }>
}

const ICON_SET = fromRoot('node_modules', '@iconify-json', 'fluent-emoji-flat', 'icons.json')
export const OWN_FOLDER = fromRoot('packages', 'ui', 'emoji', 'own')
export const SPRITE_FILE = fromRoot('packages', 'ui', 'emoji', 'sprite.svg')

const OWN = 'own:'
const NOTICE =
  'Fluent Emoji, Copyright (c) Microsoft Corporation, MIT License (docs/third-party.md); symbols own:* are ours.'

/** Every picture the tables name, each once. */
export function neededArt(): string[] {
  const all = [...emojiTable('redbook'), ...emojiTable('douyin')].map((emoji) => emoji.art)
  return [...new Set(all)].toSorted()
}

function fluentPicture({ icons, aliases }: IconSet, art: string): string {
  const { parent, hFlip, ...unknown } = aliases[art] ?? { parent: art }
  const body = icons[parent]?.body
  if (!body || Object.keys(unknown).length > 0) throw new Error(`no picture ${art}`)
  // Ids are unique within one picture of the set, not across them.
  const own = body.replaceAll(/( id="|url\(#|href="#)/g, `$1${art}-`)
  return hFlip ? `<g transform="matrix(-1 0 0 1 32 0)">${own}</g>` : own
}

/** What is between the <svg> tags, on one line. */
function ownPicture(art: string): string {
  const drawing = readFileSync(path.join(OWN_FOLDER, `${art.slice(OWN.length)}.svg`), 'utf8')
  return drawing.replaceAll(/^<svg [^>]*>|<\/svg>\s*$|\n\s*/g, '')
}

export function drawSprite(): string {
  const set = JSON.parse(readFileSync(ICON_SET, 'utf8')) as IconSet
  const symbols = neededArt().map((art) => {
    const picture = art.startsWith(OWN) ? ownPicture(art) : fluentPicture(set, art)
    return `<symbol id="${art}" viewBox="0 0 32 32">${picture}</symbol>\n`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg">\n<!-- ${NOTICE} -->\n${symbols.join('')}</svg>\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(SPRITE_FILE, drawSprite())
  console.log(`已写入 ${neededArt().length} 个图形`)
}

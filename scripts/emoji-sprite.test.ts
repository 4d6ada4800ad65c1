import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { drawSprite, neededArt, OWN_FOLDER, SPRITE_FILE } from './emoji-sprite.ts'

const committed = readFileSync(SPRITE_FILE, 'utf8')
const drawings = readdirSync(OWN_FOLDER).map(
  (file) => [file, readFileSync(path.join(OWN_FOLDER, file), 'utf8')] as const,
)
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1])

test('the committed sprite is what the tables and the drawings give', () => {
  expect(drawSprite() === committed, 'run `npm run emoji`').toBe(true)
})

test('every picture the tables name is one symbol of the sprite, and nothing else is', () => {
  expect(found(committed, /<symbol id="([^"]+)"/g)).toEqual(neededArt())
})

test('every drawing of ours is used', () => {
  const own = neededArt().filter((art) => art.startsWith('own:'))

  expect(drawings.map(([file]) => `own:${path.basename(file, '.svg')}`).toSorted()).toEqual(own)
})

test('no two pictures share an id, and what a picture refers to exists', () => {
  const ids = found(committed, / id="([^"]+)"/g)
  const references = found(committed, /(?:url\(|href=")#([^")]+)/g)

  expect(new Set(ids).size).toBe(ids.length)
  expect(references.filter((id) => !ids.includes(id))).toEqual([])
  expect(references.length).toBeGreaterThan(0)
})

test.each(drawings)('%s is a flat drawing of 32 × 32 in at most four colours', (_, svg) => {
  const [root, ...parts] = found(svg, /<([a-z]+)/g)
  const colours = new Set(found(svg, /(?:fill|stroke)="([^"]+)"/g).filter((value) => value !== 'none'))

  expect(root).toBe('svg')
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 32 32">\n/)
  expect(parts.filter((name) => !['g', 'path', 'rect', 'circle', 'ellipse'].includes(name ?? ''))).toEqual([])
  expect([...colours].filter((colour) => !/^#[\da-f]{3}([\da-f]{3})?$/.test(colour ?? ''))).toEqual([])
  expect(colours.size).toBeLessThanOrEqual(4)
})

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { tinyPng } from '../testing/tiny-png.ts'
import { EMOTICONS, PICTURES, VIDEOS, VOICES } from './assets.ts'
import { sniffPicture } from './sniff.ts'

const ASSETS = fileURLToPath(new URL('../../assets', import.meta.url))
const fileOf = (media: string) => path.join(ASSETS, path.basename(media))

test.each([...PICTURES, ...EMOTICONS])('$name is a picture of the size it claims', ({ media, width, height }) => {
  expect(sniffPicture(readFileSync(fileOf(media)))).toMatchObject({ width, height })
})

test('every clip and sound is there', () => {
  const files = new Set(readdirSync(ASSETS))
  for (const { media } of [...VIDEOS, ...VOICES]) expect(files).toContain(path.basename(media))
})

const RIFF = (kind: string, rest: number[]) =>
  Buffer.concat([
    Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'),
    Buffer.from(kind, 'latin1'),
    Buffer.from(rest),
    Buffer.alloc(20),
  ])
const bmp = Buffer.alloc(30)
bmp.write('BM', 'latin1')
bmp.writeInt32LE(40, 18)
bmp.writeInt32LE(-30, 22)

test.each<[string, Buffer, object | undefined]>([
  ['png', Buffer.from(tinyPng(3, 2)), { type: 'image/png', width: 3, height: 2 }],
  ['bmp upside down', bmp, { type: 'image/bmp', width: 40, height: 30 }],
  [
    'webp, extended',
    RIFF('VP8X', [10, 0, 0, 0, 0, 0, 0, 0, 99, 0, 0, 49, 0, 0]),
    { type: 'image/webp', width: 100, height: 50 },
  ],
  [
    'webp, lossless',
    RIFF('VP8L', [0, 0, 0, 0, 0x2f, 0x63, 0x40, 0x0c, 0]),
    { type: 'image/webp', width: 100, height: 50 },
  ],
  [
    'webp, lossy',
    RIFF('VP8 ', [0, 0, 0, 0, 0, 0, 0, 0x9d, 0x01, 0x2a, 100, 0, 50, 0]),
    { type: 'image/webp', width: 100, height: 50 },
  ],
  ['a text', Buffer.from('just words, and enough of them to be read'), undefined],
  ['nothing', Buffer.alloc(0), undefined],
  ['half a png', Buffer.from('89504e470d0a1a0a', 'hex'), undefined],
  ['a jpeg without size', Buffer.from('ffd8ffe000104a46', 'hex'), undefined],
])('%s', (_, bytes, expected) => {
  expect(sniffPicture(bytes)).toEqual(expected)
})

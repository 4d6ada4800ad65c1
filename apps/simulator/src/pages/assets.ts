import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { findEmojiArt } from './emoji-art.ts'
import { PAGE_HEADERS } from './security.ts'
import { brandMark } from './view/brand.ts'

const here = (folder: string): string => fileURLToPath(new URL(folder, import.meta.url))
const fileOf = (specifier: string): string => fileURLToPath(import.meta.resolve(specifier))

const EMOJI_DOOR = '@ruwu/domain/emoji'

/** Folders whose files the browser may read, by their address. */
const FOLDERS: Record<string, string> = {
  '/pages/client': here('./client'),
  '/pages/view': here('./view'),
  '/pages/styles': here('./styles'),
  '/pages/domain-emoji': path.dirname(fileOf(EMOJI_DOOR)),
}

/** The same look as the console, from the same files. */
const SHARED_STYLES: Record<string, string> = {
  '/pages/styles/tokens.css': fileOf('@ruwu/ui/tokens.css'),
  '/pages/styles/base.css': fileOf('@ruwu/ui/base.css'),
}

type Asset = { type: string; text: string }

/** Browsers know no package names, so the one import of another package becomes its URL. */
const script = (file: string): string =>
  stripTypeScriptTypes(readFileSync(file, 'utf8')).replaceAll(`'${EMOJI_DOOR}'`, "'/pages/domain-emoji/index.ts'")

const READERS: Record<string, (file: string) => Asset> = {
  '.ts': (file) => ({ type: 'text/javascript; charset=utf-8', text: script(file) }),
  '.css': (file) => ({ type: 'text/css; charset=utf-8', text: readFileSync(file, 'utf8') }),
}

function filesOf([address, folder]: [string, string]): [string, string][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.includes('.test.'))
    .map((name) => [`${address}/${name.replaceAll(path.sep, '/')}`, path.join(folder, name)])
}

/** Scripts, styles and pictures of the pages. Each file is read when it is first asked for, and kept. */
export function assetRoutes(app: FastifyInstance): void {
  const files = new Map([...Object.entries(FOLDERS).flatMap(filesOf), ...Object.entries(SHARED_STYLES)])
  const kept = new Map<string, Asset>()

  function find(address: string): Asset | undefined {
    const file = files.get(address)
    const read = READERS[path.extname(address)]
    if (!file || !read) return undefined
    const asset = kept.get(address) ?? read(file)
    kept.set(address, asset)
    return asset
  }

  app.get('/pages/mark.svg', (_, reply) => {
    const picture = brandMark(32)
      .text.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
      .replace('var(--brand)', '#f32640')
    return reply.headers(PAGE_HEADERS).type('image/svg+xml').send(picture)
  })

  app.get<{ Params: { art: string } }>('/pages/emoji/:art.svg', (request, reply) => {
    const picture = findEmojiArt(request.params.art)
    reply.headers(PAGE_HEADERS)
    return picture === undefined ? reply.code(404).send() : reply.type('image/svg+xml').send(picture)
  })

  app.get('/pages/*', (request, reply) => {
    const asset = find(new URL(request.url, 'http://pages').pathname)
    reply.headers(PAGE_HEADERS)
    return asset ? reply.type(asset.type).send(asset.text) : reply.code(404).send()
  })
}

import { isIP, type LookupFunction } from 'node:net'
import { Agent } from 'undici'
import { isPublicAddress, lookupPublic } from '../http/public-address.ts'
import { decodeAs } from './decode-text.ts'
import { htmlText } from './html-text.ts'
import { UnreadableError } from './unreadable.ts'

export const PAGE_BYTES_MAX = 5 * 1024 * 1024
const PAGE_TIME_MS = 15_000
const REDIRECTS_MAX = 3
const MEGABYTE = 1024 * 1024

type Page = { title: string; text: string }
export type FetchPage = (address: string) => Promise<Page>

/** SSRF rules, replaceable by tests. */
export type Internet = {
  isOpen(url: URL): boolean
  isPublic(address: string): boolean
  lookup: LookupFunction
  timeMs: number
}

const OPEN_INTERNET: Internet = {
  isOpen: ({ protocol, port, hostname }) => protocol === 'https:' && port === '' && hostname.includes('.'),
  isPublic: isPublicAddress,
  lookup: lookupPublic,
  timeMs: PAGE_TIME_MS,
}

/** Static SSRF check of an address: https, default port, no credentials, no private IP. Host names are checked at lookup. */
export function pageAddress(address: string, { isOpen, isPublic }: Internet = OPEN_INTERNET): URL | undefined {
  const url = URL.parse(address)
  if (!url || url.username !== '' || url.password !== '') return undefined
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  return isOpen(url) && (!isIP(host) || isPublic(host)) ? url : undefined
}

/** Fetches a page for learning. Every redirect is checked again (SSRF); size and time are limited. */
export function createFetchPage(internet: Internet = OPEN_INTERNET): FetchPage {
  return async (address) => {
    const signal = AbortSignal.timeout(internet.timeMs)
    // Connects to the address that was checked at lookup, so a second DNS answer can't point elsewhere (DNS rebinding).
    const agent = new Agent({ connect: { lookup: internet.lookup } })
    try {
      return await followed(agent, internet, address, signal)
    } catch (error) {
      if (error instanceof UnreadableError) throw error
      throw new UnreadableError(signal.aborted ? '网页打开超时' : '网页无法打开，请检查网址', { cause: error })
    } finally {
      await agent.destroy()
    }
  }
}

async function followed(agent: Agent, internet: Internet, first: string, signal: AbortSignal): Promise<Page> {
  let address = first
  for (let step = 0; step <= REDIRECTS_MAX; step += 1) {
    const url = pageAddress(address, internet)
    if (!url) throw new UnreadableError('只能学习公开的 https 网页')
    const { statusCode, headers, body } = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET',
      headers: {
        accept: 'text/html',
        'accept-language': 'zh-CN,zh;q=0.9',
        'user-agent': 'Mozilla/5.0 (compatible; RuwuBot)',
      },
      signal,
    })
    const location = headers.location
    if (statusCode >= 300 && statusCode < 400 && typeof location === 'string') {
      await body.dump()
      address = URL.parse(location, url.href)?.href ?? ''
      continue
    }
    if (statusCode !== 200) throw new UnreadableError(`网页无法打开（状态 ${statusCode}）`)
    const type = String(headers['content-type'] ?? '')
    if (!/^(text\/html|application\/xhtml\+xml)\b/i.test(type)) throw new UnreadableError('该网址不是网页')
    return readPage(await upTo(PAGE_BYTES_MAX, body), type)
  }
  throw new UnreadableError('网页跳转次数过多')
}

async function upTo(maxBytes: number, stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of stream) {
    size += piece.byteLength
    if (size > maxBytes) throw new UnreadableError(`网页不能超过 ${maxBytes / MEGABYTE} MB`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

const HEAD_BYTES = 2048

function readPage(bytes: Buffer, contentType: string): Page {
  const named = /charset=["']?([\w-]+)/i
  const charset = (named.exec(contentType) ?? named.exec(bytes.subarray(0, HEAD_BYTES).toString('latin1')))?.[1]
  const html = decodeAs(bytes, charset)
  if (html === undefined) throw new UnreadableError('网页的文字编码无法识别')
  return htmlText(html)
}

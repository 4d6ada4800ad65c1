import { Agent } from 'undici'
import { isLoopback, lookupPublic } from '../../platform/http/public-address.ts'
import { PlatformError } from '../platform-error.ts'
import type { RemoteFile } from '../source.ts'
import { PLATFORM_TIMEOUTS } from './platform-http.ts'

const MAX_MEDIA_BYTES = 50 * 1024 * 1024

export type DownloadRules = {
  /** The platform's own hosts and everything below them. */
  hosts: readonly string[]
  /** The platform's base address; its files are fetched over plain HTTP where it is a simulator. */
  baseUrl: string
  maxBytes?: number
}

export type Download = { fetch(address: string): Promise<RemoteFile>; close(): Promise<void> }

/** Fetches a customer's media: https from the platform's hosts only, never from a private address (SSRF). */
export function createDownload({ hosts, baseUrl, maxBytes = MAX_MEDIA_BYTES }: DownloadRules): Download {
  const agent = new Agent({
    connect: { timeout: PLATFORM_TIMEOUTS.connectMs, lookup: lookupPublic },
    headersTimeout: PLATFORM_TIMEOUTS.answerMs,
    bodyTimeout: PLATFORM_TIMEOUTS.answerMs,
  })
  const base = new URL(baseUrl)
  const simulator = isLoopback(base) ? new Agent() : undefined

  const agentFor = (url: URL): Agent | undefined => {
    if (simulator && url.host === base.host) return simulator
    const isOfPlatform = hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
    return url.protocol === 'https:' && url.port === '' && isOfPlatform ? agent : undefined
  }

  return {
    async fetch(address) {
      const url = URL.parse(address)
      const allowed = url && agentFor(url)
      if (!url || !allowed) throw new PlatformError('unknown', { platformText: '媒体地址不在允许范围内' })
      return await fetchFile(allowed, url, maxBytes)
    },
    async close() {
      await Promise.all([agent.destroy(), simulator?.destroy()])
    },
  }
}

async function fetchFile(agent: Agent, url: URL, maxBytes: number): Promise<RemoteFile> {
  try {
    const { statusCode, headers, body } = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET',
    })
    const type = headers['content-type']
    const contentType = typeof type === 'string' ? type : 'application/octet-stream'
    if (statusCode === 200) return { bytes: await upTo(maxBytes, body), contentType }
    await body.dump()
    throw new PlatformError(statusCode >= 500 ? 'platform_down' : 'unknown', {
      platformCode: String(statusCode),
      platformText: '媒体无法下载',
    })
  } catch (cause) {
    throw cause instanceof PlatformError ? cause : new PlatformError('platform_down', { cause })
  }
}

async function upTo(maxBytes: number, stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of stream) {
    size += piece.byteLength
    if (size > maxBytes) throw new PlatformError('unknown', { platformText: '媒体文件过大' })
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

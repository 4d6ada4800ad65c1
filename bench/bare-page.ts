import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Decoded bytes of scripts and style sheets. */
export type PageBytes = { script: number; style: number }

export type BarePage = { url: string; close(): void }

const PAGE = `<!doctype html><meta charset="utf-8"><title>bare</title><link rel="stylesheet" href="/style.css">
<script type="module" src="/script.js"></script><body></body>`

/** Functions that are compiled like others and never called, and then a message. */
const scriptOf = (bytes: number) =>
  filled(bytes, (n) => `export function f${n}(a,b){return a.map((it)=>it+b+${n})}\n`) +
  `document.body.innerHTML = '<div role="log"><article>bare</article></div>'`

const styleOf = (bytes: number) => filled(bytes, (n) => `.c${n}{color:#123456;padding:${n % 9}px}\n`)

function filled(bytes: number, line: (n: number) => string): string {
  let text = ''
  for (let n = 0; text.length < bytes; n += 1) text += line(n)
  return text
}

/** A page with as many bytes in one script and one style sheet, which draws one message: the least time a browser takes for them. */
export async function openBarePage({ script, style }: PageBytes): Promise<BarePage> {
  const files: Record<string, [type: string, text: string]> = {
    '/script.js': ['text/javascript', scriptOf(script)],
    '/style.css': ['text/css', styleOf(style)],
  }
  const server = createServer(({ url }, response) => {
    const [type, text] = files[url ?? ''] ?? ['text/html; charset=utf-8', PAGE]
    const isKept = type !== 'text/html; charset=utf-8'
    response.writeHead(200, {
      'content-type': type,
      'cache-control': isKept ? 'max-age=31536000, immutable' : 'no-cache',
    })
    response.end(text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() }
}

import { flag, type Html, html } from './view/html.ts'

type Page = {
  title: string
  style: string
  /** Until it runs the page takes no input: a form that the browser sends by itself would lose the query. */
  script?: string
  /** What the script begins with; the same the body was rendered from. */
  view?: unknown
  body: Html
}

const SHARED_STYLES = ['tokens', 'base', 'parts', 'message']

/** A whole page. Everything it loads is a file of ours, so that the policy of `security.ts` can forbid the rest. */
export function documentOf({ title, style, script, view, body }: Page): string {
  const page = html`<html lang="zh-CN">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <meta name="robots" content="noindex" />
      <title>${title} · 模拟平台</title>
      <link rel="icon" href="/pages/mark.svg" type="image/svg+xml" />
      ${[...SHARED_STYLES, style].map((name) => html`<link rel="stylesheet" href="/pages/styles/${name}.css" />`)}
      <script src="/pages/client/theme.ts"></script>
      ${script && html`<script type="module" src="/pages/client/${script}.ts"></script>`}
      ${view !== undefined && html`<meta name="view" content="${JSON.stringify(view)}" />`}
    </head>
    <body class="${style}-page">
      <p id="connection" class="connection" role="status" hidden></p>
      <div id="page" ${flag('inert', script !== undefined)}>${body}</div>
      <div id="toasts" role="status" aria-live="polite"></div>
    </body>
  </html>`
  return `<!doctype html>${page.text}`
}

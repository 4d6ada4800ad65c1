import { brandMark, demoNotice } from './brand.ts'
import { type Html, html, type HtmlValue } from './html.ts'
import { icon } from './icons.ts'

const THEME_LABEL = '切换深浅色'

export const themeButton = html`<button
  type="button"
  class="icon-button"
  data-theme-toggle
  aria-label="${THEME_LABEL}"
  title="${THEME_LABEL}"
>
  <span class="when-light">${icon('moon', 18)}</span><span class="when-dark">${icon('sun', 18)}</span>
</button>`

/** The head of the wide pages: whose page it is, that nothing is real, and what the page offers at its end. */
export const pageHead = (title: string, subtitle: string, end: HtmlValue = null): Html =>
  html`<header class="page-head">
    <a href="/" aria-label="模拟平台总览">${brandMark(30)}</a>
    <div class="page-title">
      <h1>${title}${demoNotice}</h1>
      <p class="cut">${subtitle}</p>
    </div>
    <div class="end">${end}${themeButton}</div>
  </header>`
